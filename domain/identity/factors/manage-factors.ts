import { logAuthEvent } from '#domain/identity/auth-events.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import {
  lockSession,
  type RenewedSession,
  renewSession,
} from '#domain/identity/sessions/create-session.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import {
  expireRecentSignIns,
  revokeAllSessions,
} from '#domain/identity/sessions/manage-sessions.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { prisma, query, type SqlClient, type Transaction, transaction } from '#platform/db.ts';
import type { Factors } from './contract.browser.ts';
import { notifyOfFactors } from './notify-of-factors.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { confirmTotp } from './totp.ts';

const exists = `SELECT EXISTS (SELECT FROM totp_factors WHERE user_id = $1) AS "isSet"`;

/** Whether a user has a second factor, which a sign-in then needs. Recovery codes alone do not count. */
export async function hasSecondFactor(userId: string, tx?: SqlClient): Promise<boolean> {
  const [row] = await query<{ isSet: boolean }>('has-second-factor', exists, [userId], tx);
  return row?.isSet ?? false;
}

/** Whether a session was begun, or confirmed, with more than a password or an account at a provider. */
export const hasProvedSecondFactor = (factors: readonly string[]): boolean =>
  factors.some((factor) => factor !== 'password' && factor !== 'provider');

/**
 * Requires a recent sign-in of a user with a second factor, for actions that check the password themselves: a thief may know the
 * password.
 *
 * @throws DomainError `reauthentication_required`
 */
export async function requireRecentFactor(
  signedIn: Pick<SignedInUser, 'userId' | 'authenticatedAt'>,
): Promise<void> {
  if (await hasSecondFactor(signedIn.userId)) requireRecentSignIn(signedIn);
}

/** The second factors of a user, for the settings. */
export async function getFactors(userId: string): Promise<Factors> {
  const [totp, recoveryCodes] = await Promise.all([
    prisma.totpFactor.findUnique({
      where: { userId },
      select: { createdAt: true, lastUsedAt: true },
    }),
    prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
  ]);
  return { totp, recoveryCodes };
}

/**
 * Sets up the authenticator app of a user, with new recovery codes. Other sessions must enter the new factor before their next
 * sensitive action.
 *
 * @param options `endOthers` ends all other sessions
 * @returns the recovery codes, which are shown only now, and the session with a new token
 * @throws DomainError `invalid_parameter` for the code or an expired enrolment, `reauthentication_required`
 */
export async function turnOnTotp(
  signedIn: SignedInUser,
  confirmation: { enrolment: string; code: string },
  { endOthers }: { endOthers: boolean },
): Promise<{ codes: string[]; renewed: RenewedSession }> {
  requireRecentSignIn(signedIn);
  const { userId } = signedIn;
  const result = await transaction(async (tx) => {
    await lockSession(signedIn, tx);
    await confirmTotp(userId, confirmation, tx);
    await settle(signedIn, tx, { endOthers });
    await notifyOfFactors(userId, 'totp_on', tx);
    const codes = await createRecoveryCodes(userId, tx);
    return { codes, renewed: await renewSession(signedIn, ['totp'], tx) };
  });
  logAuthEvent('factors_changed', { accountId: userId, reason: 'totp_on' });
  return result;
}

const deleteTotp = 'DELETE FROM totp_factors WHERE user_id = $1 RETURNING id';

const deleteUnneededCodes = 'DELETE FROM recovery_codes WHERE user_id = $1';

/**
 * Turns a user's authenticator app off. Without another second factor, the recovery codes are deleted too.
 *
 * @throws DomainError `not_found` if none is set up, `reauthentication_required`
 */
export async function turnOffTotp(signedIn: SignedInUser): Promise<void> {
  requireRecentSignIn(signedIn);
  const { userId } = signedIn;
  await transaction(async (tx) => {
    await lockSession(signedIn, tx);
    const deleted = await query('delete-totp', deleteTotp, [userId], tx);
    if (deleted.length === 0) throw new DomainError('not_found');
    await settle(signedIn, tx, { endOthers: false });
    await notifyOfFactors(userId, 'totp_off', tx);
  });
  logAuthEvent('factors_changed', { accountId: userId, reason: 'totp_off' });
}

/**
 * Replaces a user's recovery codes.
 *
 * @returns the new codes, which are shown only now
 * @throws DomainError `not_found` if the user has no second factor, `reauthentication_required`
 */
export async function renewRecoveryCodes(signedIn: SignedInUser): Promise<string[]> {
  requireRecentSignIn(signedIn);
  const { userId } = signedIn;
  const codes = await transaction(async (tx) => {
    await lockSession(signedIn, tx);
    if (!(await hasSecondFactor(userId, tx))) throw new DomainError('not_found');
    await notifyOfFactors(userId, 'recovery_codes_made', tx);
    return createRecoveryCodes(userId, tx);
  });
  logAuthEvent('factors_changed', { accountId: userId, reason: 'recovery_codes_made' });
  return codes;
}

/** What every change of factors entails for recovery codes and for the user's other sessions. */
async function settle(
  { userId, sessionId }: SignedInUser,
  tx: Transaction,
  { endOthers }: { endOthers: boolean },
): Promise<void> {
  if (!(await hasSecondFactor(userId, tx))) {
    await query('delete-unneeded-recovery-codes', deleteUnneededCodes, [userId], tx);
  }
  if (endOthers) await revokeAllSessions(userId, sessionId, tx);
  else await expireRecentSignIns(userId, sessionId, tx);
}
