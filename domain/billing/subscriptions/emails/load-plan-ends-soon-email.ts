import { getDefaultPlan } from '#domain/billing/plans/read-plans.ts';
import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/email-content.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { getPaidUntil } from '../get-subscription.ts';
import { planEndsSoonEmail } from './plan-ends-soon.ts';

/** Null if the plan was renewed, cancelled or has ended meanwhile. */
export async function loadPlanEndsSoonEmail({
  about,
}: EmailRequest): Promise<AddressedEmail | null> {
  const row = await prisma.subscription.findFirst({
    where: { id: about ?? '', status: 'active', expiresAt: { gt: clock.now() } },
    include: { user: true, plan: true },
  });
  if (!row) return null;
  const { user, plan, expiresAt } = row;
  if ((await getPaidUntil(user.id, expiresAt)) > expiresAt) return null;
  const content = planEndsSoonEmail({
    name: emailGreetingName(user),
    planName: plan.name,
    endsAt: expiresAt,
    after: await getDefaultPlan(),
    renewUrl: `${serverSettings.PUBLIC_URL}/payment?plan=${plan.id}`,
  });
  return { to: user.email, content };
}
