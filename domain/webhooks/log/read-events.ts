import { DomainError } from '#domain/shared/errors.browser.ts';
import { type Page, toPage } from '#domain/shared/page.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import type {
  AttemptOutput,
  EventOutput,
  EventPayload,
  EventType,
  ListEventsInput,
  RenderData,
} from '../contract.browser.ts';
import { renderPayloads } from '../sending/payload-renderer.ts';

const textOf = 'SELECT includes_text AS "includesText" FROM webhook_endpoints WHERE id = $1';

/** Matches possible ids. A URL may contain a NUL, which PostgreSQL rejects. */
const eventId = safeText.max(64);

/** Columns of an event `e` and of its queue row `q`. */
const eventColumns = `e.id, e.user_id AS "userId", e.endpoint_id AS "endpointId", e.type, e.livemode,
    e.subject_id AS "subjectId", e.at, e.version, e.reason, e.data, e.state, e.attempts,
    e.last_status AS "lastStatus", e.last_error AS "lastError", e.duration_ms AS "durationMs",
    e.delivered_at AS "deliveredAt", q.due_at AS "dueAt"`;

export type EventRow = {
  id: string;
  userId: string;
  endpointId: string;
  type: EventType;
  livemode: boolean;
  subjectId: string | null;
  at: Date;
  version: number | null;
  reason: string | null;
  /** Null if the data is rendered from the event's subject. */
  data: Record<string, unknown> | null;
  state: EventOutput['status'];
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  durationMs: number | null;
  deliveredAt: Date | null;
  dueAt: Date | null;
};

export const toEventOutput = (row: EventRow): EventOutput => ({
  _id: row.id,
  endpoint: row.endpointId,
  type: row.type,
  livemode: row.livemode,
  subject: row.subjectId,
  timestamp: row.at.toISOString(),
  status: row.state,
  attempts: row.attempts,
  lastStatus: row.lastStatus,
  lastError: row.lastError,
  durationMs: row.durationMs,
  nextAttemptAt: row.dueAt?.toISOString() ?? null,
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
});

/**
 * SQL condition: keys of this mode may see the event. A test event always has `livemode` false, so its endpoint
 * determines the mode. If the endpoint was deleted, no key may see the event.
 *
 * @param event alias of a row of `webhook_events`
 * @param parameter the SQL parameter with the mode; null for both modes
 */
const isOfModeSql = (event: string, parameter: string) =>
  `(${parameter}::boolean IS NULL OR ${parameter} = CASE
    WHEN ${event}.livemode OR ${event}.subject_id IS NOT NULL THEN ${event}.livemode
    ELSE (SELECT own.livemode FROM webhook_endpoints AS own WHERE own.id = ${event}.endpoint_id) END)`;

/**
 * Maximum number of events read for a page, so that the cost does not depend on the account's number of events. If few of
 * them match the filters, the page is short or empty, and has a cursor to continue.
 */
const maxLookedAt = 10_000;

/**
 * $2: the endpoint, or null for all endpoints. The index of an endpoint's events does not contain the account, so it is
 * used only if the account still has this endpoint. Otherwise PostgreSQL uses the index of the account's events.
 */
const statementFor = (isOwn: boolean) => `
  WITH looked_at AS MATERIALIZED (
    SELECT * FROM webhook_events
    WHERE user_id = $1 ${isOwn ? 'AND endpoint_id = $2' : ''} AND id < $3 AND id >= $7
    ORDER BY id DESC LIMIT ${maxLookedAt}
  ),
  page AS (
    SELECT * FROM looked_at
    WHERE ($2::text IS NULL OR endpoint_id = $2) AND ($4::text IS NULL OR type = $4)
      AND ($5::text IS NULL OR state = $5::webhook_event_state) AND ${isOfModeSql('looked_at', '$8')}
    ORDER BY id DESC LIMIT $6
  )
  SELECT ${eventColumns}, NULL AS stop FROM page AS e LEFT JOIN webhook_queue AS q ON q.event_id = e.id
  UNION ALL
  SELECT ${eventColumns}, e.id FROM looked_at AS e LEFT JOIN webhook_queue AS q ON false
  WHERE e.id = (SELECT min(id) FROM looked_at HAVING count(*) = ${maxLookedAt})
  ORDER BY stop NULLS FIRST, id DESC`;

type ListInput = ListEventsInput & { livemode?: boolean | undefined };

const ofAccount = statementFor(false);
const ofOwnEndpoint = statementFor(true);

const isOwn = 'SELECT 1 FROM webhook_endpoints WHERE id = $1 AND user_id = $2';

async function hasEndpoint(userId: string, id: string | undefined): Promise<boolean> {
  if (id === undefined) return false;
  return (await query('has-webhook-endpoint', isOwn, [id, userId])).length > 0;
}

/**
 * Lists a page of an account's events, newest first, that keys of one mode or of both modes may see. Reads at most 10,000
 * events.
 */
