import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { minIdAt, timeOfId } from '#platform/ids.ts';
import { logger } from '#platform/logger.ts';
import type { EventType, RenderData } from '../contract.browser.ts';
import { consumeWebhookLimit } from '../log/replay-event.ts';
import { eventTimeSql, newEventIdSql } from '../outbox/add-subject-events-sql.ts';
import { renderEach } from '../sending/payload-renderer.ts';
import {
  type ListenedEvent,
  type Listener,
  type ListenerKey,
  listenMinutes,
  maxListened,
  maxShown,
  readableMinutes,
} from './contract.browser.ts';

/** Starts a listener, and deletes the events of the previous listener. */
const start = `
  WITH cleared AS (DELETE FROM webhook_listener_events WHERE user_id = $1 AND livemode = $2)
  INSERT INTO webhook_listeners (user_id, livemode, started_at, ends_at)
  VALUES ($1, $2, now(), now() + interval '${listenMinutes} minutes')
  ON CONFLICT (user_id, livemode) DO UPDATE
  SET started_at = excluded.started_at, ends_at = excluded.ends_at, is_full = false`;

/**
 * Starts the account's listener for `listenMinutes` minutes, and deletes the events of the previous listener.
 *
 * @throws DomainError `rate_limited`
 */
export async function startListening({ userId, livemode }: ListenerKey): Promise<void> {
  await consumeWebhookLimit(userId, 'listens');
  await query('start-webhook-listener', start, [userId, livemode]);
}

/**
 * Keeps a listener open, and deletes events older than `readableMinutes`. If the listener is full, also deletes the
 * events that its client has received.
 */
const keep = `
  WITH before AS (
    SELECT is_full FROM webhook_listeners WHERE user_id = $1 AND livemode = $2
  ),
  cleared AS (
    DELETE FROM webhook_listener_events WHERE user_id = $1 AND livemode = $2
      AND id < CASE WHEN (SELECT is_full FROM before) THEN greatest($3, $4) ELSE $3 END
  ),
  kept AS (
    INSERT INTO webhook_listeners AS l (user_id, livemode, started_at, ends_at)
    VALUES ($1, $2, now(), now() + interval '${listenMinutes} minutes')
    ON CONFLICT (user_id, livemode) DO UPDATE
    SET ends_at = excluded.ends_at, is_full = false,
      started_at = CASE WHEN l.ends_at > now() THEN l.started_at ELSE excluded.started_at END
  )
  SELECT FROM before`;

const isOpenSql = `
  SELECT ends_at > now() AS "isOpen" FROM webhook_listeners WHERE user_id = $1 AND livemode = $2`;

/**
 * Keeps the account listening for another `listenMinutes` minutes. Keeps the events after `after`. Only a start counts
 * towards the hourly limit, because a connected program calls this every few minutes.
 *
 * @param after the last event that the program has received
 * @throws DomainError `rate_limited`
 */
export async function keepListening(key: ListenerKey, after: string | null): Promise<void> {
  const { userId, livemode } = key;
  const [listener] = await query<{ isOpen: boolean }>('is-listening', isOpenSql, [
    userId,
    livemode,
  ]);
  if (!listener?.isOpen) await consumeWebhookLimit(userId, 'listens');
  const oldest = minIdAt('evt', databaseClock.now() - readableMinutes * 60_000);
  const values = [userId, livemode, oldest, positionAfter(key, after).since];
  await query('keep-webhook-listener', keep, values);
}

const stop = `
  UPDATE webhook_listeners SET ends_at = now() WHERE user_id = $1 AND livemode = $2 AND ends_at > now()`;

/** Ends the listener. Its events can still be read for `readableMinutes`. */
export async function stopListening({ userId, livemode }: ListenerKey): Promise<void> {
  await query('stop-webhook-listener', stop, [userId, livemode]);
}

/** Columns of a listener `l`. */
const listenerColumns = `l.started_at AS "startedAt", l.ends_at AS "endsAt", l.ends_at > now() AS "isOpen",
    l.is_full AS "isFull"`;

