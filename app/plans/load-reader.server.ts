import { getSignedInUser } from '#app/session/session.server.ts';
import { currentSubscription } from '#domain/billing/periods/current-subscription.server.ts';
import type { Reader } from './plan-button.ts';

/** Who looks at the plans, and which of them they have. */
export async function loadReader(request: Request): Promise<Reader> {
  const signedIn = await getSignedInUser(request);
  if (!signedIn) return { signedIn: false, currentPlanId: null };
  const subscription = await currentSubscription(signedIn.userId);
  return { signedIn: true, currentPlanId: subscription?.planId ?? null };
}
