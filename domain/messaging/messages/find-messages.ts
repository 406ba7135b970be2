import type { z } from 'zod';
import { operatorVerdicts } from '#domain/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { readVerdict } from '#domain/dlt/operator-verdicts/receipt-errors.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { activeSessionSql } from '#domain/identity/sessions/create-session.ts';
import { liveIds } from '#domain/messaging/months/live-ids.ts';
import { findScheduled } from '#domain/messaging/scheduling/scheduled-messages.ts';
import { recordTextViews, type Viewer } from '#domain/messaging/text-views/record-text-views.ts';
import { docUrlOf } from '#domain/shared/doc-url.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { type Page, toPage } from '#domain/shared/page.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type SqlClient, transaction } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import type { Message, MessageEvent, MessagePart } from '#prisma/generated/client.ts';
import {
  type ListMessagesInput,
  type LogFilter,
  type MessageState,
  type RoutedBy,
  routedBy,
} from './contract.ts';
import {
  type ListFilters,
  type ListStatement,
  lastLookedAtStatement,
  looksAtNoOther,
  outputColumns,
  pageStatement,
  showQueueState,
  splitByState,
  withoutSorts,
} from './list-sql.ts';
import { segmentOf } from './message-columns.ts';
import type { eventOutput, MessageOutput } from './outputs.ts';

/** Matches possible ids. A URL may contain a NUL, which PostgreSQL rejects. */
const messageId = safeText.max(64);

/**
 * Reads the timelines of the messages $1. Events of the same millisecond keep the order in which they were recorded, and a
 * receipt comes after its submit. The statement looks up each message separately: without table statistics, the planner
 * would overestimate the share of these messages and read their whole month.
 */
const timelineOf = `
  SELECT message_id AS "messageId", at, kind, seq, carrier, carrier_message_id AS "carrierMessageId", status, error_code AS "errorCode",
    route, routed_by AS "routedBy",
    CASE WHEN kind = 'receipt' AND error_code IS NOT NULL
      THEN (SELECT profile FROM carriers WHERE name = carrier) END AS profile
  FROM unnest($1::text[]) AS wanted(id)
    CROSS JOIN LATERAL (SELECT * FROM message_timeline WHERE message_id = wanted.id OFFSET 0) AS timeline
  ORDER BY at, kind = 'receipt', event_id NULLS FIRST, seq`;

/** Identifies a message as it was when it reached a state. */
type MessageAt = {
  id: string;
  userId: string;
  state: MessageState;
  at: Date;
  version: number;
  reason: string | null;
};

type EventOutput = z.infer<typeof eventOutput>;

/** The columns of a message that the API returns. */
type MessageOutputRow = Pick<
  Message,
  | 'id'
  | 'userId'
  | 'keyId'
  | 'requestId'
  | 'livemode'
  | 'sender'
  | 'recipient'
  | 'kind'
  | 'content'
  | 'templateId'
  | 'entityId'
  | 'segments'
  | 'state'
  | 'reason'
  | 'version'
  | 'createdAt'
  | 'scheduledFor'
  | 'sentAt'
  | 'settledAt'
>;

function toMessageOutput(row: MessageOutputRow): MessageOutput {
  return {
    _id: row.id,
    user: row.userId,
    apiId: row.keyId,
    requestId: row.requestId,
    serverNumber: row.sender,
    recipient: row.recipient,
    livemode: row.livemode,
    // In the log, the kind is `otp` or `message`. The third kind, `test`, exists only in the queue.
    kind: row.kind === 'otp' ? 'otp' : 'message',
    content: row.content,
    templateId: row.templateId,
    entityId: row.entityId,
    segments: row.segments,
    status: row.state,
    reason: row.reason,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    scheduledFor: row.scheduledFor?.toISOString() ?? null,
    sentAt: row.sentAt?.toISOString() ?? null,
    settledAt: row.settledAt?.toISOString() ?? null,
  };
}

/** The columns of `message_timeline` that the API returns. */
type TimelineRow = Omit<MessageEvent, 'messageId' | 'id'> &
  Pick<MessagePart, 'route' | 'routedBy'> & {
    /** The carrier's profile, for receipts with an error code; null if the carrier was removed. */
    profile: unknown;
  };

/** @returns the URL of the documentation about a code */
type DocUrlOf = (code: string) => string;

/** Builds the timeline: `queued` first, then attempts and receipts, oldest first. */
function toTimeline(
  row: Pick<Message, 'createdAt'>,
  events: TimelineRow[],
  docUrlOf: DocUrlOf,
): EventOutput[] {
  return [
    {
      at: row.createdAt.toISOString(),
      event: 'queued',
      carrier: null,
      segment: null,
      carrierMessageId: null,
      status: null,
      errorCode: null,
      verdict: null,
      route: null,
    },
    ...events.map((event) => ({
      at: event.at.toISOString(),
      event: event.kind,
      carrier: event.carrier,
      segment: event.seq === null ? null : segmentOf(event.seq),
      carrierMessageId: event.carrierMessageId,
      status: event.status,
      errorCode: event.errorCode,
      verdict: toVerdictOutput(event, docUrlOf),
      route: event.route === null ? null : { name: event.route, by: toRoutedBy(event.routedBy) },
    })),
  ];
}

