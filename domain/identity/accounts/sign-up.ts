import { recordAudit } from '#domain/audit/record-audit.ts';
import { createFirstTestKey } from '#domain/identity/api-keys/create-key.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  findSavedResponse,
  type Idempotency,
  type IdempotentResult,
  saveResponse,
} from '#domain/shared/idempotency/saved-response.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { keyedHash } from '#platform/crypto.ts';
import { isUniqueViolation } from '#platform/database-errors.ts';
import { query, type SqlClient, transaction } from '#platform/db.ts';
import { toWiderNetwork } from '#platform/http/client-ip.ts';
import { newId } from '#platform/ids.ts';
import { keySettings } from '#platform/key-ring.ts';
import { confirmLinkTtlMs, type SignUpInput } from './contract.browser.ts';
import { hashNewPassword } from './hash-password.ts';
import { limitAuthAttempt, type Origin } from './limit-auth-attempts.ts';
import { signUpSettings } from './settings.ts';

/** A newly created account. */
export type NewAccount = { id: string; name: string; email: string; emailConfirmedAt: null };

/** The scopes under which a sign-up's response is saved and looked up. */
export type SignUpIdempotency = {
  /** The scopes for saving a response, hashed with the first key of `HASH_KEY`. */
  remember: Idempotency[];
  /** The scopes for looking up a response, hashed with each key of `HASH_KEY`. */
  recall: Idempotency[];
};

/**
 * Builds the scopes of a sign-up's idempotency key. The account does not exist yet, so the key cannot belong to the account.
 * Instead there are two scopes:
 *
 * - The email address, so that a repeat from another network is still a repeat. The same key with another email address is
 *   another request in this scope.
 * - The caller's IP address, so that the same key with two email addresses is a mismatch.
 *
 * The saved response is returned only if the whole request is the same, including the password. The hash of the request is
 * keyed, because with a plain hash, a thief of the table could guess the password faster than with the argon2id hash of the
 * password.
 *
 * @param idempotency as the caller sent it
 * @param email the email address that signs up
 * @param address the caller's IP address, from `rateLimitAddress`
 */
export function signUpIdempotency(
  idempotency: Idempotency,
  email: string,
  address: string,
): SignUpIdempotency {
  const request = idempotency.requestHash.toString('hex');
  const [remember = [], ...older] = keySettings.HASH_KEY.map((key) => {
    const requestHash = keyedHash('sign-up-request', request, key);
    const toScope = (kind: string, who: string) =>
      `${kind}:${keyedHash('sign-up-scope', who, key).toString('base64url')}`;
    return [toScope('sign-up-email', normalizeEmail(email)), toScope('sign-up-from', address)].map(
      (scope) => ({ ...idempotency, scope, requestHash }),
    );
  });
  return { remember, recall: [...remember, ...older.flat()] };
}

type SignUpOptions<T> = Origin & {
  /** The scopes from `signUpIdempotency`. Without them, a repeat counts as a new request. */
  idempotency?: SignUpIdempotency | null;
  /** Builds the response for the new account, which is also saved for repeats. */
  answerOf: (account: NewAccount) => T;
};

/**
 * Creates an account with a test key, and enqueues the welcome email with the confirmation link.
 *
 * @returns the user's id
 * @throws DomainError `email_taken`, ignoring case; `rate_limited` after too many attempts, or if too many accounts from the
 *   same address or network are unconfirmed; and the errors of `hashNewPassword`
 */
export async function signUp(input: SignUpInput, origin: Origin): Promise<string> {
  return (await signUpOnce(input, { ...origin, answerOf: ({ id }) => ({ id }) })).data.id;
}

