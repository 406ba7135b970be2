import { addMonthsByUtc, isByUtc, type UsageMonth, usageMonthAt } from '#domain/billing/months.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type SqlClient } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';

/** The unexpired paid period of a usage month. */
const open = `
  SELECT FROM subscriptions AS s
  WHERE s.user_id = $1 AND s.plan_id = usage_periods.plan_id AND s.status <> 'expired'
    AND s.started_at <= usage_periods.starts_at AND s.expires_at > usage_periods.starts_at
    AND s.expires_at > $2`;

const close = `
  UPDATE usage_periods SET message_limit = messages_used, api_call_limit = api_calls_used,
    credited_messages = 0, credited_api_calls = 0
  WHERE user_id = $1 AND ends_at > $2 AND NOT EXISTS (${open})
    AND plan_id IN (SELECT id FROM plans WHERE NOT is_default)`;

/**
 * Closes usage months whose paid period has ended, by setting their quota to the used amount. The unused quota was credited
 * to the next period, but API processes cache a month for up to half a second, and could otherwise still charge messages to
 * it.
 *
 * @param tx a transaction that changed the user's periods
 */
export async function closeMonths(userId: string, now: Date, tx: SqlClient): Promise<void> {
  await query('close-months', close, [userId, now], tx);
}

/** The current usage month of a paid period, with the plan's limits. */
const running = `
  SELECT u.id, s.started_at AS "startedAt", s.expires_at AS "expiresAt", u.starts_at AS "startsAt", u.ends_at AS "endsAt",
    plans.message_limit AS "messageLimit", plans.api_call_limit AS "apiCallLimit"
  FROM subscriptions AS s
  JOIN plans ON plans.id = s.plan_id
  JOIN usage_periods AS u ON u.user_id = s.user_id AND u.plan_id = s.plan_id
    AND u.starts_at >= s.started_at AND u.starts_at <= $2
  WHERE s.user_id = $1 AND s.status <> 'expired' AND s.order_id IS NOT NULL
    AND s.started_at <= $2 AND s.expires_at > $2
  ORDER BY u.starts_at DESC LIMIT 1`;

type Running = {
  id: string;
  startedAt: Date;
  expiresAt: Date;
  startsAt: Date;
  endsAt: Date;
  messageLimit: number;
  apiCallLimit: number;
};

const fit = `
  UPDATE usage_periods SET ends_at = $2, message_limit = greatest(messages_used, $3::int + credited_messages),
    api_call_limit = greatest(api_calls_used, $4::int + credited_api_calls)
  WHERE id = $1`;

/** Monthly limits of a plan. */
type Limits = { messageLimit: number; apiCallLimit: number };

/** Added to the end of a paid period, in milliseconds, because that end is rounded down to a millisecond. */
const roundedMs = 1;

/**
 * Whether a month is a full month by UTC. Such a month was bought when months were counted in UTC. It keeps its full limits,
 * even if the same month is longer by India's calendar.
 */
const isWholeByUtc = (startsAt: Date, until: Date) =>
  addMonthsByUtc(startsAt, 1).getTime() === until.getTime();

/**
 * Returns the limits of a usage month. If the paid time ends before the end of the month, returns the paid share of the
 * month's limits, rounded down. A credit of three days gives three days' worth of messages.
 *
 * @param until the end of the paid time
 */
export function monthLimits(
  { messageLimit, apiCallLimit }: Limits,
  { startsAt, endsAt }: UsageMonth,
  until: Date,
): Limits {
  if (until >= endsAt || isWholeByUtc(startsAt, until)) return { messageLimit, apiCallLimit };
  const paidMs = Math.max(0, until.getTime() - startsAt.getTime());
  const monthMs = endsAt.getTime() - startsAt.getTime();
  const toShare = (limit: number) => Math.floor((limit * (paidMs + roundedMs)) / monthMs);
  return { messageLimit: toShare(messageLimit), apiCallLimit: toShare(apiCallLimit) };
}

/**
 * Adjusts the usage months after a refund ended, shortened or restored periods.
 *
 * @param tx a transaction that changed the user's periods
 */
export async function adjustUsageMonths(userId: string, tx: SqlClient): Promise<void> {
  const now = clock.now();
  await closeMonths(userId, now, tx);
  const [found] = await query<Running>('running-month', running, [userId, now], tx);
  if (!found) return;
  const { id, startedAt, expiresAt, startsAt, endsAt: promised, ...limits } = found;
  const stored = { startsAt, endsAt: promised };
  const month = isByUtc(startedAt, stored) ? stored : usageMonthAt(startedAt, startsAt);
  const { messageLimit, apiCallLimit } = monthLimits(limits, month, expiresAt);
  const endsAt = Math.min(expiresAt.getTime(), month.endsAt.getTime());
  await query('adjust-usage-month', fit, [id, new Date(endsAt), messageLimit, apiCallLimit], tx);
}

