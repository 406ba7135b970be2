import { clock } from '#platform/clock.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';

/** How long an open order is reused, and after which an order without a provider id is failed. */
const reuseForMs = 15 * 60_000;

type OrderKey = { userId: string; planId: string; amountPaise: number };
type OpenOrder = { id: string; providerOrderId: string | null };

const find = `
  SELECT id, provider_order_id AS "providerOrderId" FROM orders
  WHERE user_id = $1 AND plan_id = $2 AND amount_paise = $3 AND status <> 'completed'
    AND created_at > $4
  ORDER BY id DESC LIMIT 1`;

const insert = `
  INSERT INTO orders (id, user_id, plan_id, amount_paise, created_at, next_poll_at)
  VALUES ($1, $2, $3, $4, $5, $6)`;

/**
 * Returns the open order for the same plan and price, or creates one. The lock makes a double click
 * create one order.
 */
export function findOrCreateOpenOrder({
  userId,
  planId,
  amountPaise,
}: OrderKey): Promise<OpenOrder> {
  return transaction(
    async (tx) => {
      const now = clock.now();
      const since = new Date(now.getTime() - reuseForMs);
      const [open] = await query<OpenOrder>(
        'open-order',
        find,
        [userId, planId, amountPaise, since],
        tx,
      );
      if (open) return open;
      const id = newId('ord', now.getTime());
      const giveUpAt = new Date(now.getTime() + reuseForMs);
      await query('insert-order', insert, [id, userId, planId, amountPaise, now, giveUpAt], tx);
      return { id, providerOrderId: null };
    },
    { lock: `order ${userId}` },
  );
}