export type ListenerRow = { startedAt: Date; endsAt: Date; isOpen: boolean; isFull: boolean };

const toListener = ({ startedAt, endsAt, isOpen, isFull }: ListenerRow): Listener => ({
  startedAt: startedAt.toISOString(),
  endsAt: endsAt.toISOString(),
  ...{ isOpen, isFull },
});

const find = `
  SELECT ${listenerColumns}, (
    SELECT max(e.id) FROM webhook_listener_events AS e WHERE e.user_id = l.user_id AND e.livemode = l.livemode
  ) AS "lastId"
  FROM webhook_listeners AS l WHERE l.user_id = $1 AND l.livemode = $2`;

type LastId = {
  /** The id of the listener's newest event of any type. */
  lastId: string | null;
};

/** Finds an account's listener, even if it has ended; null if there was none in the last hour. */
export async function findListener({
  userId,
  livemode,
}: ListenerKey): Promise<(Listener & LastId) | null> {
  const values = [userId, livemode];
  const [row] = await query<ListenerRow & LastId>('find-webhook-listener', find, values);
  return row ? { ...toListener(row), lastId: row.lastId } : null;
}

/** The columns of a listener's event `e` that pages and payloads need. */
const listenedColumns = `e.id, e.user_id AS "userId", e.type, e.livemode AND NOT e.is_test AS livemode,
    e.subject_id AS "subjectId", e.at, e.version, e.reason, e.data`;

export type ListenedRow = {
  id: string;
  userId: string;
  type: EventType;
  /** `livemode` as in the payload: false for test events. */
  livemode: boolean;
  subjectId: string | null;
  at: Date;
  version: number | null;
  reason: string | null;
  data: Record<string, unknown> | null;
};

/**
 * Converts events of one or more listeners for display, in the same order. The texts of messages are left out, because
 * another person could read an open page.
 *
 * @throws if the database is unavailable
 */
async function toListenedEvents(
  rows: ListenedRow[],
  renderData: RenderData,
): Promise<ListenedEvent[]> {
  const bare = rows.map((row) => ({ ...row, includesText: false }));
  const rendered = rows.length > 0 ? await renderEach(bare, renderData) : [];
  return rows.map(({ id, type, at, subjectId }, i) => {
    const one = rendered[i];
    // An event that cannot be rendered must not end the streams of other accounts, so it is skipped.
    if (one && 'error' in one)
      logger.error({ error: one.error, eventId: id }, 'a webhook event cannot be shown');
    const payload = one && 'payload' in one ? one.payload : null;
    return {
      ...{ _id: id, type, timestamp: at.toISOString(), subject: subjectId },
      body: payload === null ? null : JSON.stringify(payload),
    };
  });
}

/**
 * Events up to this age, in milliseconds, are read again. An id starts with the time at which its statement began, so a slow
 * statement can commit an event after newer events were read. No statement takes longer than this.
 */
const overlapMs = 15_000;

/** How far a stream has read. `readNewEvents` advances the position. */
export type Position = ListenerKey & {
  /** Events after the id `since` are read, except `seen`, which were already read. */
  since: string;
  seen: Set<string>;
  /** True for programs, which get every event, oldest first. Pages get only the newest events that they can show. */
  readsAll?: true;
};

const eventId = /^evt_[0-9A-HJKMNP-TV-Z]{26}$/;

/** @param lastId the last event that the page has; null to read the listener's newest events */
export function positionAfter(key: ListenerKey, lastId: string | null): Position {
  if (lastId === null || !eventId.test(lastId)) return { ...key, since: '', seen: new Set() };
  return { ...key, since: minIdAt('evt', timeOfId(lastId) - overlapMs), seen: new Set([lastId]) };
}

/**
 * Returns the position of a program that has received no events: only events from now on are read.
 *
 * @returns also the id to send if the program reconnects before its first event
 */
export function positionFromNow(key: ListenerKey): { position: Position; id: string } {
  const since = minIdAt('evt', databaseClock.now());
  return { position: { ...key, since, seen: new Set() }, id: since.padEnd(30, '0') };
}

