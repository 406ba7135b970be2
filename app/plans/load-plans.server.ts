import { getSignedInUser } from '#app/session/session.server.ts';
import { getDefaultPlan, listPlans, type PlanOutput } from '#domain/billing/plans/read-plans.ts';
import { getCurrentSubscription } from '#domain/billing/subscriptions/get-subscription.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';
import type { PlanViewer } from './plans.ts';

/** The plans, or null while the database is unavailable, for pages that work without them. */
export async function loadPlans(): Promise<PlanOutput[] | null> {
  try {
    return await listPlans();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    logger.error({ error }, 'plans could not be loaded');
    return null;
  }
}

/** The plan of accounts that have no other plan, with its monthly limits. */
export type FreePlan = { name: string; messages: number; apiCalls: number };

/** Loads the free plan with the limits that the operator has set. */
export async function loadFreePlan(): Promise<FreePlan> {
  const { name, messageLimit, apiCallLimit } = await getDefaultPlan();
  return { name, messages: messageLimit, apiCalls: apiCallLimit };
}

/** Loads the visitor's session and current plan. */
export async function loadPlanViewer(request: Request): Promise<PlanViewer> {
  const signedIn = await getSignedInUser(request);
  if (!signedIn) return { signedIn: false, currentPlanId: null };
  const subscription = await getCurrentSubscription(signedIn.userId);
  return { signedIn: true, currentPlanId: subscription?.planId ?? null };
}
