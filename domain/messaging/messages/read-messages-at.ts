import { docUrlOf } from '#domain/shared/doc-url.ts';
import { query } from '#platform/db.ts';
import type { MessageState } from './contract.ts';
import { timelineOf } from './find-messages.ts';
import { outputColumns } from './list-sql.ts';
import type { MessageOutput } from './outputs.ts';
import {
  type MessageOutputRow,
  type TimelineRow,
  toMessageOutput,
  toTimeline,
} from './to-message-output.ts';

/** A message as it was when it reached a state. */
export type MessageAt = {
  id: string;
  userId: string;
  state: MessageState;
  at: Date;
  version: number;
  reason: string | null;
};

type MessageWithTimeline = MessageOutput & { timeline: ReturnType<typeof toTimeline> };

const messages = `SELECT ${outputColumns} FROM messages WHERE id = ANY ($1)`;

/**
 * Reads messages as `getMessage` shows them, each as it was at a moment: without what happened later. Text and number are
 * as they are now, as they may have been erased since.
 *
 * @returns as many as are given, in the same order; null for what is deleted
 */
export async function readMessagesAt(wanted: MessageAt[]): Promise<(MessageWithTimeline | null)[]> {
  if (wanted.length === 0) return [];
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const [rows, events] = await Promise.all([
    query<MessageOutputRow>('messages-at', messages, [ids]),
    query<TimelineRow & { messageId: string }>('timelines-at', timelineOf, [ids]),
  ]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const eventsOf = new Map(ids.map((id) => [id, [] as TimelineRow[]]));
  for (const event of events) eventsOf.get(event.messageId)?.push(event);
  return wanted.map((moment) => {
    const row = rowOf.get(moment.id);
    if (!row || row.userId !== moment.userId) return null;
    const { state, at, version, reason } = moment;
    const end = endOf(moment, row);
    const until = (eventsOf.get(moment.id) ?? []).filter((event) => event.at <= end);
    const isOver = state !== 'sent' && state !== 'unknown';
    const sentAt = state === 'sent' ? at : row.sentAt;
    return {
      ...toMessageOutput({
        ...{ ...row, state, version, reason },
        sentAt: state === 'unknown' || (sentAt && sentAt > end) ? null : sentAt,
        settledAt: isOver ? at : null,
      }),
      timeline: toTimeline(row, until, docUrlOf),
    };
  });
}

/**
 * Until when what is known of a message belongs to the moment. A receipt may come before the response to its submit: the
 * message is then settled at a time before it was sent, and if nothing has changed since, that it was sent belongs to it.
 */
function endOf({ at, version }: MessageAt, { sentAt, version: latest }: MessageOutputRow): Date {
  return version === latest && sentAt && sentAt > at ? sentAt : at;
}
