import { DomainError } from '#domain/shared/errors.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { query } from '#platform/db.ts';
import { type EventRow, eventColumns, isOfModeSql } from './event-row.ts';

/** A possible id: PostgreSQL rejects a NUL, which a URL may contain. */
const eventId = safeText.max(64);

const statement = `
  SELECT ${eventColumns}
  FROM webhook_events AS e LEFT JOIN webhook_queue AS q ON q.event_id = e.id
  WHERE e.id = $1 AND e.user_id = $2 AND ${isOfModeSql('e', '$3')}`;

/**
 * @param livemode as keys of this mode see it; of either mode if left out
 * @throws DomainError `not_found`
 */
export async function findEvent(userId: string, id: string, livemode?: boolean): Promise<EventRow> {
  const [row] = eventId.safeParse(id).success
    ? await query<EventRow>('find-webhook-event', statement, [id, userId, livemode ?? null])
    : [];
  if (!row)
    throw new DomainError('not_found', { message: 'There is no webhook event by this id.' });
  return row;
}
