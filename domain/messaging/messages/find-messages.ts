import { liveIds } from '#domain/messaging/months/live-ids.ts';
import type { Viewer } from '#domain/messaging/privacy/views/contract.ts';
import { recordTextViews } from '#domain/messaging/privacy/views/record-text-views.ts';
import { docUrlOf } from '#domain/shared/doc-url.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { type Page, toPage } from '#domain/shared/page.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { prisma, query, type SqlClient, transaction } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import type { ListMessagesInput, MessageState } from './contract.ts';
import {
  type ListFilters,
  type ListStatement,
  lastLookedAtStatement,
  looksAtNoOther,
  pageStatement,
  withoutSorts,
} from './list-sql.ts';
import type { MessageOutput } from './outputs.ts';
import { showSubmitting } from './show-submitting.ts';
import {
  type MessageOutputRow,
  type TimelineRow,
  toMessageOutput,
  toTimeline,
} from './to-message-output.ts';

/** A possible id: PostgreSQL rejects a NUL, which a URL may contain. */
const messageId = safeText.max(64);

/**
 * The timelines of the messages $1. What has the same millisecond is in the order in which it was recorded; a receipt comes
 * after its submit. Each message is looked up: without statistics the planner takes a few messages for a large part of their
 * month.
 */
export const timelineOf = `
  SELECT message_id AS "messageId", at, kind, seq, carrier, carrier_message_id AS "carrierMessageId", status, error_code AS "errorCode",
    route, routed_by AS "routedBy",
    CASE WHEN kind = 'receipt' AND error_code IS NOT NULL
      THEN (SELECT profile FROM carriers WHERE name = carrier) END AS profile
  FROM unnest($1::text[]) AS wanted(id)
    CROSS JOIN LATERAL (SELECT * FROM message_timeline WHERE message_id = wanted.id OFFSET 0) AS timeline
  ORDER BY at, kind = 'receipt', event_id NULLS FIRST, seq`;

/**
 * Returns one message with its timeline, and records who has seen it.
 *
 * @param id untrusted
 * @param livemode of this mode; of either mode if left out
 * @throws DomainError `not_found` if there is none, or it belongs to another user or is of the other mode
 */
export async function getMessage(viewer: Viewer, id: string, livemode?: boolean) {
  const { userId } = viewer;
  const rows = messageId.safeParse(id).success
    ? await prisma.message.findMany({
        where: { id, userId, ...(livemode !== undefined && { livemode }) },
      })
    : [];
  const [row] = await showSubmitting(rows);
  if (!row) throw new DomainError('not_found', { message: 'There is no message by this id.' });
  const events = await query<TimelineRow>('message-timeline', timelineOf, [[id]]);
  const message = toMessageOutput(row);
  await recordTextViews(viewer, [message]);
  return { ...message, timeline: toTimeline(row, events, docUrlOf) };
}

/** What a list shows. @property livemode whether messages of live keys, which is the default, or of test keys */
type ListInput = ListMessagesInput & { livemode?: boolean };

/**
 * One page of an account's messages of one mode, newest first; who has seen it is recorded. It looks at 10,000 messages at most: if
 * few of them pass the filters, it has fewer entries than `limit`, or none, and a `next`.
 */
export async function listMessages(viewer: Viewer, input: ListInput): Promise<Page<MessageOutput>> {
  const page = await readMessages(viewer.userId, input);
  await recordTextViews(viewer, page.entries);
  return page;
}

/** A page as of `listMessages`, without texts. */
export async function listWithoutTexts(
  userId: string,
  input: ListInput,
): Promise<Page<Omit<MessageOutput, 'content'>>> {
  const { entries, next } = await readMessages(userId, input);
  return { entries: entries.map(({ content: _, ...entry }) => entry), next };
}

async function readMessages(
  userId: string,
  { limit, after, status, recipient, api_id: key, from, to, livemode = true }: ListInput,
): Promise<Page<MessageOutput>> {
  // Ids sort by the time of accepting, so one index serves both the time range and the page.
  const since = minIdAt('msg', from ? Date.parse(from) : 0);
  const end = minIdAt('msg', to ? Date.parse(to) : Number.POSITIVE_INFINITY);
  const filters = {
    ...{ userId, livemode, status, recipient, key },
    first: status === 'submitting' && since < liveIds()[0] ? liveIds()[0] : since,
    end: after !== undefined && after < end ? after : end,
  };
  const { rows, stop } = await transaction((tx) => readPage(filters, limit, tx), {
    snapshot: true,
  });
  const page = toPage(await showSubmitting(rows), limit, toMessageOutput);
  return { ...page, next: page.next ?? stop };
}

/** @returns up to one row more than `limit`; and if there may be more, the last message that was looked at */
async function readPage(filters: ListFilters, limit: number, tx: SqlClient) {
  const run = <Row extends object>({ name, sql, values }: ListStatement) =>
    query<Row>(name, sql, values, tx);
  await tx.query(withoutSorts);
  const rows = await run<MessageOutputRow>(pageStatement(filters, limit + 1));
  if (rows.length > limit || looksAtNoOther(filters)) return { rows, stop: null };
  const [last] = await run<{ id: string }>(lastLookedAtStatement(filters));
  return { rows, stop: last?.id ?? null };
}

const finalStates: MessageState[] = ['delivered', 'undelivered', 'failed', 'expired'];

/** The final states and reasons of messages, by id; messages in progress are left out. */
export async function findFinalStates(ids: string[]) {
  const rows = await prisma.message.findMany({
    where: { id: { in: ids }, state: { in: finalStates } },
    select: { id: true, state: true, reason: true },
  });
  return new Map(rows.map(({ id, state, reason }) => [id, { state, reason }]));
}
