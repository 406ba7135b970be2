import { createFirstTestKey } from '#domain/identity/api-keys/create-key.ts';
import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { Idempotency, IdempotentResult } from '#domain/shared/idempotency/contract.ts';
import { findSavedResponse, saveResponse } from '#domain/shared/idempotency/saved-response.ts';
import { transaction } from '#platform/db.ts';
import type { SignUpInput } from './contract.browser.ts';
import { createUser } from './create-user.ts';
import { hashNewPassword } from './hash-password.ts';
import { limitAuthAttempt, type Origin } from './limit-auth-attempts.ts';
import type { SignUpIdempotency } from './sign-up-idempotency.ts';
import { rejectTooManyUnconfirmed, signUpLock, signUpPlace } from './sign-up-place.ts';

/** A newly created account. */
export type NewAccount = { id: string; name: string; email: string; emailConfirmedAt: null };

type SignUpOptions<T> = Origin & {
  /** The scopes that make a repeat safe; see `sign-up-idempotency.ts`. */
  idempotency?: SignUpIdempotency | null;
  /** Builds the response for the new account, which is also saved for repeats. */
  answerOf: (account: NewAccount) => T;
};

/**
 * Creates an account with a test key, and enqueues the welcome email with the confirmation link.
 *
 * @returns the user's id
 * @throws DomainError `email_taken`, ignoring case; `rate_limited` after too many attempts, or if too many
 *   accounts from one place are unconfirmed; and what `hashNewPassword` throws
 */
export async function signUp(input: SignUpInput, origin: Origin): Promise<string> {
  return (await signUpOnce(input, { ...origin, answerOf: ({ id }) => ({ id }) })).data.id;
}

/**
 * Like `signUp`, for programs that may repeat the request with an idempotency key.
 *
 * @returns the response for the new account; a repeat returns the same one
 * @throws DomainError `idempotency_mismatch` besides
 */
export async function signUpOnce<T extends object>(
  { name, email, password }: SignUpInput,
  { from, idempotency, answerOf }: SignUpOptions<T>,
): Promise<IdempotentResult<T>> {
  await limitAuthAttempt('signup', { from }, email);
  const before = await findFirstResponse<T>(idempotency?.recall ?? []);
  if (before) return { data: before.answer, replayed: true };
  // Hashing is slow, so it happens before a connection is taken from the pool.
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
        return answer;
      },
      place ? { lock: signUpLock(place) } : {},
    );
    return { data, replayed: false };
  } catch (error) {
    // A parallel request with the same key may have succeeded meanwhile.
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
