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

/** Deletes the events of the previous listener. */
const start = `
  WITH cleared AS (DELETE FROM webhook_listener_events WHERE user_id = $1 AND livemode = $2)
  INSERT INTO webhook_listeners (user_id, livemode, started_at, ends_at)
  VALUES ($1, $2, now(), now() + interval '${listenMinutes} minutes')
  ON CONFLICT (user_id, livemode) DO UPDATE
  SET started_at = excluded.started_at, ends_at = excluded.ends_at, is_full = false`;

/**
 * Starts the account's listener for `listenMinutes` minutes, and deletes the events of the previous one.
 *
 * @throws DomainError `rate_limited`
 */
export async function startListening({ userId, livemode }: ListenerKey): Promise<void> {
  await consumeWebhookLimit(userId, 'listens');
  await query('start-webhook-listener', start, [userId, livemode]);
}

const stop = `
  UPDATE webhook_listeners SET ends_at = now() WHERE user_id = $1 AND livemode = $2 AND ends_at > now()`;

/** Ends the listener. Its events can be read for a while. */
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
  /** The newest of the listener's events, of any type. */
  lastId: string | null;
};

/** The listener of an account, also after its end; null if there was none in the last hour. */
export async function findListener({
  userId,
  livemode,
}: ListenerKey): Promise<(Listener & LastId) | null> {
  const values = [userId, livemode];
  const [row] = await query<ListenerRow & LastId>('find-webhook-listener', find, values);
  return row ? { ...toListener(row), lastId: row.lastId } : null;
}

/** The columns of an event `e` of a listener that its payload and the page need. */
const listenedColumns = `e.id, e.user_id AS "userId", e.type, e.livemode AND NOT e.is_test AS livemode,
    e.subject_id AS "subjectId", e.at, e.version, e.reason, e.data`;

export type ListenedRow = {
  id: string;
  userId: string;
  type: EventType;
  /** As in the payload: false in test events. */
  livemode: boolean;
  subjectId: string | null;
  at: Date;
  version: number | null;
  reason: string | null;
  data: Record<string, unknown> | null;
};

/**
 * Events of any number of listeners as pages show them, in their order. They have no texts: a page that is left open
 * could be read by others.
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
    // An event that cannot be rendered must not end the streams of other accounts.
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
 * An id begins with the time at which its statement began, and a slow statement commits after later ones. So events of this
 * age, in milliseconds, are read again. No statement takes longer.
 */
const overlapMs = 15_000;

/** How far a stream has read the events of a listener; `readNewEvents` advances it. */
export type Position = ListenerKey & {
  /** The id from which events are read, and the ids from there on that were read before, at most `maxShown`. */
  since: string;
  seen: Set<string>;
};

const eventId = /^evt_[0-9A-HJKMNP-TV-Z]{26}$/;

/** @param lastId the last event that the page has; without it the newest events of the listener are read */
export function positionAfter(key: ListenerKey, lastId: string | null): Position {
  if (lastId === null || !eventId.test(lastId)) return { ...key, since: '', seen: new Set() };
  return { ...key, since: minIdAt('evt', timeOfId(lastId) - overlapMs), seen: new Set([lastId]) };
}

/**
 * Reads of each listener only the number of events that its page shows, so that a busy account does not delay the others.
 */
const readNewSql = `
  SELECT asked.place, extract(epoch FROM now())::float8 * 1000 AS now, ${listenerColumns}, e.*
  FROM jsonb_to_recordset($1::jsonb) AS asked(place int, user_id text, livemode boolean, since text, seen text[])
  JOIN webhook_listeners AS l ON l.user_id = asked.user_id AND l.livemode = asked.livemode
  LEFT JOIN LATERAL (
    SELECT ${listenedColumns} FROM webhook_listener_events AS e
    WHERE e.user_id = asked.user_id AND e.livemode = asked.livemode AND e.id >= asked.since
      AND e.id <> ALL (asked.seen)
    ORDER BY e.id DESC LIMIT ${maxShown}) AS e ON true
  ORDER BY asked.place, e.id`;