const statement = `
  INSERT INTO users (
    id, name, email, email_key, email_confirmed_at, password_hash, created_at,
    signed_up_from, signed_up_network)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

/** The origin of a sign-up: the client's IP address and the wider network around this address. Both have limits. */
type SignUpPlace = { address: string; network: string };

/** @param address from `rateLimitAddress` */
export const signUpPlace = (address: string): SignUpPlace => ({
  address,
  network: toWiderNetwork(address),
});

/** Name of the advisory lock that sign-ups from one network hold, so that parallel sign-ups cannot exceed the limit. */
const signUpLock = ({ network }: SignUpPlace) => `sign-up:${network}`;

const countUnconfirmed = `
  SELECT count(*) FILTER (WHERE signed_up_from = $2) AS "ofAddress", count(*) AS "ofNetwork"
  FROM users
  WHERE signed_up_network = $1 AND email_confirmed_at IS NULL AND created_at > $3`;

/** The `Retry-After` of the error, in seconds. By that time, some of the accounts may be confirmed. */
const retryAfterSeconds = 3_600;

/**
 * Rejects a sign-up if too many accounts from the same address or network are unconfirmed. An account counts while its
 * confirmation link is valid.
 *
 * @param tx the transaction that creates the account, holding `signUpLock`
 * @throws DomainError `rate_limited`
 */
async function rejectTooManyUnconfirmed(place: SignUpPlace, tx: SqlClient): Promise<void> {
  const since = new Date(clock.now().getTime() - confirmLinkTtlMs);
  const values = [place.network, place.address, since];
  const [row] = await query<{ ofAddress: number; ofNetwork: number }>(
    'count-unconfirmed',
    countUnconfirmed,
    values,
    tx,
  );
  const { ofAddress = 0, ofNetwork = 0 } = row ?? {};
  if (
    ofAddress < signUpSettings.UNCONFIRMED_PER_ADDRESS &&
    ofNetwork < signUpSettings.UNCONFIRMED_PER_NETWORK
  )
    return;
  throw new DomainError('rate_limited', {
    message:
      'Too many new accounts from your network have not confirmed their email address. Please confirm yours, or try again later.',
    retryAfterSeconds,
  });
}

const clearPlaces = `
  UPDATE users SET signed_up_from = NULL, signed_up_network = NULL
  WHERE signed_up_network IS NOT NULL AND (email_confirmed_at IS NOT NULL OR created_at <= $1)
  RETURNING id`;

/** Clears the sign-up address and network of accounts that no longer count towards the sign-up limits. @returns how many */
export async function clearSignUpPlaces(): Promise<number> {
  const before = new Date(clock.now().getTime() - confirmLinkTtlMs);
  return (await query('clear-sign-up-places', clearPlaces, [before])).length;
}

type NewUser = {
  name: string;
  email: string;
  /** Undefined for a user who signs up through a provider. */
  passwordHash?: string;
  /** Whether the address is already verified. */
  confirmed?: boolean;
  /** The origin of the sign-up, if the sign-up counts towards the limits. */
  place?: SignUpPlace;
};

/**
 * Inserts a user; sends no email.
 *
 * @returns the user's id
 * @throws DomainError `email_taken`, also for a parallel sign-up, because the address has a unique index
 */
export async function createUser(
  { name, email, passwordHash, confirmed, place }: NewUser,
  tx?: SqlClient,
): Promise<string> {
  const now = clock.now();
  const id = newId('usr', now.getTime());
  const confirmedAt = confirmed ? now : null;
  const values = [
    ...[id, name, email, normalizeEmail(email), confirmedAt, passwordHash ?? null, now],
    ...[place?.address ?? null, place?.network ?? null],
  ];
  try {
    await query('create-user', statement, values, tx);
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('email_taken', { param: 'email' });
    throw error;
  }
  return id;
}

/**
 * Like `signUp`, but for API clients, which may repeat the request with an idempotency key.
 *
 * @returns the response for the new account; a repeat returns the same response
 * @throws DomainError `idempotency_mismatch`, and the errors of `signUp`
 */
export async function signUpOnce<T extends object>(
  { name, email, password }: SignUpInput,
  { from, idempotency, answerOf }: SignUpOptions<T>,
): Promise<IdempotentResult<T>> {
  await limitAuthAttempt('signup', { from }, email);
  const before = await findFirstResponse<T>(idempotency?.recall ?? []);
  if (before) return { data: before.answer, replayed: true };
  // Hashing is slow, so hash before taking a connection from the pool.
  const passwordHash = await hashNewPassword(password, { name, email });
  const place = from === null ? null : signUpPlace(from);
  try {
    const data = await transaction(
      async (tx) => {
        if (place) await rejectTooManyUnconfirmed(place, tx);
        const id = await createUser({ name, email, passwordHash, ...(place && { place }) }, tx);
        await createFirstTestKey(id, tx);
        await enqueueEmail('welcome', email, tx);
        const answer = answerOf({ id, name, email, emailConfirmedAt: null });
        for (const one of idempotency?.remember ?? []) await saveResponse(one, answer, tx);
        await recordAudit(tx, {
          accountId: id,
          action: 'account.create',
          actor: { kind: 'member', id },
        });
        return answer;
      },
      place ? { lock: signUpLock(place) } : {},
    );
    return { data, replayed: false };
  } catch (error) {
    // A parallel request with the same key may have succeeded in the meantime.
    const saved =
      error instanceof DomainError ? await findFirstResponse<T>(idempotency?.recall ?? []) : null;
    if (saved) return { data: saved.answer, replayed: true };
    throw error;
  }
}

/** @throws DomainError `idempotency_mismatch` */
async function findFirstResponse<T>(idempotency: Idempotency[]): Promise<{ answer: T } | null> {
  const answers = await Promise.all(idempotency.map((one) => findSavedResponse(one)));
  const [first] = answers.flatMap((answer) => answer ?? []);
  return first ? { answer: first.answer as T } : null;
}
