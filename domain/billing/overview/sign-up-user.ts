import { getDefaultPlan } from '#domain/billing/plans/read-plans.ts';
import type { SignUpInput } from '#domain/identity/accounts/contract.browser.ts';
import { signUpOnce } from '#domain/identity/accounts/sign-up.ts';
import type { SignUpIdempotency } from '#domain/identity/accounts/sign-up-idempotency.ts';
import type { IdempotentResult } from '#domain/shared/idempotency/contract.ts';
import type { UserOutput } from './contract.ts';
import { toUserOutput } from './to-user-output.ts';

type Options = { from: string; idempotency: SignUpIdempotency | null };

/**
 * Signs a user up over REST, with an optional Idempotency-Key: see `signUpOnce`.
 *
 * @returns the new user, on the default plan
 */
export async function signUpUser(
  input: SignUpInput,
  options: Options,
): Promise<IdempotentResult<UserOutput>> {
  const plan = await getDefaultPlan();
  return signUpOnce(input, {
    ...options,
    answerOf: (user) =>
      toUserOutput({
        ...{ user, pendingEmail: null, image: null },
        ...{ subscription: null, ends: null, plan },
        period: { messagesUsed: 0, messageLimit: plan.messageLimit },
      }),
  });
}
