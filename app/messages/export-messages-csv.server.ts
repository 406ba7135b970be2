import type { MessageOutput } from '#domain/messaging/messages/contract.ts';
import { listMessages } from '#domain/messaging/messages/list-messages.server.ts';
import type { KeyName } from './contract.ts';
import { byteOrderMark, toCsv } from './csv.server.ts';
import type { ParsedFilter } from './filter.ts';

/** Messages that one file has at most. */
const maxRows = 100_000;

/** Messages that are read at once, which is all that is ever held. */
const pageSize = 1_000;

const columns = [
  'Message ID',
  'Accepted',
  'State',
  'Number',
  'Text',
  'Sender',
  'API key',
  'API ID',
  'Segments',
  'Reason',
  'Sent',
  'Settled',
];

/**
 * A user's messages as a file, newest first, in pieces. Each piece is read when it is asked for.
 *
 * @param most rows; where there are more messages, the last line says so
 */
export async function* exportMessagesCsv(
  userId: string,
  narrowed: NonNullable<ParsedFilter['narrowed']>,
  keys: KeyName[],
  most = maxRows,
): AsyncGenerator<string> {
  const names = new Map(keys.map(({ keyId, name }) => [keyId, name]));
  yield byteOrderMark + toCsv([columns]);
  let after: string | undefined;
  for (let left = most; ; left -= pageSize) {
    const limit = Math.min(left, pageSize);
    const { entries, hasMore } = await listMessages(userId, { ...narrowed, after, limit });
    if (entries.length > 0) yield toCsv(entries.map((entry) => toRow(entry, names)));
    if (!hasMore) return;
    if (left <= pageSize) break;
    after = entries.at(-1)?._id;
  }
  const count = most.toLocaleString('en-IN');
  yield toCsv([
    [
      `Only the newest ${count} messages are in this file. Use a narrower filter to export the rest.`,
    ],
  ]);
}

function toRow(message: MessageOutput, names: Map<string, string>) {
  return [
    message._id,
    message.createdAt,
    message.status,
    message.recipient,
    message.content,
    message.serverNumber,
    names.get(message.apiId) ?? null,
    message.apiId,
    message.segments,
    message.reason,
    message.sentAt,
    message.settledAt,
  ];
}
