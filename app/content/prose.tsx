import { useNavigate } from '@remix-run/react';
import type { MouseEvent } from 'react';

/** Trusted HTML. Links within the site navigate without a full page load. */
export function HtmlProse({ html }: { html: string }) {
  const navigate = useNavigate();

  function onClick(event: MouseEvent) {
    const link = (event.target as Element).closest('a');
    const isInternal = link?.origin === location.origin && !link.pathname.startsWith('/api/');
    const plainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    // The browser itself scrolls to an anchor and applies `:target`.
    if (!link || !isInternal || !plainClick || link.hash) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link fires a click too
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are clicked, not the element
    <div
      className="prose"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from this repository's own files
      dangerouslySetInnerHTML={{ __html: html }}
      onClick={onClick}
    />
  );
}
