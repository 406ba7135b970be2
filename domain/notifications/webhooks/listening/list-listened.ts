import { query } from '#platform/db.ts';
import type { RenderData } from '../contract.browser.ts';
import type { EventType } from '../event-types.browser.ts';
import { type ListenedEvent, type ListenerKey, maxShown } from './contract.browser.ts';
import { type ListenedRow, listenedColumns, toListenedEvents } from './listened-events.ts';

const newest = `
  SELECT ${listenedColumns} FROM webhook_listener_events AS e
  WHERE e.user_id = $1 AND e.livemode = $2 AND ($3::text IS NULL OR e.type = $3)
  ORDER BY e.id DESC LIMIT ${maxShown}`;

/** The newest events of a listener, the newest first, with what would be posted. */
export async function listListened(
  { userId, livemode }: ListenerKey,
  type: EventType | undefined,
  renderData: RenderData,
): Promise<ListenedEvent[]> {
  const values = [userId, livemode, type ?? null];
  const rows = await query<ListenedRow>('list-listened-events', newest, values);
  return toListenedEvents(rows, renderData);
}
