import { hash } from '@node-rs/argon2';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { createUser } from '#domain/identity/accounts/sign-up.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { createSession } from '#domain/identity/sessions/create-session.ts';
import { prisma } from '#platform/db.ts';
import { memoize } from '#platform/memoize.ts';

/** A user with an API key. */
export type Account = { userId: string; keyId: string; secretKey: string };

/** A user with a password. `token` is that of a session of an API client. */
export type User = { userId: string; email: string; password: string; token: string };

/** The client of a session that an API client uses. */
export const asProgram = { kind: 'program', userAgent: 'tests' } as const;

/** The origin of calls within this process. No limit of attempts counts them. */
export const ownProgram = { from: null };

let made = 0;

/**
 * Returns the stored hash of a password that was hashed before, because most users of tests have the same password. The hashes
 * have the lowest cost, because checking one of the product's hashes takes 30 ms of processor time on purpose.
 */
const hashOf = memoize((password) =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
);

/** Creates a user with a password and a session. The address is confirmed by default. */
export async function aUser(
  given: { name?: string; email?: string; password?: string; confirmed?: boolean } = {},
): Promise<User> {
  made += 1;
  const email = given.email ?? `user${made}@example.com`;
  const password = given.password ?? 'correct horse';
  const userId = await createUser({
    name: given.name ?? `User ${made}`,
    email,
    passwordHash: await hashOf(password),
    confirmed: given.confirmed ?? true,
  });
  const token = await createSession(userId, asProgram);
  return { userId, email, password, token };
}

/** Creates an account on the default plan, with an API key and the given quota. */
export async function anAccount(
  limits: { messageLimit?: number; apiCallLimit?: number } = {},
): Promise<Account> {
  made += 1;
  const userId = await createUser({ name: `User ${made}`, email: `user${made}@example.com` });
  const { keyId, secretKey } = await createKey({ userId, name: 'Test' });
  const { id } = await getCurrentUsagePeriod(userId);
  await prisma.usagePeriod.update({
    where: { id },
    data: { messageLimit: 100_000, apiCallLimit: 100_000, ...limits },
  });
  return { userId, keyId, secretKey };
}

/** The usage of an account in its current month. */
export async function getUsage({ userId }: Account) {
  const { messagesUsed, apiCallsUsed } = await getCurrentUsagePeriod(userId);
  return { messagesUsed, apiCallsUsed };
}
