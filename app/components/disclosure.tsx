import { useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';

type DisclosureProps = {
  summary: ReactNode;
  /** Whether the panel opens, or stays open, because it contains a reply that the visitor should see. */
  keepOpen?: boolean;
  /** Called once the panel is open. */
  onOpen?: (details: HTMLDetailsElement) => void;
  className?: string;
  children: ReactNode;
};

/**
 * A panel that opens on a click, with or without JavaScript. With JavaScript, the panel closes on Escape, on
 * a click elsewhere and on navigation.
 */
export function Disclosure({
  summary,
  keepOpen = false,
  onOpen,
  className,
  children,
}: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  const settled = useRef({ key, keepOpen });

  useEffect(() => {
    const before = settled.current;
    // The visitor may already have opened or closed it before hydration.
    if (before.key === key && before.keepOpen === keepOpen) return;
    settled.current = { key, keepOpen };
    if (details.current) details.current.open = keepOpen;
  }, [key, keepOpen]);

  useEffect(() => {
    const close = (event: Event) => {
      const { current } = details;
      if (!current?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        current.querySelector('summary')?.focus();
      } else if (current.contains(event.target as Node)) return;
      current.open = false;
    };
    document.addEventListener('keydown', close);
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, []);

  useEffect(() => {
    const { current } = details;
    if (!current || !onOpen) return;
    const tell = () => {
      if (current.open) onOpen(current);
    };
    tell();
    current.addEventListener('toggle', tell);
    return () => current.removeEventListener('toggle', tell);
  }, [onOpen]);

  return (
    <details className={className} open={keepOpen} ref={details}>
      {summary}
      {children}
    </details>
  );
}