/**
 * SQL: the events after a position. The statement has this query twice, for pages and for programs, and PostgreSQL runs
 * only the one whose condition is true.
 */
const eventsSql = (condition: string, order: 'ASC' | 'DESC') => `
    (SELECT ${listenedColumns} FROM webhook_listener_events AS e
    WHERE ${condition} AND e.user_id = asked.user_id AND e.livemode = asked.livemode AND e.id >= asked.since
      AND e.id <> ALL (asked.seen)
    ORDER BY e.id ${order} LIMIT ${maxShown})`;

/** Reads no more events per listener than its page shows, so that a busy account does not delay others. */
const readNewSql = `
  SELECT asked.place, extract(epoch FROM now())::float8 * 1000 AS now, ${listenerColumns}, e.*
  FROM jsonb_to_recordset($1::jsonb)
    AS asked(place int, user_id text, livemode boolean, since text, seen text[], reads_all boolean)
  JOIN webhook_listeners AS l ON l.user_id = asked.user_id AND l.livemode = asked.livemode
  LEFT JOIN LATERAL (${eventsSql('NOT asked.reads_all', 'DESC')}
    UNION ALL${eventsSql('asked.reads_all', 'ASC')}) AS e ON true
  ORDER BY asked.place, e.id`;

/** The event's columns are null if there is no new event. */
type Row = ListenerRow & { place: number; now: number } & (ListenedRow | { id: null });

export type NewEvents = { listener: Listener; events: ListenedEvent[] };

/**
 * Reads the events that each stream has not read yet, oldest first, in one statement for any number of streams. If there are
 * more events than a page shows, a page gets only the newest. A program gets the rest with its next reads.
 *
 * @returns an element for each element of `list`; null if the account has not listened in the last hour
 */
export async function readNewEvents(
  list: Position[],
  renderData: RenderData,
): Promise<(NewEvents | null)[]> {
  const asked = list.map(({ userId, livemode, since, seen, readsAll = false }, place) => ({
    ...{ place, user_id: userId, livemode, since, reads_all: readsAll },
    seen: [...seen],
  }));
  const rows = await query<Row>('read-new-listened-events', readNewSql, [JSON.stringify(asked)]);
  const found = rows.filter((row) => row.id !== null);
  // If two pages of an account follow the same events, they are rendered only once.
  const once = new Map(found.map((row) => [row.id, row]));
  const rendered = await toListenedEvents([...once.values()], renderData);
  const events = new Map(rendered.map((event) => [event._id, event]));
  return list.map((position, place) => {
    const listener = rows.find((row) => row.place === place);
    if (!listener) return null;
    const own = found.filter((row) => row.place === place).map(({ id }) => events.get(id));
    const read = own.filter((event) => event !== undefined);
    moveOn(position, read, listener.now);
    return { listener: toListener(listener), events: read };
  });
}

function moveOn(position: Position, read: ListenedEvent[], now: number): void {
  if (position.readsAll) {
    moveOnByAll(position, read, now);
    return;
  }
  const newest = [...position.seen, ...read.map(({ _id }) => _id)].sort().slice(-maxShown);
  const bounds = [position.since, minIdAt('evt', now - overlapMs)];
  // If the page is full, the next read starts at the oldest shown event, so it compares few ids.
  if (newest.length === maxShown) bounds.push(newest[0] ?? '');
  const since = bounds.sort().at(-1) ?? '';
  position.since = since;
  position.seen = new Set(newest.filter((id) => id >= since));
}

/**
 * If a read returns the maximum number of events, there may be more events. The position then advances only to the last
 * event read, minus the overlap.
 */
function moveOnByAll(position: Position, read: ListenedEvent[], now: number): void {
  const last = read.at(-1);
  const readUntil = last && read.length >= maxShown ? timeOfId(last._id) : now;
  const since = [position.since, minIdAt('evt', readUntil - overlapMs)].sort().at(-1) ?? '';
  position.since = since;
  const seen = [...position.seen, ...read.map(({ _id }) => _id)];
  position.seen = new Set(seen.filter((id) => id >= since));
}