export async function listEvents(
  userId: string,
  { limit, after, endpoint, type, status, from, to, livemode }: ListInput,
): Promise<Page<EventOutput>> {
  // Ids begin with the time of recording, so one index serves both the time range and the paging.
  const since = minIdAt('evt', from === undefined ? 0 : Date.parse(from));
  const end = minIdAt('evt', to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to));
  const until = after !== undefined && after < end ? after : end;
  const filters = [endpoint ?? null, until, type ?? null, status ?? null];
  const values = [userId, ...filters, limit + 1, since, livemode ?? null];
  const [name, sql] = (await hasEndpoint(userId, endpoint))
    ? ['list-webhook-events-of-endpoint', ofOwnEndpoint]
    : ['list-webhook-events', ofAccount];
  const rows = await query<EventRow & { stop: string | null }>(name, sql, values);
  const stop = rows.find((row) => row.stop !== null)?.stop ?? null;
  const found = rows.filter((row) => row.stop === null);
  const page = toPage(found, limit, toEventOutput);
  return { ...page, next: page.next ?? stop };
}

const statement = `
  SELECT ${eventColumns}
  FROM webhook_events AS e LEFT JOIN webhook_queue AS q ON q.event_id = e.id
  WHERE e.id = $1 AND e.user_id = $2 AND ${isOfModeSql('e', '$3')}`;

/**
 * @param livemode only an event that keys of this mode may see; undefined for both modes
 * @throws DomainError `not_found`
 */
export async function findEvent(userId: string, id: string, livemode?: boolean): Promise<EventRow> {
  const [row] = eventId.safeParse(id).success
    ? await query<EventRow>('find-webhook-event', statement, [id, userId, livemode ?? null])
    : [];
  if (!row)
    throw new DomainError('not_found', { message: 'There is no webhook event with this id.' });
  return row;
}

/**
 * Reads an event with the body that would be posted now, which contains no erased data.
 *
 * @param livemode only an event that keys of this mode may see; undefined for both modes
 * @throws DomainError `not_found`
 */
export async function getEvent(
  userId: string,
  id: string,
  renderData: RenderData,
  livemode?: boolean,
): Promise<EventOutput & { payload: EventPayload | null }> {
  const event = await findEvent(userId, id, livemode);
  const [endpoint] = await query<{ includesText: boolean }>('webhook-includes-text', textOf, [
    event.endpointId,
  ]);
  const includesText = endpoint?.includesText ?? false;
  const payloads = await renderPayloads([{ ...event, includesText }], renderData);
  return { ...toEventOutput(event), payload: payloads.get(id) ?? null };
}

/**
 * How far before and after a state change of a message its events are searched, in milliseconds. A short time is
 * enough, because one statement changes the state and writes the event.
 */
const aroundMs = 30_000;

/**
 * How many events are read around a state change. If the account recorded more, some events of the message are not found.
 */
const maxAround = 5_000;

const eventsAround = `
  SELECT ${eventColumns}
  FROM unnest($3::text[], $4::text[]) AS around(first, last)
    CROSS JOIN LATERAL (
      SELECT * FROM webhook_events WHERE user_id = $1 AND id >= around.first AND id < around.last
      ORDER BY id LIMIT ${maxAround}) AS e
    LEFT JOIN webhook_queue AS q ON q.event_id = e.id
  WHERE e.subject_id = $2
  ORDER BY e.id LIMIT 50`;

/**
 * Lists the events about a message, oldest first, at most 50. No index has events by subject, so only events around the
 * changes of the message are searched.
 *
 * @param changes the times of the state changes, in milliseconds since 1970. Changes at most a minute apart form one span,
 *   and only the last ten spans are searched
 */
export async function listEventsOfMessage(
  userId: string,
  messageId: string,
  changes: number[],
): Promise<EventOutput[]> {
  const spans: { first: number; last: number }[] = [];
  for (const at of changes.toSorted((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last && at - aroundMs <= last.last) last.last = at + aroundMs;
    else spans.push({ first: at - aroundMs, last: at + aroundMs });
  }
  const latest = spans.slice(-10);
  const rows = await query<EventRow>('list-webhook-events-of-message', eventsAround, [
    userId,
    messageId,
    latest.map(({ first }) => minIdAt('evt', first)),
    latest.map(({ last }) => minIdAt('evt', last)),
  ]);
  return rows.map(toEventOutput);
}

const attempts = `
  SELECT number, at, duration_ms AS "durationMs", status, error, response
  FROM webhook_attempts WHERE event_id = $1 ORDER BY number DESC LIMIT 100`;

type AttemptRow = Omit<AttemptOutput, 'at'> & { at: Date };

/**
 * Lists the last 100 attempts of an event, newest first.
 *
 * @throws DomainError `not_found`
 */
export async function listAttempts(
  userId: string,
  id: string,
  livemode?: boolean,
): Promise<AttemptOutput[]> {
  const event = await findEvent(userId, id, livemode);
  const rows = await query<AttemptRow>('list-webhook-attempts', attempts, [event.id]);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
