import { query } from '#platform/db.ts';
import { maxListened, readableMinutes } from './contract.browser.ts';

/** The table has a row for each account that has listened in the last hour, so all of it is read. */
const endFull = `
  UPDATE webhook_listeners AS l SET ends_at = now(), is_full = true
  WHERE l.ends_at > now() AND EXISTS (
    SELECT FROM webhook_listener_events AS e WHERE e.user_id = l.user_id AND e.livemode = l.livemode
    ORDER BY e.id OFFSET ${maxListened - 1} LIMIT 1)
  RETURNING l.user_id`;

/**
 * Ends listeners that have as many events as they may have: what is written for a page that was left open must not grow
 * with what the account sends.
 *
 * @returns how many
 */
export async function endFullListeners(): Promise<number> {
  return (await query('end-full-webhook-listeners', endFull, [])).length;
}

/** Events of a statement, and statements of a run; the next run continues. */
const portionSize = 5_000;
const maxPortions = 20;

const isOver = (l: string) => `${l}.ends_at <= now() - interval '${readableMinutes} minutes'`;

const purgeEvents = `
  DELETE FROM webhook_listener_events WHERE (user_id, livemode, id) IN (
    SELECT e.user_id, e.livemode, e.id
    FROM webhook_listeners AS l JOIN webhook_listener_events AS e ON e.user_id = l.user_id AND e.livemode = l.livemode
    WHERE ${isOver('l')} LIMIT ${portionSize})
  RETURNING id`;

/** One that is started again meanwhile stays: its row is looked at once more when it is free. */
const purgeListeners = `
  DELETE FROM webhook_listeners AS l WHERE ${isOver('l')} AND NOT EXISTS (
    SELECT FROM webhook_listener_events AS e WHERE e.user_id = l.user_id AND e.livemode = l.livemode)
  RETURNING l.user_id`;

/** Deletes listeners that ended an hour ago, with their events. @returns how many events */
export async function purgeListenerEvents(): Promise<number> {
  let purged = 0;
  for (let i = 0; i < maxPortions; i += 1) {
    const { length } = await query('purge-webhook-listener-events', purgeEvents, []);
    purged += length;
    if (length < portionSize) break;
  }
  await query('purge-webhook-listeners', purgeListeners, []);
  return purged;
}