/**
 * A usage month. `used`, from 0 to 1, is the used share of messages or of API calls, the larger of the two. Credits
 * from an operator were not paid for, so they are left out of the limits: a refund pays back the unused share of the
 * plan.
 */
type UsedMonth = { planId: string; startsAt: Date; used: number };

const select = `
  SELECT plan_id AS "planId", starts_at AS "startsAt",
    least(1, coalesce(greatest(messages_used::float8 / nullif(message_limit - credited_messages, 0),
      api_calls_used::float8 / nullif(api_call_limit - credited_api_calls, 0)), 1)) AS used
  FROM usage_periods WHERE user_id = $1 ORDER BY id`;

/** All usage months of a user, oldest first. */
export const listUsedMonths = (userId: string): Promise<UsedMonth[]> =>
  query<UsedMonth>('used-months', select, [userId]);

/** Finds the paid period that runs now. Its current usage month may not have a row yet. */
const selectRunning = `
  SELECT s.started_at AS "startedAt", s.expires_at AS "expiresAt", plans.id,
    plans.message_limit AS "messageLimit", plans.api_call_limit AS "apiCallLimit"
  FROM subscriptions AS s JOIN plans ON plans.id = s.plan_id
  WHERE s.user_id = $1 AND s.status <> 'expired' AND s.order_id IS NOT NULL
    AND s.started_at <= $2 AND s.expires_at > $2
  ORDER BY s.started_at DESC LIMIT 1`;

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    use: 'usage_periods';
  }
}

type PlanTime = {
  userId: string;
  plan: { id: string; messageLimit: number; apiCallLimit: number };
  /** The time from which usage months are counted. */
  startedAt: Date;
  /** Null on the default plan, which does not end. */
  until: Date | null;
  /**
   * The last month of a bought period gets only the share of the quota that the paid time covers. The months of a granted
   * period have the full quota.
   */
  isBought: boolean;
};

/** Finds the newest usage month that was opened since the plan began. */
const findLast = `
  SELECT starts_at AS "startsAt", ends_at AS "endsAt" FROM usage_periods
  WHERE user_id = $1 AND plan_id = $2 AND starts_at >= $3 AND starts_at <= $4
  ORDER BY starts_at DESC LIMIT 1`;

const insert = `
  INSERT INTO usage_periods (id, user_id, plan_id, starts_at, ends_at, message_limit, api_call_limit)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (user_id, starts_at, plan_id) DO NOTHING`;

/**
 * Inserts a row for the current usage month, unless there is one. A stored month keeps its end, even if it was opened when
 * months were counted in UTC, and the next month begins at that end.
 */
export async function openMonth(time: PlanTime, now: Date, tx?: SqlClient): Promise<void> {
  const { userId, plan, until, isBought } = time;
  const values = [userId, plan.id, time.startedAt, now];
  const [last] = await query<UsageMonth>('last-usage-month', findLast, values, tx);
  if (last && last.endsAt > now) return;
  const month = usageMonthAt(time.startedAt, now);
  const startsAt = last && last.endsAt > month.startsAt ? last.endsAt : month.startsAt;
  const limits = until && isBought ? monthLimits(plan, month, until) : plan;
  const endsAt = until && until < month.endsAt ? until : month.endsAt;
  await query(
    'open-month',
    insert,
    [
      ...[newId('use'), userId, plan.id, startsAt, endsAt],
      ...[limits.messageLimit, limits.apiCallLimit],
    ],
    tx,
  );
}

type RunningPlan = PlanTime['plan'] & { startedAt: Date; expiresAt: Date };

/**
 * Like `listUsedMonths`, but inserts the current month if it has no row, and locks all months. Until the transaction ends, no
 * call can be charged to any of them.
 */
export async function lockUsedMonths(userId: string, tx: SqlClient): Promise<UsedMonth[]> {
  const now = clock.now();
  const [running] = await query<RunningPlan>('running-plan', selectRunning, [userId, now], tx);
  if (running) {
    const { startedAt, expiresAt: until, ...plan } = running;
    await openMonth({ userId, plan, startedAt, until, isBought: true }, now, tx);
  }
  return query<UsedMonth>('lock-used-months', `${select} FOR UPDATE`, [userId], tx);
}
