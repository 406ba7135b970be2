import { statusResponse, unknownStatusResponse } from '#app/status/status-links.server.ts';
import { readCachedStatus } from '#domain/status/read-status.ts';
import { toSummary } from '#domain/status/summary.ts';
import { serverSettings } from '#platform/server-settings.ts';

const type = 'application/json; charset=utf-8';

/** The status in the shape of Statuspage's summary, for status tools. */
export async function loader() {
  const read = await readCachedStatus();
  if (!read) return unknownStatusResponse('{"error":"The status is not known."}', type);
  return statusResponse(JSON.stringify(toSummary(read.status, serverSettings.PUBLIC_URL)), type);
}
