import { useNavigate } from '@remix-run/react';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { paths } from '#app/paths.ts';
import { onPopupResult, openPopup } from './popup.ts';

type GitHubButtonProps = {
  /** Path to continue at after the sign-in. */
  to?: string | null | undefined;
  className?: string;
  children: ReactNode;
};

/**
 * Signs in with GitHub in a popup. Without JavaScript, or if the browser blocks popups, the link opens in
 * this window.
 */
export function GitHubButton({ to, className, children }: GitHubButtonProps) {
  const navigate = useNavigate();
  const stopListening = useRef<() => void>();
  useEffect(() => () => stopListening.current?.(), []);

  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const popup = openPopup(linkTo({ to, popup: '1' }));
    if (!popup) return;
    event.preventDefault();
    popup.focus();
    stopListening.current?.();
    stopListening.current = onPopupResult(popup, (answer) => {
      const query = 'token' in answer ? { token: answer.token } : { error: answer.error, to };
      navigate(`${paths.authCallback}?${toQuery(query)}`);
    });
  };

  return (
    <a className={className} href={linkTo({ to })} onClick={open}>
      {children}
    </a>
  );
}

function linkTo(query: Record<string, string | null | undefined>): string {
  const text = toQuery(query);
  return text === '' ? paths.github : `${paths.github}?${text}`;
}

function toQuery(query: Record<string, string | null | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return new URLSearchParams(given).toString();
}