function toVerdictOutput(event: TimelineRow, docUrlOf: DocUrlOf): EventOutput['verdict'] {
  const code = readVerdict(event);
  if (code === null) return null;
  return { code, source: 'operator', message: operatorVerdicts[code], docUrl: docUrlOf(code) };
}

const toRoutedBy = (by: string | null): RoutedBy[] =>
  routedBy.filter((one) => by?.split(',').includes(one));

type MessageWithTimeline = MessageOutput & { timeline: ReturnType<typeof toTimeline> };

const messages = `SELECT ${outputColumns} FROM messages WHERE id = ANY ($1)`;

/**
 * Reads messages in `getMessage`'s format, each as it was at a given time, without later changes. Text and phone number are
 * the currently stored values, because they may have been erased in the meantime.
 *
 * @returns one result per entry of `wanted`, in the same order; null for a deleted message
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
    const before = (eventsOf.get(moment.id) ?? []).filter((event) => event.at <= end);
    const isOfReceipt = state === 'delivered' || state === 'undelivered';
    const until = isOfReceipt ? before : withoutLastReceipts(before);
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
 * Omits the receipts after the last other event. They belong to a later state than that event, but may arrive before that
 * event's state is recorded, or in the same millisecond.
 */
const withoutLastReceipts = (timeline: TimelineRow[]): TimelineRow[] =>
  timeline.slice(0, timeline.findLastIndex(({ kind }) => kind !== 'receipt') + 1);

/**
 * Returns the time of the last event that belongs to the state. A receipt may arrive before the response to the submit, so
 * `sentAt` can be later than the final state. If the message has not changed since it reached the state, events up to
 * `sentAt` belong to the state too.
 */
function endOf({ at, version }: MessageAt, { sentAt, version: latest }: MessageOutputRow): Date {
  return version === latest && sentAt && sentAt > at ? sentAt : at;
}

/**
 * Returns one message with its timeline, and records the view.
 *
 * @param id untrusted
 * @param livemode finds only a message of this mode; by default a message of either mode
 * @throws DomainError `not_found` if the message does not exist, belongs to another user, or has the other mode
 */
export async function getMessage(viewer: Viewer, id: string, livemode?: boolean) {
  const { userId } = viewer;
  const unknown = new DomainError('not_found', { message: 'There is no message with this id.' });
  if (!messageId.safeParse(id).success) throw unknown;
  const where = { id, userId, ...(livemode !== undefined && { livemode }) };
  let rows = await prisma.message.findMany({ where });
  if (rows.length === 0) {
    const scheduled = await findScheduled(viewer, id, livemode);
    if (scheduled) return { ...scheduled, timeline: [] };
    // A worker may have moved it to the log between the two searches.
    rows = await prisma.message.findMany({ where });
  }
  const [row] = await showQueueState(rows);
  if (!row) throw unknown;
  const events = await query<TimelineRow>('message-timeline', timelineOf, [[id]]);
  const message = toMessageOutput(row);
  await recordTextViews(viewer, [message]);
  return { ...message, timeline: toTimeline(row, events, docUrlOf) };
}

/**
 * The filters of a list. `livemode` true, which is the default, lists messages of live keys; false lists messages of test
 * keys.
 */
type ListInput = ListMessagesInput & LogFilter & { livemode?: boolean };

/**
 * Returns a page of an account's messages of one mode, newest first, and records that the viewer read their texts. Reads at
 * most 10,000 messages. If few of these match the filters, the page has fewer entries than `limit`, or none, but still a
 * `next`.
 */
export async function listMessages(viewer: Viewer, input: ListInput): Promise<Page<MessageOutput>> {
  const page = await readMessages(viewer.userId, input);
  await recordTextViews(viewer, page.entries);
  return page;
}

/** Returns the same page as `listMessages`, without texts, so it records no view. */
export async function listWithoutTexts(
  userId: string,
  input: ListInput,
): Promise<Page<Omit<MessageOutput, 'content'>>> {
  const { entries, next } = await readMessages(userId, input);
  return { entries: entries.map(({ content: _, ...entry }) => entry), next };
}

/** A search in texts covers only messages that are at most this old, in milliseconds. */
const textSearchMs = 30 * 86_400_000;

