import {
  statusLinks,
  statusResponse,
  unknownStatusResponse,
} from '#app/status/status-links.server.ts';
import { renderStatusPage, renderUnknownStatus } from '#app/status/status-page.server.tsx';
import { type CachedStatus, readCachedStatus } from '#domain/status/read-status.ts';

const type = 'text/html; charset=utf-8';

/** Caches the rendered page of a status, because rendering takes longer than all other work of a request. */
const rendered = new WeakMap<CachedStatus, string>();

/**
 * The public status page. It is a separate document, without the site's frame: it needs no session and no script. If it
 * shows an earlier status, it needs no database either.
 */
export async function loader() {
  const read = await readCachedStatus();
  if (!read) return unknownStatusResponse(renderUnknownStatus(statusLinks()), type);
  let html = rendered.get(read);
  if (html === undefined) {
    const { status, isStale } = read;
    html = renderStatusPage(status, { links: statusLinks(), isCopy: false, isStale });
    rendered.set(read, html);
  }
  return statusResponse(html, type);
}
