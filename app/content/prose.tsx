import { useNavigate } from '@remix-run/react';
import type { MouseEvent } from 'react';

/** Text of ours, already HTML. Its links within the site are followed without loading a whole page. */
export function HtmlProse({ html }: { html: string }) {
  const navigate = useNavigate();

  function follow(event: MouseEvent) {
    const link = (event.target as Element).closest('a');
    const ours = link?.origin === location.origin && !link.pathname.startsWith('/api/');
    const plainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    // To jump to a part of a page, and to mark it (:target), is the browser's own business.
    if (!link || !ours || !plainClick || link.hash) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link within is a click too
    // biome-ignore lint/a11y/noStaticElementInteractions: it is the links within that are pressed
    <div
      className="prose"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made from our own files
      dangerouslySetInnerHTML={{ __html: html }}
      onClick={follow}
    />
  );
}
