import { clock } from '#platform/clock.ts';
import { query, transaction } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';

/** For how long an open order is given again, and after which one without an answer is given up. */
const againMs = 15 * 60_000;

type Opening = { userId: string; planId: string; amountPaise: number };
type Opened = { id: string; providerOrderId: string | null };

const find = `
  SELECT id, provider_order_id AS "providerOrderId" FROM orders
  WHERE user_id = $1 AND plan_id = $2 AND amount_paise = $3 AND status <> 'completed'
    AND created_at > $4
  ORDER BY id DESC LIMIT 1`;

const insert = `
  INSERT INTO orders (id, user_id, plan_id, amount_paise, created_at, next_poll_at)
  VALUES ($1, $2, $3, $4, $5, $6)`;

/** The open order for this, or a new one: a button that is pressed twice makes one. */
export function findOrCreateOpenOrder({ userId, planId, amountPaise }: Opening): Promise<Opened> {
  return transaction(
    async (on) => {
      const now = clock.now();
      const since = new Date(now.getTime() - againMs);
      const [open] = await query<Opened>(
        'open-order',
        find,
        [userId, planId, amountPaise, since],
        on,
      );
      if (open) return open;
      const id = newId('ord', now.getTime());
      const giveUpAt = new Date(now.getTime() + againMs);
      await query('insert-order', insert, [id, userId, planId, amountPaise, now, giveUpAt], on);
      return { id, providerOrderId: null };
    },
    { lock: `order ${userId}` },
  );
}