const newest = `
  SELECT ${listenedColumns} FROM webhook_listener_events AS e
  WHERE e.user_id = $1 AND e.livemode = $2 AND ($3::text IS NULL OR e.type = $3)
  ORDER BY e.id DESC LIMIT ${maxShown}`;

/** Lists a listener's newest events, newest first, with the body that would be posted. */
export async function listListened(
  { userId, livemode }: ListenerKey,
  type: EventType | undefined,
  renderData: RenderData,
): Promise<ListenedEvent[]> {
  const values = [userId, livemode, type ?? null];
  const rows = await query<ListenedRow>('list-listened-events', newest, values);
  return toListenedEvents(rows, renderData);
}

/** Scans the whole table, which is small: one row per account that has listened in the last hour. */
const endFull = `
  UPDATE webhook_listeners AS l SET ends_at = now(), is_full = true
  WHERE l.ends_at > now() AND EXISTS (
    SELECT FROM webhook_listener_events AS e WHERE e.user_id = l.user_id AND e.livemode = l.livemode
    ORDER BY e.id OFFSET ${maxListened - 1} LIMIT 1)
  RETURNING l.user_id`;

/**
 * Ends listeners that have the maximum number of events, because a page that was left open must not cause unlimited writes.
 *
 * @returns the number of listeners
 */
export async function endFullListeners(): Promise<number> {
  return (await query('end-full-webhook-listeners', endFull, [])).length;
}

/** Maximum number of events per statement, and of statements per run. The next run continues. */
const batchSize = 5_000;
const maxBatches = 20;

const isOver = (l: string) => `${l}.ends_at <= now() - interval '${readableMinutes} minutes'`;

const purgeEvents = `
  DELETE FROM webhook_listener_events WHERE (user_id, livemode, id) IN (
    SELECT e.user_id, e.livemode, e.id
    FROM webhook_listeners AS l JOIN webhook_listener_events AS e ON e.user_id = l.user_id AND e.livemode = l.livemode
    WHERE ${isOver('l')} LIMIT ${batchSize})
  RETURNING id`;

/**
 * A listener that is restarted at the same time is kept, because PostgreSQL checks the condition again after getting the
 * row's lock.
 */
const purgeListeners = `
  DELETE FROM webhook_listeners AS l WHERE ${isOver('l')} AND NOT EXISTS (
    SELECT FROM webhook_listener_events AS e WHERE e.user_id = l.user_id AND e.livemode = l.livemode)
  RETURNING l.user_id`;

/**
 * Deletes listeners that ended over an hour ago, with their events.
 *
 * @returns the number of events
 */
export async function purgeListenerEvents(): Promise<number> {
  let purged = 0;
  for (let i = 0; i < maxBatches; i += 1) {
    const { length } = await query('purge-webhook-listener-events', purgeEvents, []);
    purged += length;
    if (length < batchSize) break;
  }
  await query('purge-webhook-listeners', purgeListeners, []);
  return purged;
}

const addSampleSql = `
  WITH ${eventTimeSql}
  INSERT INTO webhook_listener_events (id, user_id, livemode, type, is_test, at, data)
  SELECT ${newEventIdSql}, user_id, livemode, $3, true, now(), $4 FROM webhook_listeners
  WHERE user_id = $1 AND livemode = $2 AND ends_at > now()
  RETURNING id`;

/**
 * Adds a sample event to a listener. The event is not posted to any endpoint.
 *
 * @param data sample data for the type; may be empty for `ping`
 * @returns false if the account no longer listens
 * @throws DomainError `rate_limited`
 */
export async function sendSampleEvent(
  { userId, livemode }: ListenerKey,
  type: EventType,
  data: Record<string, unknown>,
): Promise<boolean> {
  await consumeWebhookLimit(userId, 'tests');
  const values = [userId, livemode, type, JSON.stringify(data)];
  return (await query('send-sample-webhook-event', addSampleSql, values)).length > 0;
}
