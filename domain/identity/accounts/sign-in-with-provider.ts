import { recordAudit } from '#domain/audit/record-audit.ts';
import { createFirstTestKey } from '#domain/identity/api-keys/create-key.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { isUniqueViolation } from '#platform/database-errors.ts';
import { prisma, query, type Transaction, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { retry } from '#platform/promises.ts';
import { type OAuthProfile, type OAuthProvider, oauthProviders } from './contract.browser.ts';

/**
 * Finds the identity or creates it, either with a new user or for the account that has confirmed the same address. If a
 * parallel transaction inserts a user with the address first, this statement waits for that transaction and creates nothing. If
 * a parallel transaction inserts the identity first, the primary key makes this statement fail, and the caller retries.
 */
const statement = `
  WITH known AS (
    SELECT user_id FROM identities WHERE provider = $1 AND provider_user_id = $2
  ), made AS (
    INSERT INTO users (id, name, email, email_key, email_confirmed_at, created_at)
    SELECT $3, $4, $5, $6, $7::timestamptz, $7
    WHERE $8::boolean AND NOT EXISTS (SELECT FROM known) AND NOT EXISTS (
      SELECT FROM email_changes
      WHERE old_email_key = $6 AND confirmed_at IS NOT NULL AND undo_until > $7
    )
    ON CONFLICT (email_key) DO NOTHING
    RETURNING id
  ), owner AS (
    SELECT id FROM made
    UNION ALL
    SELECT id FROM users
    WHERE $8 AND email_key = $6 AND email_confirmed_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM known)
  ), linked AS (
    INSERT INTO identities (provider, provider_user_id, user_id, created_at)
    SELECT $1, $2, id, $7 FROM owner
    RETURNING user_id
  )
  SELECT user_id AS "userId", false AS "isNew", false AS "isLinked" FROM known
  UNION ALL
  SELECT user_id, EXISTS (SELECT FROM made), true FROM linked`;

/** Whether an account has this address but has not confirmed it, or can still undo the change from this address to another. */
const isTaken = `
  SELECT 1 FROM users WHERE email_key = $1 AND email_confirmed_at IS NULL
  UNION ALL
  SELECT 1 FROM email_changes
  WHERE old_email_key = $1 AND confirmed_at IS NOT NULL AND undo_until > $2`;

/** How long to retry a sign-in that collides with parallel sign-ins of the same user, in milliseconds. */
const retryForMs = 5_000;

/** Thrown if a parallel sign-in of the same user has just created the account or identity. The caller retries. */
class LostRaceError extends Error {}

/**
 * Signs a user in through an OAuth provider. A new user gets a test key and the welcome email.
 *
 * @returns the user's id
 * @throws DomainError `email_unverified` if a new user has no verified address at the provider, `email_taken` if an account has
 *   the address unconfirmed, because that account may belong to another person
 */
export async function signInWithProvider(profile: OAuthProfile): Promise<string> {
  return retry(() => transaction((tx) => findOrCreateUser(profile, tx)), {
    while: (error) => isUniqueViolation(error) || error instanceof LostRaceError,
    forMs: retryForMs,
    everyMs: 10,
  });
}

async function findOrCreateUser(
  { provider, providerUserId, name, email, emailVerified }: OAuthProfile,
  tx: Transaction,
): Promise<string> {
  const address = email ?? '';
  const key = normalizeEmail(address);
  const verified = emailVerified && address !== '';
  const now = clock.now();
  const [found] = await query<{ userId: string; isNew: boolean; isLinked: boolean }>(
    'sign-in-with-provider',
    statement,
    [provider, providerUserId, newId('usr', now.getTime()), name, address, key, now, verified],
    tx,
  );
  if (found?.isNew) {
    await createFirstTestKey(found.userId, tx);
    await enqueueEmail('welcome', address, tx);
  }
  if (found?.isLinked) {
    await recordAudit(tx, {
      accountId: found.userId,
      action: found.isNew ? 'account.create' : 'provider.link',
      actor: { kind: 'member', id: found.userId },
      after: { provider },
    });
  }
  if (found) return found.userId;
  if (!verified) {
    const message = `${oauthProviders[provider]} did not share a verified email address with us. Verify your email there, or sign up with a password.`;
    throw new DomainError('email_unverified', { message });
  }
  const [taken] = await query('is-address-taken', isTaken, [key, now], tx);
  if (!taken) throw new LostRaceError('a parallel sign-in created this user');
  throw new DomainError('email_taken', {
    message: 'An account with this email address exists already. Please log in with your password.',
  });
}

export type SignInMethods = {
  name: string;
  email: string;
  hasPassword: boolean;
  providers: OAuthProvider[];
};

/**
 * How a user can sign in: with a password, and through which providers.
 *
 * @throws DomainError `not_found`
 */
export async function getSignInMethods(userId: string): Promise<SignInMethods> {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: {
      name: true,
      email: true,
      passwordHash: true,
      identities: { select: { provider: true } },
    },
  });
  if (!user) throw new DomainError('not_found');
  const linked = new Set(user.identities.map(({ provider }) => provider));
  const known = Object.keys(oauthProviders) as OAuthProvider[];
  return {
    name: user.name,
    email: user.email,
    hasPassword: user.passwordHash !== null,
    providers: known.filter((provider) => linked.has(provider)),
  };
}
