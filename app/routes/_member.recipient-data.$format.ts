import type { LoaderFunctionArgs } from '@remix-run/node';
import { dateInIndia } from '#app/keys/access-form.ts';
import { recipientCsv, recipientJson } from '#app/messages/recipient-file.server.ts';
import { refuseFile, streamFile } from '#app/messages/stream-file.server.ts';
import { toViewer } from '#app/messages/to-viewer.server.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import { clock } from '#platform/clock.browser.ts';

const formats = new Map([
  ['json', { type: 'application/json; charset=utf-8', write: recipientJson }],
  ['csv', { type: 'text/csv; charset=utf-8', write: recipientCsv }],
]);

/** Exports what the account has stored of a number, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(args.request);
  const format = formats.get(args.params.format ?? '');
  if (!format) throw new Response(null, { status: 404 });
  const typed = new URL(args.request.url).searchParams.get('number') ?? '';
  const recipient = recipientInput.safeParse(typed);
  if (!recipient.success) return refuseFile('Please enter an Indian mobile number.');
  const chunks = format.write(toViewer(signedIn, args, 'file'), recipient.data);
  // Without the number, which would stay in the list of downloads.
  const name = `dakiya-recipient-${dateInIndia(clock.now())}.${args.params.format}`;
  return streamFile(chunks, args, { name, type: format.type });
}
