import type { LoaderFunctionArgs } from '@remix-run/node';
import { dateInIndia } from '#app/keys/key-forms.ts';
import { timeCell } from '#app/messages/export-messages-csv.server.ts';
import { toViewer } from '#app/messages/read-filter.server.ts';
import { refuseFile, streamFile } from '#app/messages/stream-file.server.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { type RecipientData, readRecipientData } from '#domain/messaging/privacy/recipient-data.ts';
import type { Viewer } from '#domain/messaging/text-views/record-text-views.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import { clock } from '#platform/clock.browser.ts';
import { byteOrderMark, toCsv } from '#platform/csv.ts';

/** Messages per query, which is also the maximum number in memory. */
const pageSize = 1_000;

async function* pagesOf(viewer: Viewer, recipient: string): AsyncGenerator<RecipientData> {
  for (let after: string | undefined; ; ) {
    const { data, next } = await readRecipientData(viewer, recipient, { limit: pageSize, after });
    yield data;
    if (next === null) return;
    after = next;
  }
}

/** The stored data of a number as one JSON object. Each chunk is read when the response needs it. */
async function* recipientJson(viewer: Viewer, recipient: string): AsyncGenerator<string> {
  let isFirst = true;
  let isEmpty = true;
  for await (const { messages, ...beside } of pagesOf(viewer, recipient)) {
    const start = isFirst
      ? `${JSON.stringify(beside, null, 2).slice(0, -2)},\n  "messages": [`
      : '';
    const rows = messages.map((message, i) => {
      const comma = isEmpty && i === 0 ? '' : ',';
      return `${comma}\n    ${JSON.stringify(message)}`;
    });
    isFirst = false;
    isEmpty &&= messages.length === 0;
    yield start + rows.join('');
  }
  yield '\n  ]\n}\n';
}

const columns = [
  'What',
  'ID',
  'Time (India time)',
  'State',
  'Number',
  'Text',
  'Sender',
  'Segments',
  'Reason',
  'Sent (India time)',
  'Ended (India time)',
  'Emailed to',
];

const toSuppressionRow = (
  recipient: string,
  { createdAt, reason }: NonNullable<RecipientData['suppression']>,
) => [
  'Suppression',
  null,
  timeCell(createdAt),
  null,
  recipient,
  null,
  null,
  null,
  reason,
  null,
  null,
  null,
];

/** The same data as CSV: a line for the suppression, for each one-time password, and for each message. */
async function* recipientCsv(viewer: Viewer, recipient: string): AsyncGenerator<string> {
  yield byteOrderMark + toCsv([columns]);
  for await (const { suppression, otps, messages } of pagesOf(viewer, recipient)) {
    yield toCsv([
      ...(suppression ? [toSuppressionRow(recipient, suppression)] : []),
      ...otps.map(({ _id, createdAt, status, sentAt, expiresAt, emails }) => [
        ...[
          'One-time password',
          _id,
          timeCell(createdAt),
          status,
          recipient,
          null,
          null,
          null,
          null,
        ],
        ...[timeCell(sentAt.at(-1) ?? null), timeCell(expiresAt), emails.join(' ')],
      ]),
      ...messages.map((message) => [
        ...['Message', message._id, timeCell(message.createdAt), message.status, message.recipient],
        ...[message.content, message.serverNumber, message.segments, message.reason],
        ...[timeCell(message.sentAt), timeCell(message.settledAt), null],
      ]),
    ]);
  }
}

const formats = new Map([
  ['json', { type: 'application/json; charset=utf-8', write: recipientJson }],
  ['csv', { type: 'text/csv; charset=utf-8', write: recipientCsv }],
]);

/** Exports the data that the account has stored about a number, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(args.request);
  const format = formats.get(args.params.format ?? '');
  if (!format) throw new Response(null, { status: 404 });
  const typed = new URL(args.request.url).searchParams.get('number') ?? '';
  const recipient = recipientInput.safeParse(typed);
  if (!recipient.success) return refuseFile('Please enter an Indian mobile number.');
  const chunks = format.write(toViewer(signedIn, args, 'file'), recipient.data);
  // The file name does not contain the number, because browsers keep a list of downloads.
  const name = `dakiya-recipient-${dateInIndia(clock.now())}.${args.params.format}`;
  return streamFile(chunks, args, { name, type: format.type });
}
