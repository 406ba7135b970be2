import { addAccountEvents } from '#domain/notifications/webhooks/outbox/add-account-events.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type Transaction } from '#platform/db.ts';

const statement = `
  SELECT p.name AS plan, s.plan_id AS "planId", s.status, s.started_at AS "startedAt", s.expires_at AS "expiryDate"
  FROM subscriptions AS s JOIN plans AS p ON p.id = s.plan_id
  WHERE s.user_id = $1 AND s.status IN ('active', 'pending_cancellation') AND s.started_at <= $2 AND s.expires_at > $2
  ORDER BY s.started_at DESC LIMIT 1`;

type Row = {
  plan: string;
  planId: string;
  status: 'active' | 'pending_cancellation';
  startedAt: Date;
  expiryDate: Date;
};

/**
 * Writes the event that an account's plan has changed, with the paid plan that it has now; null for the default plan.
 *
 * @param tx the transaction that has changed its periods
 */
export async function addPlanEvent(userId: string, tx: Transaction): Promise<void> {
  const [row] = await query<Row>('plan-for-event', statement, [userId, clock.now()], tx);
  const subscription = row
    ? {
        ...row,
        startedAt: row.startedAt.toISOString(),
        expiryDate: row.expiryDate.toISOString(),
      }
    : null;
  await addAccountEvents(userId, 'plan.changed', { subscription }, tx);
}
