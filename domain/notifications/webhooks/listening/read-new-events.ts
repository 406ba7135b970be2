import { query } from '#platform/db.ts';
import { minIdAt, timeOfId } from '#platform/ids.ts';
import type { RenderData } from '../contract.browser.ts';
import {
  type ListenedEvent,
  type Listener,
  type ListenerKey,
  maxShown,
} from './contract.browser.ts';
import { type ListenedRow, listenedColumns, toListenedEvents } from './listened-events.ts';
import { type ListenerRow, listenerColumns, toListener } from './manage-listener.ts';

/**
 * An id begins with the time at which its statement began, and a statement that takes long commits after others. So what is
 * this new, in milliseconds, is looked at again. No statement takes longer.
 */
const overlapMs = 15_000;

/** How far a stream has read the events of a listener; `readNewEvents` moves it on. */
export type Position = ListenerKey & {
  /** The id from which on events are looked at, and those of them that were read, at most `maxShown`. */
  since: string;
  seen: Set<string>;
};

const eventId = /^evt_[0-9A-HJKMNP-TV-Z]{26}$/;

/** @param lastId the last event that the page has; without one the newest of the listener are read */
export function positionAfter(key: ListenerKey, lastId: string | null): Position {
  if (lastId === null || !eventId.test(lastId)) return { ...key, since: '', seen: new Set() };
  return { ...key, since: minIdAt('evt', timeOfId(lastId) - overlapMs), seen: new Set([lastId]) };
}

/** The newest of each listener, as many as its page shows, so that a busy account does not delay the others. */
const statement = `
  SELECT asked.place, extract(epoch FROM now())::float8 * 1000 AS now, ${listenerColumns}, e.*
  FROM jsonb_to_recordset($1::jsonb) AS asked(place int, user_id text, livemode boolean, since text, seen text[])
  JOIN webhook_listeners AS l ON l.user_id = asked.user_id AND l.livemode = asked.livemode
  LEFT JOIN LATERAL (
    SELECT ${listenedColumns} FROM webhook_listener_events AS e
    WHERE e.user_id = asked.user_id AND e.livemode = asked.livemode AND e.id >= asked.since
      AND e.id <> ALL (asked.seen)
    ORDER BY e.id DESC LIMIT ${maxShown}) AS e ON true
  ORDER BY asked.place, e.id`;

/** Without an event its columns are null. */
type Row = ListenerRow & { place: number; now: number } & (ListenedRow | { id: null });

export type NewEvents = { listener: Listener; events: ListenedEvent[] };

/**
 * Reads the events that any number of streams have not read yet, in one statement, the oldest first. Of more than a page
 * shows, the older ones are left out.
 *
 * @returns in the order of `list`; null where the account has not listened in the last hour
 */
export async function readNewEvents(
  list: Position[],
  renderData: RenderData,
): Promise<(NewEvents | null)[]> {
  const asked = list.map(({ userId, livemode, since, seen }, place) => ({
    ...{ place, user_id: userId, livemode, since },
    seen: [...seen],
  }));
  const rows = await query<Row>('read-new-listened-events', statement, [JSON.stringify(asked)]);
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
  // What is older than all that the page shows is not looked at again, so that each read compares few ids.
  if (newest.length === maxShown) bounds.push(newest[0] ?? '');
  const since = bounds.sort().at(-1) ?? '';
  position.since = since;
  position.seen = new Set(newest.filter((id) => id >= since));
}
