import { hash } from '@node-rs/argon2';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { createUser } from '#domain/identity/accounts/sign-up.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { createSession } from '#domain/identity/sessions/create-session.ts';
import { prisma } from '#platform/db.ts';
import { memoize } from '#platform/instance.ts';

export type Account = { userId: string; keyId: string; secretKey: string };

/** A user with a password. `token` belongs to a session of a program. */
export type User = { userId: string; email: string; password: string; token: string };

/** The device of sessions that belong to a program, not to a browser. */
export const asProgram = { kind: 'program', userAgent: 'tests' } as const;

/** The origin of calls within this process, which are exempt from attempt limits. */
export const ownProgram = { from: null };

let made = 0;

/**
 * Returns the hash of a password, computed once per password, because most test users share one. The hash has the lowest
 * cost: checking one of the product's hashes deliberately takes 30 ms of processor time.
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

export async function getUsage({ userId }: Account) {
  const { messagesUsed, apiCallsUsed } = await getCurrentUsagePeriod(userId);
  return { messagesUsed, apiCallsUsed };
}
