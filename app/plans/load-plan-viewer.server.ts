import { getSignedInUser } from '#app/session/session.server.ts';
import { getCurrentSubscription } from '#domain/billing/periods/get-current-subscription.server.ts';
import type { PlanViewer } from './plan-button.ts';

/** Loads the visitor's session and current plan. */
export async function loadPlanViewer(request: Request): Promise<PlanViewer> {
  const signedIn = await getSignedInUser(request);
  if (!signedIn) return { signedIn: false, currentPlanId: null };
  const subscription = await getCurrentSubscription(signedIn.userId);
  return { signedIn: true, currentPlanId: subscription?.planId ?? null };
}