/** The columns of the event are null if there is none. */
type Row = ListenerRow & { place: number; now: number } & (ListenedRow | { id: null });

export type NewEvents = { listener: Listener; events: ListenedEvent[] };

/**
 * Reads, in one statement for any number of streams, the events that each stream has not read yet, the oldest first. If
 * these are more than a page shows, the stream gets only the newest of them.
 *
 * @returns in the order of `list`; null if the account has not listened in the last hour
 */
export async function readNewEvents(
  list: Position[],
  renderData: RenderData,
): Promise<(NewEvents | null)[]> {
  const asked = list.map(({ userId, livemode, since, seen }, place) => ({
    ...{ place, user_id: userId, livemode, since },
    seen: [...seen],
  }));
  const rows = await query<Row>('read-new-listened-events', readNewSql, [JSON.stringify(asked)]);
  const found = rows.filter((row) => row.id !== null);
  // Two pages of an account may follow the same events.
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
  const newest = [...position.seen, ...read.map(({ _id }) => _id)].sort().slice(-maxShown);
  const bounds = [position.since, minIdAt('evt', now - overlapMs)];
  // Events older than all shown events are not read again, so that each read compares few ids.
  if (newest.length === maxShown) bounds.push(newest[0] ?? '');
  const since = bounds.sort().at(-1) ?? '';
  position.since = since;
  position.seen = new Set(newest.filter((id) => id >= since));
}

const newest = `
  SELECT ${listenedColumns} FROM webhook_listener_events AS e
  WHERE e.user_id = $1 AND e.livemode = $2 AND ($3::text IS NULL OR e.type = $3)
  ORDER BY e.id DESC LIMIT ${maxShown}`;

/** The newest events of a listener, newest first, with the body that would be posted. */
export async function listListened(
  { userId, livemode }: ListenerKey,
  type: EventType | undefined,
  renderData: RenderData,
): Promise<ListenedEvent[]> {
  const values = [userId, livemode, type ?? null];
  const rows = await query<ListenedRow>('list-listened-events', newest, values);
  return toListenedEvents(rows, renderData);
}

/** Reads the whole table: it has a row only for each account that has listened in the last hour. */
const endFull = `
  UPDATE webhook_listeners AS l SET ends_at = now(), is_full = true
  WHERE l.ends_at > now() AND EXISTS (
    SELECT FROM webhook_listener_events AS e WHERE e.user_id = l.user_id AND e.livemode = l.livemode
    ORDER BY e.id OFFSET ${maxListened - 1} LIMIT 1)
  RETURNING l.user_id`;

/**
 * Ends listeners that have the maximum number of events: a page that was left open must not cause unlimited writes.
 *
 * @returns how many
 */
export async function endFullListeners(): Promise<number> {
  return (await query('end-full-webhook-listeners', endFull, [])).length;
}

/** Events of a statement, and statements of a run; the next run continues. */
const batchSize = 5_000;
const maxBatches = 20;

const isOver = (l: string) => `${l}.ends_at <= now() - interval '${readableMinutes} minutes'`;

const purgeEvents = `
  DELETE FROM webhook_listener_events WHERE (user_id, livemode, id) IN (
    SELECT e.user_id, e.livemode, e.id
    FROM webhook_listeners AS l JOIN webhook_listener_events AS e ON e.user_id = l.user_id AND e.livemode = l.livemode
    WHERE ${isOver('l')} LIMIT ${batchSize})
  RETURNING id`;

/** A listener that is restarted meanwhile stays: PostgreSQL checks the condition again once the row's lock is free. */
const purgeListeners = `
  DELETE FROM webhook_listeners AS l WHERE ${isOver('l')} AND NOT EXISTS (
    SELECT FROM webhook_listener_events AS e WHERE e.user_id = l.user_id AND e.livemode = l.livemode)
  RETURNING l.user_id`;

/** Deletes listeners that ended an hour ago, with their events. @returns how many events */
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
 * Shows a listener a made-up event, which is posted to no endpoint.
 *
 * @param data a sample of the type; of `ping` it may be empty
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
