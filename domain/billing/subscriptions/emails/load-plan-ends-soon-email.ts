import { getDefaultPlan } from '#domain/billing/plans/read-plans.ts';
import {
  type AddressedEmail,
  type EmailContent,
  type EmailRequest,
  emailGreetingName,
} from '#domain/notifications/email/contract.ts';
import { formatCount, formatLongDate } from '#domain/shared/format.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { getPaidUntil } from '../get-subscription.ts';

type Ending = {
  name: string;
  planName: string;
  endsAt: Date;
  /** The plan that the account falls back to. */
  after: { name: string; messageLimit: number; apiCallLimit: number };
  renewUrl: string;
};

/** The renewal reminder. Plans never renew automatically, so users need not cancel. */
export function planEndsSoonEmail({
  name,
  planName,
  endsAt,
  after,
  renewUrl,
}: Ending): EmailContent {
  return {
    subject: `Your Dakiya ${planName} plan ends on ${formatLongDate(endsAt)}`,
    name,
    heading: `Your ${planName} plan ends soon`,
    paragraphs: [
      `Your plan ${planName} is paid until ${formatLongDate(endsAt)}. Then your account is on the plan ${after.name}, with ${formatCount(after.messageLimit)} messages and ${formatCount(after.apiCallLimit)} API calls a month. Your API keys and messages stay as they are.`,
      'If you pay for the next month now, it begins when this one ends, so you lose no day.',
    ],
    action: { label: `Renew ${planName}`, href: renewUrl },
    afterwards: [
      'Your plan does not renew automatically. If you do not want to renew, you need not do anything.',
    ],
  };
}

/** Loads the renewal reminder; null if the plan was renewed or cancelled, or has ended. */
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
