import { createUser } from '#domain/accounts/create-user.server.ts';
import { createKey } from '#domain/credentials/create-key.server.ts';
import { revealKey } from '#domain/credentials/reveal-key.server.ts';
import { seedPlans } from '#domain/plans/seed-plans.server.ts';
import { beginSubscription } from '#domain/subscriptions/begin-subscription.server.ts';
import { addMonths } from '#domain/usage/period.ts';
import { prisma } from '#platform/db.server.ts';
import { shutDown } from '#platform/shutdown.ts';

const email = 'demo@dakiya.test';
const planName = 'Pro';

/** The demo user, with a plan large enough to play with. */
async function demoUser(): Promise<string> {
  const known = await prisma.user.findUnique({ where: { emailKey: email } });
  if (known) return known.id;
  const userId = await createUser({ name: 'Demo', email });
  const now = new Date();
  await beginSubscription({
    userId,
    planName,
    startedAt: now,
    expiresAt: addMonths(now, 120),
  });
  return userId;
}

await seedPlans();
const userId = await demoUser();
const key = (await revealKey(userId)) ?? (await createKey({ userId, name: 'Demo key' }));
// For the program that started the seed: the demo prints these.
process.stdout.write(`${JSON.stringify({ email, plan: planName, ...key })}\n`);
await shutDown();
