import { statusResponse, unknownStatusResponse } from '#app/status/status-links.server.ts';
import { readCachedStatus } from '#domain/status/read-status.ts';
import { toFeed } from '#domain/status/summary.ts';
import { serverSettings } from '#platform/server-settings.ts';

/** Incidents and maintenances as an Atom feed. */
export async function loader() {
  const read = await readCachedStatus();
  if (!read) return unknownStatusResponse('The status is not known.', 'text/plain; charset=utf-8');
  const feed = toFeed(read.status, serverSettings.PUBLIC_URL);
  return statusResponse(feed, 'application/atom+xml; charset=utf-8');
}