/** Converts the filters of a list to a range of ids and values of columns. */
export function toListFilters(
  userId: string,
  { livemode = true, from, to, ...filter }: LogFilter & { livemode?: boolean },
): ListFilters {
  const { states, recipient, api_id: key, sender, template_id: template } = filter;
  const { category, carrier, reason, text } = filter;
  // Ids sort by the time of acceptance, so one index serves both the time range and the page.
  const since = minIdAt('msg', from ? Date.parse(from) : 0);
  const searched = minIdAt('msg', clock.now().getTime() - textSearchMs);
  const isSubmitting = states?.length === 1 && states[0] === 'submitting';
  const earliest = isSubmitting ? liveIds()[0] : text === undefined ? since : searched;
  const isTooEarly = since < earliest;
  return {
    ...{ userId, livemode, states, recipient, key, sender, template, category, carrier },
    ...{ reason, text },
    first: isTooEarly ? earliest : since,
    end: minIdAt('msg', to ? Date.parse(to) : Number.POSITIVE_INFINITY),
  };
}

async function readMessages(
  userId: string,
  { limit, after, status, ...input }: ListInput,
): Promise<Page<MessageOutput>> {
  const filters = toListFilters(userId, status ? { ...input, states: [status] } : input);
  if (after !== undefined && after < filters.end) filters.end = after;
  const { rows, stop } = await transaction((tx) => readPages(splitByState(filters), limit, tx), {
    snapshot: true,
  });
  const page = toPage(await showQueueState(rows), limit, toMessageOutput);
  return { ...page, next: page.next ?? stop };
}

/** A message whose status a session follows, for example on an open page of the dashboard. */
export type Wanted = Pick<SignedInUser, 'sessionId'> & { messageId: string };

/** The status of a message, without text and recipient. Times are ISO 8601. */
export type FollowedMessage = {
  _id: string;
  status: MessageState;
  /** False for a message of a test key, which is not submitted to a carrier. */
  livemode: boolean;
  reason: string | null;
  createdAt: string;
  sentAt: string | null;
  settledAt: string | null;
  /** The number of attempts to submit the message to a carrier. All segments of an attempt count as one. */
  attempts: number;
};

type Row = Omit<FollowedMessage, '_id' | 'status' | 'createdAt' | 'sentAt' | 'settledAt'> & {
  id: string;
  state: MessageState;
  /** The position in the list, counted from 1. */
  place: number;
  createdAt: Date;
  sentAt: Date | null;
  settledAt: Date | null;
};

const statement = `
  SELECT wanted.place, m.id, m.state, m.livemode, m.reason, m.created_at AS "createdAt",
    m.sent_at AS "sentAt", m.settled_at AS "settledAt",
    (SELECT count(*) FROM message_timeline AS e
      WHERE e.message_id = m.id AND e.message_id = ANY ($2) AND coalesce(e.seq, 1) = 1
        AND e.kind IN ('submitted', 'refused', 'unanswered', 'not_sent')) AS attempts
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (session_id, message_id, place)
  JOIN sessions AS s ON s.id = wanted.session_id AND ${activeSessionSql('s', '$3')}
  JOIN messages AS m ON m.id = wanted.message_id AND m.user_id = s.user_id
    AND m.id = ANY ($2)`;

/**
 * Reads the messages that several sessions follow, in one statement.
 *
 * @returns one result per entry, in the order of `list`; null if the session has ended, or if the message does not exist or
 *   belongs to another user
 */
export async function readFollowed(list: Wanted[]): Promise<(FollowedMessage | null)[]> {
  const ids = list.map(({ messageId: id }) => (messageId.safeParse(id).success ? id : null));
  const sessions = list.map(({ sessionId }) => sessionId);
  const rows = await query<Row>('read-followed', statement, [...[sessions, ids, clock.now()]]);
  const found = new Map((await showQueueState(rows)).map(({ place, ...row }) => [place, row]));
  return list.map((_, index) => {
    const row = found.get(index + 1);
    if (!row) return null;
    const { id: _id, state: status, ...others } = row;
    return {
      ...{ _id, status, ...others },
      createdAt: row.createdAt.toISOString(),
      sentAt: row.sentAt?.toISOString() ?? null,
      settledAt: row.settledAt?.toISOString() ?? null,
    };
  });
}

/**
 * Merges the pages of several lists to one page, and returns it in the format of `readPage`. A list that stopped early
 * is complete only as far as its `stop`, so the merged page ends at the newest `stop` of all lists.
 */
async function readPages(lists: ListFilters[], limit: number, tx: SqlClient) {
  const found: MessageOutputRow[] = [];
  let stop: string | null = null;
  for (const list of lists) {
    const page = await readPage(list, limit, tx);
    found.push(...page.rows);
    if (page.stop !== null && (stop === null || page.stop > stop)) stop = page.stop;
  }
  const rows = found
    .filter(({ id }) => stop === null || id >= stop)
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, limit + 1);
  return { rows, stop: rows.length > limit ? null : stop };
}

/** @returns `rows`, at most `limit + 1`; and, if further messages may match, `stop`, the id of the last message read */
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

/** Reads the final states and reasons of messages, by id. Messages without a final state are omitted. */
export async function findFinalStates(ids: string[]) {
  const rows = await prisma.message.findMany({
    where: { id: { in: ids }, state: { in: finalStates } },
    select: { id: true, state: true, reason: true },
  });
  return new Map(rows.map(({ id, state, reason }) => [id, { state, reason }]));
}
