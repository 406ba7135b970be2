import { listMessages } from '#domain/messaging/messages/find-messages.ts';
import type { MessageOutput } from '#domain/messaging/messages/outputs.ts';
import type { Viewer } from '#domain/messaging/text-views/record-text-views.ts';
import { toSheetTime } from '#domain/shared/days-in-india.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { byteOrderMark, toCsv } from '#platform/csv.ts';
import type { KeyName, ParsedFilter } from './contract.ts';

/** Maximum number of messages in a file. */
const defaultMaxRows = 100_000;

/** Messages per query, which is also the maximum number in memory. */
const pageSize = 1_000;

const columns = [
  'Message ID',
  'Accepted (India time)',
  'State',
  'Number',
  'Text',
  'Sender',
  'API key',
  'API ID',
  'Segments',
  'Reason',
  'Sent (India time)',
  'Settled (India time)',
];

/**
 * Streams a user's messages as CSV, newest first. Reads each chunk on demand.
 *
 * @param maxRows if there are more messages, the last line says so
 */
export async function* exportMessagesCsv(
  viewer: Viewer,
  narrowed: NonNullable<ParsedFilter['narrowed']> & { livemode?: boolean },
  keys: KeyName[],
  maxRows = defaultMaxRows,
): AsyncGenerator<string> {
  const names = new Map(keys.map(({ keyId, name }) => [keyId, name]));
  yield byteOrderMark + toCsv([columns]);
  let after: string | undefined;
  for (let left = maxRows; left > 0; ) {
    const limit = Math.min(left, pageSize);
    const { entries, next } = await listMessages(viewer, { ...narrowed, after, limit });
    // Yields even for an empty page, so that a long search ends if the client disconnects.
    yield toCsv(entries.map((entry) => toRow(entry, names)));
    if (next === null) return;
    left -= entries.length;
    after = next;
  }
  const count = formatCount(maxRows);
  yield toCsv([
    [
      `Only the newest ${count} messages are in this file. Use a narrower filter to export the rest.`,
    ],
  ]);
}

function toRow(message: MessageOutput, names: Map<string, string>) {
  return [
    message._id,
    timeCell(message.createdAt),
    message.status,
    message.recipient,
    message.content,
    message.serverNumber,
    names.get(message.apiId) ?? null,
    message.apiId,
    message.segments,
    message.reason,
    timeCell(message.sentAt),
    timeCell(message.settledAt),
  ];
}

/** Converts a time from the API's format. */
export const timeCell = (iso: string | null) => (iso === null ? null : toSheetTime(new Date(iso)));
