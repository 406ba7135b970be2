import { defaultPlan } from '#domain/billing/plans/read-plans.server.ts';
import type { AskedLetter, WrittenLetter } from '#domain/notifications/mail/contract.ts';
import { calledBy } from '#domain/notifications/mail/letters/greeting.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { env } from '#platform/env.ts';
import { paidUntil } from '../paid-until.server.ts';
import { planEndsSoon } from './plan-ends-soon.ts';

/** Writes that a plan ends soon; nothing if it was renewed, cancelled or over meanwhile. */
export async function writePlanEndsSoon({ about }: AskedLetter): Promise<WrittenLetter | null> {
  const row = await prisma.subscription.findFirst({
    where: { id: about ?? '', status: 'active', expiresAt: { gt: clock.now() } },
    include: { user: true, plan: true },
  });
  if (!row) return null;
  const { user, plan, expiresAt } = row;
  if ((await paidUntil(user.id, expiresAt)) > expiresAt) return null;
  const content = planEndsSoon({
    name: calledBy(user),
    planName: plan.name,
    endsAt: expiresAt,
    after: await defaultPlan(),
    renewUrl: `${env.PUBLIC_URL}/payment?plan=${plan.id}`,
  });
  return { to: user.email, content };
}
