import {
  limitAuthAttempt,
  loginDelayMs,
  type Origin,
} from '#domain/identity/accounts/limit-auth-attempts.ts';
import { loggingAttempt } from '#domain/identity/auth-events.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { normalizeCode } from '#domain/sms/digits.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type SqlClient, transaction } from '#platform/db.ts';
import { createAttemptCounter } from '#platform/limits/rate-limit.ts';
import { notifyOfFactors } from './notify-of-factors.ts';
import { isRecoveryCode, redeemRecoveryCode } from './recovery-codes.ts';
import { redeemTotp } from './totp.ts';

/** Counts wrong codes, which delay further codes as wrong passwords do. */
const attempts = createAttemptCounter('factor', { seconds: 15 * 60 });

/**
 * The maximum number of wrong codes of an authenticator app for one user within 24 hours. Each guess has three chances in a
 * million, so that 30 guesses a day succeed within a year with a probability of 3 %, for a thief who knows the password.
 */
export const wrongCodeCeiling = 30;
const guesses = createAttemptCounter('factor-guesses', { seconds: 24 * 3_600 });

/**
 * Checks the second factor of a user: a code of the authenticator app, or a recovery code. Wrong codes are counted per user.
 * After `wrongCodeCeiling` of them, codes of the app are refused for a day. Recovery codes and passkeys still work,
 * because they cannot be guessed. This block also ends when the user sets a new password with an emailed link.
 *
 * @param typed the code as entered: digits of any writing system, spaces and dashes
 * @returns which factor it was
 * @throws DomainError `second_factor_incorrect`, `rate_limited`
 */
export function verifyFactorCode(
  userId: string,
  typed: string,
  { from }: Origin,
): Promise<'totp' | 'recovery_code'> {
  const about = { accountId: userId, from };
  return loggingAttempt({ succeeded: 'factor_confirmed', failed: 'factor_refused' }, about, () =>
    verify(userId, typed, { from }),
  );
}

async function verify(userId: string, typed: string, origin: Origin) {
  await limitAuthAttempt('login', origin, `factor|${userId}`);
  await clock.wait(loginDelayMs((await attempts.count(userId)) - 1));
  if (isRecoveryCode(typed)) {
    if (!(await redeemAndNotify(userId, typed))) throw incorrect();
    await attempts.forget(userId);
    return 'recovery_code';
  }
  const count = await guesses.count(userId);
  if (count > wrongCodeCeiling) {
    if (count === wrongCodeCeiling + 1)
      await transaction((tx) => notifyOfFactors(userId, 'codes_guessed', tx));
    throw new DomainError('rate_limited', {
      message:
        'Too many wrong codes were entered for this account today. Use a recovery code or a passkey, or set a new password by email, which ends this block.',
    });
  }
  if (!(await redeemTotp(userId, normalizeCode(typed)))) throw incorrect();
  await Promise.all([attempts.forget(userId), guesses.refund(userId)]);
  return 'totp';
}

const redeemAndNotify = (userId: string, code: string): Promise<boolean> =>
  transaction(async (tx) => {
    const isRight = await redeemRecoveryCode(userId, code, tx);
    if (isRight) await notifyOfFactors(userId, 'recovery_code_used', tx);
    return isRight;
  });

const incorrect = () => new DomainError('second_factor_incorrect', { param: 'code' });

/**
 * Ends the delays and the block after wrong codes. Called after a new password was set, which a thief does not know.
 */
export async function forgetWrongCodes(userId: string): Promise<void> {
  await Promise.all([attempts.forget(userId), guesses.forget(userId)]);
}

const hasFactorSql = `
  SELECT EXISTS (SELECT FROM totp_factors WHERE user_id = $1)
    OR EXISTS (SELECT FROM passkeys WHERE user_id = $1) AS "isSet"`;

/** Whether a user has a second factor, which a sign-in then needs. Recovery codes alone do not count. */
export async function hasSecondFactor(userId: string, tx?: SqlClient): Promise<boolean> {
  const [row] = await query<{ isSet: boolean }>('has-second-factor', hasFactorSql, [userId], tx);
  return row?.isSet ?? false;
}

/** The factors of a session that prove a second factor. A trusted device proves none. */
const secondFactors = ['totp', 'passkey', 'recovery_code'];

/** Whether a second factor was proved when a session was begun or confirmed. */
export const hasProvedSecondFactor = (factors: readonly string[]): boolean =>
  factors.some((factor) => secondFactors.includes(factor));
