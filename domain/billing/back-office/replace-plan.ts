import { recordAudit } from '#domain/audit/record-audit.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { PlanVersionInput } from './contract.browser.ts';

/** A plan that is on offer or the default, with the number of accounts that have any of its versions. */
type OfferedPlan = {
  id: string;
  name: string;
  version: number;
  description: string;
  pricePaise: number;
  messageLimit: number;
  apiCallLimit: number;
  isDefault: boolean;
  isContactSales: boolean;
  features: string[];
  /**
   * The number of accounts with a running period of this version. `earlierPeriods` counts those with another version of
   * the plan.
   */
  periods: number;
  earlierPeriods: number;
};

const columns = `
  p.id, p.name, p.version, p.description, p.price_paise AS "pricePaise", p.message_limit AS "messageLimit",
  p.api_call_limit AS "apiCallLimit", p.is_default AS "isDefault", p.is_contact_sales AS "isContactSales", p.features`;

const list = `
  WITH running AS (
    SELECT s.plan_id, count(DISTINCT s.user_id)::int AS accounts FROM subscriptions AS s
    WHERE s.status IN ('active', 'pending_cancellation') AND s.expires_at > now() AND s.started_at <= now() GROUP BY s.plan_id
  )
  SELECT ${columns}, coalesce((SELECT accounts FROM running WHERE plan_id = p.id), 0) AS periods,
    coalesce((SELECT sum(r.accounts)::int FROM running AS r JOIN plans AS e ON e.id = r.plan_id
      WHERE e.name = p.name AND e.id <> p.id), 0) AS "earlierPeriods"
  FROM plans AS p WHERE p.is_listed OR p.is_default ORDER BY p.position, p.id`;

/** Lists the current version of each plan, in display order. */
export const listOfferedPlans = (): Promise<OfferedPlan[]> => query('money-plans', list, []);

/** Withdraws a version from offer. Of parallel calls, only one finds the version on offer. */
const retire = `
  WITH old AS (
    SELECT id, is_listed, is_default FROM plans WHERE id = $1 AND (is_listed OR is_default) FOR UPDATE
  )
  UPDATE plans AS p SET is_listed = false, is_default = false FROM old WHERE p.id = old.id
  RETURNING old.is_listed AS "isListed", old.is_default AS "isDefault", p.is_contact_sales AS "isContactSales",
    p.name, p.version, p.price_paise AS "pricePaise", p.message_limit AS "messageLimit", p.api_call_limit AS "apiCallLimit"`;

const insert = `
  INSERT INTO plans (id, name, version, description, price_paise, message_limit, api_call_limit, delivery_weight, recommended,
    is_contact_sales, has_all_features, is_listed, is_default, features, position)
  SELECT $2, name, version + 1, $3, $4, $5, $6, delivery_weight, recommended, is_contact_sales, has_all_features, $7, $8, $9,
    position
  FROM plans WHERE id = $1`;

type Retired = {
  isListed: boolean;
  isDefault: boolean;
  isContactSales: boolean;
  name: string;
  version: number;
  pricePaise: number;
  messageLimit: number;
  apiCallLimit: number;
};

/** The least price that the provider takes, in paise. */
const minPaise = 100;

/**
 * Writes a new version of a plan, which is on offer from now on. Paid periods and orders keep the old version.
 *
 * @param planId the version that is on offer
 * @returns the id of the new version
 * @throws DomainError `not_found` if the version is not on offer, for example because it was just replaced;
 *   `invalid_parameter` for a price that the plan cannot have
 */
export function replacePlan(planId: string, input: PlanVersionInput): Promise<string> {
  const id = newId('pln');
  const pricePaise = Math.round(input.price * 100);
  return transaction(async (tx) => {
    const [old] = await query<Retired>('retire-plan', retire, [planId], tx);
    if (!old) {
      const message = 'This version is no longer on offer. Reload the page.';
      throw new DomainError('not_found', { message });
    }
    const isFree = old.isDefault || old.isContactSales;
    if (isFree ? pricePaise !== 0 : pricePaise < minPaise) {
      const message = isFree
        ? 'A plan that is negotiated, or the default, has the price 0.'
        : 'A plan that is paid online costs at least ₹1.';
      throw new DomainError('invalid_parameter', { param: 'price', message });
    }
    const { description, messageLimit, apiCallLimit, features } = input;
    const values = [id, description, pricePaise, messageLimit, apiCallLimit];
    const offer = [old.isListed, old.isDefault, features];
    await query('insert-plan-version', insert, [planId, ...values, ...offer], tx);
    await recordAudit(tx, {
      accountId: null,
      action: 'plan.replace',
      targets: [{ type: 'plan', id, name: old.name }],
      before: old,
      after: { version: old.version + 1, pricePaise, messageLimit, apiCallLimit },
      reason: input.reason,
    });
    return id;
  });
}

const findCurrent = `
  SELECT c.id FROM plans AS p JOIN plans AS c ON c.name = p.name
  WHERE p.id = $1 AND c.is_listed AND NOT c.is_default LIMIT 1`;

/** Finds the version of a plan that is on offer, from the id of any version; null if the plan is no longer on offer. */
export async function findOfferedVersion(planId: string): Promise<string | null> {
  const [current] = await query<{ id: string }>('offered-plan-version', findCurrent, [planId]);
  return current?.id ?? null;
}
