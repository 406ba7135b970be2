import type { LoaderFunctionArgs } from '@remix-run/node';
import { dateInIndia } from '#app/keys/expiry-day.ts';
import { exportMessagesCsv } from '#app/messages/export-messages-csv.server.ts';
import { loadKeyNames } from '#app/messages/load-key-names.server.ts';
import { readFilter } from '#app/messages/read-filter.ts';
import { refuseFile, streamFile } from '#app/messages/stream-file.server.ts';
import { toViewer } from '#app/messages/to-viewer.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { clock } from '#platform/clock.ts';

/** Exports the filtered messages as CSV. */
export async function loader(args: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(args.request);
  const { narrowed, errors } = readFilter(new URL(args.request.url).searchParams);
  if (!narrowed) return refuseFile(`${Object.values(errors).join('. ')}.`);
  const keys = await loadKeyNames(signedIn.userId);
  const chunks = exportMessagesCsv(toViewer(signedIn, args, 'file'), narrowed, keys);
  const name = `dakiya-messages-${dateInIndia(clock.now())}.csv`;
  return streamFile(chunks, args, { name, type: 'text/csv; charset=utf-8' });
}
