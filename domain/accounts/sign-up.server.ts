import type { Answered, Idempotency } from '#domain/idempotency/contract.ts';
import { recallAnswer } from '#domain/idempotency/recall-answer.server.ts';
import { rememberAnswer } from '#domain/idempotency/remember-answer.server.ts';
import { requestMail } from '#domain/mail/request-mail.server.ts';
import { defaultPlan } from '#domain/plans/default-plan.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { transaction } from '#platform/db.server.ts';
import type { SignUpInput, UserOutput } from './contract.ts';
import { createUser } from './create-user.server.ts';
import { hashNewPassword } from './hash-new-password.server.ts';
import type { SignUpIdempotency } from './sign-up-idempotency.server.ts';
import { refuseUnconfirmed, signUpLock, signUpPlace } from './sign-up-place.server.ts';
import { toUser } from './to-user.ts';

type Options = {
  /** Where the sign-up comes from, as `clientAddress` gives it; without it nothing is counted. */
  from?: string;
  /** What makes it safe to repeat, in each of its scopes; see `sign-up-idempotency.server.ts`. */
  idempotency?: SignUpIdempotency | null;
};

/**
 * Makes an account, and asks for the mail that welcomes its owner and confirms the address.
 *
 * @returns the user's id
 * @throws DomainError `email_taken`, whatever the case of its letters; `rate_limited` where too many accounts
 *   from one place are unconfirmed; and what `hashNewPassword` throws
 */
export async function signUp(input: SignUpInput, options: Options = {}): Promise<string> {
  return (await signUpOnce(input, options)).data._id;
}

/**
 * The same for programs, which may repeat it under an idempotency key.
 *
 * @returns the user as just made, also when it is repeated later
 * @throws DomainError `idempotency_mismatch` besides
 */
export async function signUpOnce(
  { name, email, password }: SignUpInput,
  { from, idempotency }: Options,
): Promise<Answered<UserOutput>> {
  const before = await recallUser(idempotency?.recall ?? []);
  if (before) return { data: before, replayed: true };
  // Hashing takes long: no connection is to be held for it.
  const passwordHash = await hashNewPassword(password, { name, email });
  const plan = await defaultPlan();
  const place = from === undefined ? undefined : signUpPlace(from);
  try {
    const data = await transaction(
      async (on) => {
        if (place) await refuseUnconfirmed(place, on);
        const id = await createUser({ name, email, passwordHash, ...(place && { place }) }, on);
        await requestMail('welcome', email, on);
        const user = toUser({
          pendingEmail: null,
          user: { id, name, email, emailConfirmedAt: null },
          ...{ image: null, subscription: null, ends: null, plan },
          period: { messagesUsed: 0, messageLimit: plan.messageLimit },
        });
        for (const one of idempotency?.remember ?? []) await rememberAnswer(one, user, on);
        return user;
      },
      place ? { lock: signUpLock(place) } : {},
    );
    return { data, replayed: false };
  } catch (error) {
    // The same request may have been under way, and done by now.
    const meanwhile =
      error instanceof DomainError ? await recallUser(idempotency?.recall ?? []) : null;
    if (meanwhile) return { data: meanwhile, replayed: true };
    throw error;
  }
}

/** @throws DomainError `idempotency_mismatch` */
async function recallUser(idempotency: Idempotency[]): Promise<UserOutput | null> {
  const answers = await Promise.all(idempotency.map((one) => recallAnswer(one)));
  const [first] = answers.flatMap((answer) => answer ?? []);
  return first ? (first.answer as UserOutput) : null;
}
