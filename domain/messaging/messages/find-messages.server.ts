import { DomainError } from '#domain/shared/errors.ts';
import { type Page, toPage } from '#domain/shared/page.ts';
import { safeText } from '#domain/shared/text.ts';
import { prisma, query } from '#platform/db.server.ts';
import { minIdAt } from '#platform/ids.server.ts';
import type { ListMessagesInput, MessageOutput, MessageState } from './contract.ts';
import {
  type ListStatement,
  lastLookedAtStatement,
  looksAtNoOther,
  pageStatement,
} from './list-sql.ts';
import { showSubmitting } from './show-submitting.server.ts';
import {
  type MessageOutputRow,
  type TimelineRow,
  toMessageOutput,
  toTimeline,
} from './to-message-output.ts';

/** A possible id: PostgreSQL rejects a NUL, which a URL may contain. */
const messageId = safeText.max(64);

/** A submit comes before the receipt of the same millisecond. */
const timeline = `
  SELECT at, kind, seq, carrier, carrier_message_id AS "carrierMessageId", status, error_code AS "errorCode",
    route, routed_by AS "routedBy"
  FROM message_timeline WHERE message_id = $1
  ORDER BY at, kind = 'receipt', event_id NULLS FIRST, seq`;

/**
 * Returns one message with its timeline.
 *
 * @param id untrusted
 * @throws DomainError `not_found` if there is none, or it belongs to another user
 */
export async function getMessage(userId: string, id: string) {
  const rows = messageId.safeParse(id).success
    ? await prisma.message.findMany({ where: { id, userId } })
    : [];
  const [row] = await showSubmitting(rows);
  if (!row) throw new DomainError('not_found', { message: 'There is no message by this id.' });
  const events = await query<TimelineRow>('message-timeline', timeline, [id]);
  return { ...toMessageOutput(row), timeline: toTimeline(row, events) };
}

/**
 * One page of a user's messages, newest first. It looks at 10,000 messages at most: if few of them pass the filters, it
 * has fewer entries than `limit`, or none, and a `next`.
 */
export async function listMessages(
  userId: string,
  { limit, after, status, recipient, api_id: key, from, to }: ListMessagesInput,
): Promise<Page<MessageOutput>> {
  // Ids sort by the time of accepting, so one index serves both the time range and the page.
  const first = minIdAt('msg', from ? Date.parse(from) : 0);
  const end = minIdAt('msg', to ? Date.parse(to) : Number.POSITIVE_INFINITY);
  const filters = {
    ...{ userId, first, status, recipient, key },
    end: after !== undefined && after < end ? after : end,
  };
  const rows = await run<MessageOutputRow>(pageStatement(filters, limit + 1));
  const page = toPage(await showSubmitting(rows), limit, toMessageOutput);
  if (page.next !== null || looksAtNoOther(filters)) return page;
  const [stop] = await run<{ id: string }>(lastLookedAtStatement(filters));
  if (!stop) return page;
  // Of messages that were accepted between the two statements the second has counted more.
  const last = rows.at(-1);
  const isBehind = last !== undefined && last.id < stop.id;
  return { ...page, next: isBehind ? last.id : stop.id };
}

const run = <Row extends object>({ name, sql, values }: ListStatement) =>
  query<Row>(name, sql, values);

const finalStates: MessageState[] = ['delivered', 'undelivered', 'failed', 'expired'];

/** The final states and reasons of messages, by id; messages in progress are left out. */
export async function findFinalStates(ids: string[]) {
  const rows = await prisma.message.findMany({
    where: { id: { in: ids }, state: { in: finalStates } },
    select: { id: true, state: true, reason: true },
  });
  return new Map(rows.map(({ id, state, reason }) => [id, { state, reason }]));
}
