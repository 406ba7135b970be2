import { type AuditActor, recordAudit } from '#domain/audit/record-audit.ts';
import { addMonths } from '#domain/billing/months.ts';
import { closeMonths } from '#domain/billing/usage/usage-months.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { subscriptionLockName } from './contract.browser.ts';
import { addPlanEvent } from './stored-periods.ts';

const rejected = (message: string) =>
  new DomainError('invalid_parameter', { param: 'plan', message });

const findSql = `
  SELECT plans.id, plans.name, plans.is_default AS "isDefault",
    (SELECT max(expires_at) FROM subscriptions
      WHERE user_id = $2 AND order_id IS NOT NULL AND status <> 'expired' AND expires_at > $3) AS "paidUntil",
    (SELECT p.name FROM subscriptions AS s JOIN plans AS p ON p.id = s.plan_id
      WHERE s.user_id = $2 AND s.status <> 'expired' AND s.started_at <= $3 AND s.expires_at > $3
      ORDER BY s.started_at DESC LIMIT 1) AS "before"
  FROM plans WHERE plans.id = $1`;

type Found = {
  id: string;
  name: string;
  isDefault: boolean;
  paidUntil: Date | null;
  before: string | null;
};

const endGivenSql = `
  UPDATE subscriptions SET status = 'expired', expires_at = greatest($2, started_at)
  WHERE user_id = $1 AND order_id IS NULL AND status <> 'expired' AND expires_at > $2`;

const insertSql = `
  INSERT INTO subscriptions (id, user_id, plan_id, started_at, expires_at) VALUES ($1, $2, $3, $4, $5)`;

/**
 * Gives an account a plan without an order, which replaces a plan that was given before. The default plan only ends the
 * plan that was given before.
 *
 * @param months how long the plan lasts; ignored for the default plan
 * @throws DomainError `invalid_parameter` if there is no such plan, or the account has paid for one: its money must not be lost,
 *   so refund the order first or wait for its end
 */
export async function givePlan(
  userId: string,
  { planId, months }: { planId: string; months: number },
  reason: string,
  by: AuditActor,
): Promise<void> {
  await transaction(
    async (tx) => {
      const now = clock.now();
      const [found] = await query<Found>('plan-to-give', findSql, [planId, userId, now], tx);
      if (!found) throw rejected('There is no such plan.');
      if (found.paidUntil) {
        const day = found.paidUntil.toISOString().slice(0, 10);
        throw rejected(`The account has paid for a plan until ${day}. Refund its order first.`);
      }
      await query('end-given-plans', endGivenSql, [userId, now], tx);
      if (!found.isDefault) {
        const values = [newId('sub'), userId, found.id, now, addMonths(now, months)];
        await query('give-plan', insertSql, values, tx);
      }
      await closeMonths(userId, now, tx);
      await addPlanEvent(userId, tx);
      await recordAudit(tx, {
        ...{ accountId: userId, action: 'plan.change', actor: by, reason },
        ...{ before: { plan: found.before }, after: { plan: found.name } },
      });
    },
    { lock: subscriptionLockName(userId) },
  );
}
