import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import type { Idempotency, IdempotentResult } from '#domain/shared/idempotency/contract.ts';
import { findSavedResponse } from '#domain/shared/idempotency/find-saved-response.server.ts';
import { saveResponse } from '#domain/shared/idempotency/save-response.server.ts';
import { transaction } from '#platform/db.server.ts';
import type { SignUpInput } from './contract.ts';
import { createUser } from './create-user.server.ts';
import { hashNewPassword } from './hash-new-password.server.ts';
import type { SignUpIdempotency } from './sign-up-idempotency.server.ts';
import { refuseUnconfirmed, signUpLock, signUpPlace } from './sign-up-place.server.ts';

/** An account as it was just made. */
export type NewAccount = { id: string; name: string; email: string; emailConfirmedAt: null };

/** Where a sign-up comes from, as `rateLimitAddress` gives it; without it nothing is counted. */
type From = { from?: string };

type Repeatable<T> = From & {
  /** What makes it safe to repeat, in each of its scopes; see `sign-up-idempotency.server.ts`. */
  idempotency?: SignUpIdempotency | null;
  /** Describes the new account: what is returned, and remembered for a repetition. */
  answerOf: (account: NewAccount) => T;
};

/**
 * Makes an account, and asks for the mail that welcomes its owner and confirms the address.
 *
 * @returns the user's id
 * @throws DomainError `email_taken`, whatever the case of its letters; `rate_limited` where too many accounts
 *   from one place are unconfirmed; and what `hashNewPassword` throws
 */
export async function signUp(input: SignUpInput, from: From = {}): Promise<string> {
  return (await signUpOnce(input, { ...from, answerOf: ({ id }) => ({ id }) })).data.id;
}

/**
 * The same for programs, which may repeat it under an idempotency key.
 *
 * @returns the answer that describes the account as just made, also when it is repeated later
 * @throws DomainError `idempotency_mismatch` besides
 */
export async function signUpOnce<T extends object>(
  { name, email, password }: SignUpInput,
  { from, idempotency, answerOf }: Repeatable<T>,
): Promise<IdempotentResult<T>> {
  const before = await recall<T>(idempotency?.recall ?? []);
  if (before) return { data: before.answer, replayed: true };
  // Hashing takes long: no connection is to be held for it.
  const passwordHash = await hashNewPassword(password, { name, email });
  const place = from === undefined ? undefined : signUpPlace(from);
  try {
    const data = await transaction(
      async (on) => {
        if (place) await refuseUnconfirmed(place, on);
        const id = await createUser({ name, email, passwordHash, ...(place && { place }) }, on);
        await enqueueEmail('welcome', email, on);
        const answer = answerOf({ id, name, email, emailConfirmedAt: null });
        for (const one of idempotency?.remember ?? []) await saveResponse(one, answer, on);
        return answer;
      },
      place ? { lock: signUpLock(place) } : {},
    );
    return { data, replayed: false };
  } catch (error) {
    // The same request may have been under way, and done by now.
    const meanwhile =
      error instanceof DomainError ? await recall<T>(idempotency?.recall ?? []) : null;
    if (meanwhile) return { data: meanwhile.answer, replayed: true };
    throw error;
  }
}

/** @throws DomainError `idempotency_mismatch` */
async function recall<T>(idempotency: Idempotency[]): Promise<{ answer: T } | null> {
  const answers = await Promise.all(idempotency.map((one) => findSavedResponse(one)));
  const [first] = answers.flatMap((answer) => answer ?? []);
  return first ? { answer: first.answer as T } : null;
}
