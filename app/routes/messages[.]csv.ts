import type { LoaderFunctionArgs } from '@remix-run/node';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import { dateInIndia } from '#app/keys/key-forms.ts';
import { exportMessagesCsv } from '#app/messages/export-messages-csv.server.ts';
import { loadKeyNames, readFilter, toViewer } from '#app/messages/read-filter.server.ts';
import { refuseFile, streamFile } from '#app/messages/stream-file.server.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { clock } from '#platform/clock.browser.ts';

/** Exports the messages of the dashboard's mode that match the filter, as CSV. */
export async function loader(args: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(args.request);
  const { narrowed, errors } = readFilter(new URL(args.request.url).searchParams);
  if (!narrowed) return refuseFile(`${Object.values(errors).join('. ')}.`);
  const livemode = await readLivemode(args.request, signedIn);
  const keys = await loadKeyNames(signedIn.userId, livemode);
  const filter = { ...narrowed, livemode };
  const chunks = exportMessagesCsv(toViewer(signedIn, args, 'file'), filter, keys);
  const name = `dakiya-${livemode ? '' : 'test-'}messages-${dateInIndia(clock.now())}.csv`;
  return streamFile(chunks, args, { name, type: 'text/csv; charset=utf-8' });
}
