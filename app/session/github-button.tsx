import { useNavigate } from '@remix-run/react';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { paths } from '#app/paths.ts';
import { onPopupResult, openPopup } from './popup.ts';

type GitHubButtonProps = {
  /** Where to go when signed in: a path of ours. */
  to?: string | null | undefined;
  className?: string;
  children: ReactNode;
};

/**
 * Signs in with GitHub in a window of its own. Without JavaScript, or where the browser allows no
 * window, it is a link that does the same in this one.
 */
export function GitHubButton({ to, className, children }: GitHubButtonProps) {
  const navigate = useNavigate();
  const stopWaiting = useRef<() => void>();
  useEffect(() => () => stopWaiting.current?.(), []);

  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const popup = openPopup(linkTo({ to, popup: '1' }));
    if (!popup) return;
    event.preventDefault();
    popup.focus();
    stopWaiting.current?.();
    stopWaiting.current = onPopupResult(popup, (answer) => {
      const query = 'token' in answer ? { token: answer.token } : { error: answer.error, to };
      navigate(`${paths.authCallback}?${queryOf(query)}`);
    });
  };

  return (
    <a className={className} href={linkTo({ to })} onClick={open}>
      {children}
    </a>
  );
}

function linkTo(query: Record<string, string | null | undefined>): string {
  const text = queryOf(query);
  return text === '' ? paths.github : `${paths.github}?${text}`;
}

function queryOf(query: Record<string, string | null | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return new URLSearchParams(given).toString();
}
