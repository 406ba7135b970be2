import { createHash } from 'node:crypto';
import { recordAudit } from '#domain/audit/record-audit.ts';
import { describeUserAgent } from '#domain/identity/sessions/contract.ts';
import { newSessionToken } from '#domain/identity/sessions/create-session.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type Transaction, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { type TrustedDeviceOutput, trustedDeviceTtlMs } from './contract.browser.ts';
import { notifyOfFactors } from './notify-of-factors.ts';

/** Maximum number of trusted devices of a user. The oldest ones are deleted. */
const maxTrustedDevices = 20;

/**
 * Hashes the secret of a device for storage. The hash includes the user's id, so that the cookie of one account is not
 * accepted for another one. An unkeyed hash is enough, because the secret has 256 random bits.
 */
const hashSecret = (userId: string, secret: string) =>
  new Uint8Array(createHash('sha256').update(`trusted-device|${userId}|${secret}`).digest());

/** Operators must prove their second factor at each sign-in, so no device of theirs is trusted. */
const isNoOperator = 'NOT EXISTS (SELECT FROM operators AS o WHERE o.user_id = $1)';

const insert = `
  WITH surplus AS (
    DELETE FROM trusted_devices WHERE id IN (
      SELECT id FROM trusted_devices WHERE user_id = $1 ORDER BY id DESC OFFSET ${maxTrustedDevices - 1})
  )
  INSERT INTO trusted_devices (id, user_id, secret_hash, name, created_at, expires_at)
  SELECT $2, $1, $3, $4, $5, $6 WHERE ${isNoOperator}
  RETURNING id`;

/**
 * Trusts the browser of a sign-in that has just proved its second factor: for 30 days, its sign-ins need only the password or
 * the provider. Emails the owner.
 *
 * @param userAgent names the device in the settings
 * @param tx the transaction that creates the session, holding a lock of the user's row
 * @returns the secret for the browser's cookie, of which only the hash is stored; null for an operator
 */
export async function trustDevice(
  userId: string,
  userAgent: string,
  tx: Transaction,
): Promise<string | null> {
  const secret = newSessionToken();
  const now = clock.now();
  const id = newId('trd', now.getTime());
  const expiresAt = new Date(now.getTime() + trustedDeviceTtlMs);
  const name = describeUserAgent(userAgent);
  const values = [userId, id, hashSecret(userId, secret), name, now, expiresAt];
  const added = await query('trust-device', insert, values, tx);
  if (added.length === 0) return null;
  await notifyOfFactors(userId, 'device_trusted', tx);
  return secret;
}

const use = `
  UPDATE trusted_devices SET last_used_at = $3
  WHERE user_id = $1 AND secret_hash = $2 AND expires_at > $3 AND ${isNoOperator}
  RETURNING id`;

/**
 * Uses a trusted device for a sign-in without the second factor. Such a sign-in does not count as recent.
 *
 * @param secret of the browser's cookie
 * @returns whether the device is trusted
 */
export async function redeemTrustedDevice(
  userId: string,
  secret: string,
  tx: Transaction,
): Promise<boolean> {
  const values = [userId, hashSecret(userId, secret), clock.now()];
  return (await query('use-trusted-device', use, values, tx)).length === 1;
}

/** The trusted devices of a user, newest first. */
export function listTrustedDevices(userId: string): Promise<TrustedDeviceOutput[]> {
  return prisma.trustedDevice.findMany({
    where: { userId, expiresAt: { gt: clock.now() } },
    orderBy: { id: 'desc' },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true, expiresAt: true },
  });
}

const remove = `
  DELETE FROM trusted_devices WHERE user_id = $1 AND ($2::text IS NULL OR id = $2) RETURNING id`;

/**
 * Ends the trust in one device, or in all devices of a user, at the user's request.
 *
 * @param id null for all
 * @throws DomainError `not_found` if there is none
 */
export const forgetTrustedDevices = (userId: string, id: string | null): Promise<void> =>
  transaction(async (tx) => {
    const removed = await query<{ id: string }>('forget-trusted-devices', remove, [userId, id], tx);
    if (removed.length === 0) throw new DomainError('not_found');
    await recordAudit(tx, {
      ...{ accountId: userId, action: 'factor.device_untrusted' },
      targets: removed.map((one) => ({ type: 'trusted_device', id: one.id })),
    });
  });

/**
 * Ends the trust in all devices of a user, because the factors have changed or the account was suspended. Ending all sessions
 * does so too (`revokeAllSessions`).
 */
export async function endTrust(userId: string, tx: Transaction): Promise<void> {
  await query('end-trust-in-devices', remove, [userId, null], tx);
}

/** Deletes devices whose trust has expired. @returns how many */
export async function purgeTrustedDevices(): Promise<number> {
  const { count } = await prisma.trustedDevice.deleteMany({
    where: { expiresAt: { lt: clock.now() } },
  });
  return count;
}
