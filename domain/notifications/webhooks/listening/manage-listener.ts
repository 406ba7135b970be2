import { query } from '#platform/db.ts';
import { consumeWebhookLimit } from '../log/consume-webhook-limit.ts';
import { type Listener, type ListenerKey, listenMinutes } from './contract.browser.ts';

/** What was listened to before is over. */
const start = `
  WITH cleared AS (DELETE FROM webhook_listener_events WHERE user_id = $1 AND livemode = $2)
  INSERT INTO webhook_listeners (user_id, livemode, started_at, ends_at)
  VALUES ($1, $2, now(), now() + interval '${listenMinutes} minutes')
  ON CONFLICT (user_id, livemode) DO UPDATE
  SET started_at = excluded.started_at, ends_at = excluded.ends_at, is_full = false`;

/**
 * Has events of the account written for its listener, for `listenMinutes` minutes, and forgets those of before.
 *
 * @throws DomainError `rate_limited`
 */
export async function startListening({ userId, livemode }: ListenerKey): Promise<void> {
  await consumeWebhookLimit(userId, 'listens');
  await query('start-webhook-listener', start, [userId, livemode]);
}

const stop = `
  UPDATE webhook_listeners SET ends_at = now() WHERE user_id = $1 AND livemode = $2 AND ends_at > now()`;

/** Ends it now. Its events can be read for a while. */
export async function stopListening({ userId, livemode }: ListenerKey): Promise<void> {
  await query('stop-webhook-listener', stop, [userId, livemode]);
}

/** Columns of a listener `l`. */
export const listenerColumns = `l.started_at AS "startedAt", l.ends_at AS "endsAt", l.ends_at > now() AS "isOpen",
    l.is_full AS "isFull"`;

export type ListenerRow = { startedAt: Date; endsAt: Date; isOpen: boolean; isFull: boolean };

export const toListener = ({ startedAt, endsAt, isOpen, isFull }: ListenerRow): Listener => ({
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
  /** The newest of its events, of any type. */
  lastId: string | null;
};

/** The listener of an account, also one that has ended; null if there was none in the last hour. */
export async function findListener({
  userId,
  livemode,
}: ListenerKey): Promise<(Listener & LastId) | null> {
  const values = [userId, livemode];
  const [row] = await query<ListenerRow & LastId>('find-webhook-listener', find, values);
  return row ? { ...toListener(row), lastId: row.lastId } : null;
}
