import { addMonths } from '#domain/billing/months.ts';
import { seedPlans } from '#domain/billing/plans/read-plans.ts';
import { grantSubscription } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { hashPassword, verifyPassword } from '#domain/identity/accounts/hash-password.ts';
import { createUser } from '#domain/identity/accounts/sign-up.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { listKeysWithSecrets } from '#domain/identity/api-keys/user-keys.ts';
import { prisma } from '#platform/db.ts';
import { configure } from '#platform/settings.ts';
import { shutDown } from '#platform/shutdown.ts';

configure(process.env);

const email = 'demo@dakiya.test';
const password = 'pillar box at noon';
/** The demo's password in earlier versions, which is easy to guess. */
const formerPassword = 'dakiya-demo';
const planName = 'Pro';

/** The demo user, with a plan that is large enough for experiments. */
async function demoUser(): Promise<string> {
  const known = await prisma.user.findUnique({ where: { emailKey: email } });
  const now = new Date();
  if (known) {
    // If the user has changed the password since the last seed, the new password is kept.
    const { id, passwordHash } = known;
    if (passwordHash === null || (await verifyPassword(formerPassword, passwordHash))) {
      await prisma.user.update({
        where: { id },
        data: { passwordHash: await hashPassword(password), emailConfirmedAt: now },
      });
    }
    return id;
  }
  const userId = await createUser({
    name: 'Demo',
    email,
    passwordHash: await hashPassword(password),
    confirmed: true,
  });
  await createKey({ userId, name: 'Test key', livemode: false });
  await grantSubscription({
    userId,
    planName,
    startedAt: now,
    expiresAt: addMonths(now, 120),
  });
  return userId;
}

/** The demo user and its API key, for the program that runs the seed and prints them. */
async function demoAccount() {
  const userId = await demoUser();
  const keys = await listKeysWithSecrets(userId);
  const known = keys.find(({ isActive, livemode }) => isActive && livemode);
  const { keyId, secretKey } = known ?? (await createKey({ userId, name: 'Demo key' }));
  return { email, password, plan: planName, keyId, secretKey };
}

await seedPlans();
// Created only on request, because its password is public.
if (process.argv.includes('--demo')) {
  process.stdout.write(`${JSON.stringify(await demoAccount())}\n`);
}
await shutDown();
