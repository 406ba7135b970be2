import { getDefaultPlan } from '#domain/billing/plans/read-plans.ts';
import { getCurrentSubscription } from '#domain/billing/subscriptions/get-subscription.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { oncePerPage } from '#platform/request-scope.ts';
import { openMonth } from './usage-months.ts';

/** The usage month to which a call is charged, with the counters as they were last read. */
export type UsagePeriod = {
  id: string;
  planName: string;
  /** Whether the month belongs to the free default plan. */
  isDefaultPlan: boolean;
  startsAt: Date;
  endsAt: Date;
  /** In segments, like `messagesUsed`. */
  messageLimit: number;
  messagesUsed: number;
  apiCallLimit: number;
  apiCallsUsed: number;
};

/**
 * Returns a user's current usage month. Inserts its row if it does not exist yet.
 *
 * @returns the counters as stored in the database
 */
export const getCurrentUsagePeriod = oncePerPage(async (userId): Promise<UsagePeriod> => {
  const time = await findPlanTime(userId);
  const { plan } = time;
  const now = clock.now();
  const find = () =>
    prisma.usagePeriod.findFirst({
      where: {
        ...{ userId, planId: plan.id, endsAt: { gt: now } },
        startsAt: { gte: time.startedAt, lte: now },
      },
      orderBy: { startsAt: 'desc' },
    });
  let row = await find();
  if (!row) {
    // The row is inserted only when it is missing, once a month, because an insert waits for every open transaction that
    // charges the row.
    await openMonth({ userId, ...time }, now);
    row = await find();
    invariant(row, 'the month was opened');
  }
  return { ...row, planName: plan.name, isDefaultPlan: plan.isDefault };
});

/** Finds the current plan, and when it starts and ends. */
async function findPlanTime(userId: string) {
  const subscription = await getCurrentSubscription(userId);
  if (subscription) {
    const { plan, startedAt, expiresAt, orderId } = subscription;
    return { plan, startedAt, until: expiresAt, isBought: orderId !== null };
  }
  const user = await prisma.user.findUnique({ where: { id: userId } });
  invariant(user, 'the user exists');
  const plan = await getDefaultPlan();
  return { plan, startedAt: user.createdAt, until: null, isBought: false };
}

/**
 * The unused messages of the current usage month, in segments. In test mode, returns the plan's full monthly quota, so that
 * the result of a test does not depend on live messages.
 */
export async function readBalance(userId: string, { livemode }: { livemode: boolean }) {
  const period = await getCurrentUsagePeriod(userId);
  return {
    balance: period.messageLimit - (livemode ? period.messagesUsed : 0),
    valid_until: period.endsAt.toISOString(),
    plan: period.planName,
    livemode,
  };
}

/**
 * Whether an account has ever sent a live message or one-time password that a carrier accepted or may still accept, because
 * only these use units of a month.
 */
export async function hasSentLiveMessage(userId: string): Promise<boolean> {
  const used = await prisma.usagePeriod.findFirst({
    where: { userId, messagesUsed: { gt: 0 } },
    select: { id: true },
  });
  return used !== null;
}
