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
import { prisma, query, type Transaction, transaction } from '#platform/db.ts';
import type { Factors } from './contract.browser.ts';
import { notifyOfFactors } from './notify-of-factors.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { confirmTotp } from './totp.ts';
import { endTrust } from './trusted-devices.ts';
import { hasSecondFactor } from './verify-code.ts';

/**
 * Requires a recent sign-in if the user has a second factor. Actions that check only the password call this too,
 * because a thief may know the password.
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
  const [totp, passkeys, recoveryCodes] = await Promise.all([
    prisma.totpFactor.findUnique({
      where: { userId },
      select: { createdAt: true, lastUsedAt: true },
    }),
    prisma.passkey.findMany({
      where: { userId },
      orderBy: { id: 'asc' },
      select: { id: true, name: true, isSynced: true, createdAt: true, lastUsedAt: true },
    }),
    prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
  ]);
  return { totp, passkeys, recoveryCodes };
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
    await lockFactors(signedIn, tx);
    await confirmTotp(userId, confirmation, tx);
    await afterFactorChange(signedIn, tx, { endOthers });
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
    await lockFactors(signedIn, tx);
    const deleted = await query('delete-totp', deleteTotp, [userId], tx);
    if (deleted.length === 0) throw new DomainError('not_found');
    await afterFactorChange(signedIn, tx, { endOthers: false });
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
    await lockFactors(signedIn, tx);
    if (!(await hasSecondFactor(userId, tx))) throw new DomainError('not_found');
    await notifyOfFactors(userId, 'recovery_codes_made', tx);
    return createRecoveryCodes(userId, tx);
  });
  logAuthEvent('factors_changed', { accountId: userId, reason: 'recovery_codes_made' });
  return codes;
}

const removeTotpSince = 'DELETE FROM totp_factors WHERE user_id = $1 AND created_at >= $2';
const removePasskeysSince = 'DELETE FROM passkeys WHERE user_id = $1 AND created_at >= $2';
const removeCodesSince = 'DELETE FROM recovery_codes WHERE user_id = $1 AND created_at >= $2';

/**
 * Removes the second factors that were set up at or after a given time, because a thief may have set them up. If all
 * factors are newer than this time, removes all of them.
 */
export async function removeFactorsSince(
  userId: string,
  since: Date,
  tx: Transaction,
): Promise<void> {
  const values = [userId, since];
  await query('remove-totp-since', removeTotpSince, values, tx);
  await query('remove-passkeys-since', removePasskeysSince, values, tx);
  await query('remove-recovery-codes-since', removeCodesSince, values, tx);
}

const lockUser = 'SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE';

/**
 * Begins a change of factors: checks that the session still exists, and waits for sign-ins in progress, which lock the
 * user too. Otherwise a sign-in in progress could trust its device just after this change has ended the trust in all
 * devices.
 *
 * @throws DomainError `reauthentication_required` if the session has ended
 */
export async function lockFactors(signedIn: SignedInUser, tx: Transaction): Promise<void> {
  await query('lock-factors', lockUser, [signedIn.userId], tx);
  await lockSession(signedIn, tx);
}

/**
 * Does what every change of factors requires: deletes recovery codes that are no longer needed, and ends the trust in
 * devices. With `endOthers`, also ends the user's other sessions. Without it, the sign-ins of these sessions no longer
 * count as recent.
 */
export async function afterFactorChange(
  { userId, sessionId }: SignedInUser,
  tx: Transaction,
  { endOthers }: { endOthers: boolean },
): Promise<void> {
  if (!(await hasSecondFactor(userId, tx))) {
    await query('delete-unneeded-recovery-codes', deleteUnneededCodes, [userId], tx);
  }
  await endTrust(userId, tx);
  if (endOthers) await revokeAllSessions(userId, sessionId, tx);
  else await expireRecentSignIns(userId, sessionId, tx);
}
