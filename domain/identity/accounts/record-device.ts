import { createHash } from 'node:crypto';
import { describeUserAgent } from '#domain/identity/sessions/contract.ts';
import type { SessionOwner } from '#domain/identity/sessions/create-session.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type Transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    dev: 'known_devices';
  }
}

/** A browser or program that signs in. */
export type Device = SessionOwner & {
  /** The random id in a browser's device cookie. Programs have no such id. */
  device?: string;
  /** The secret in a browser's cookie of a trusted device. */
  trusted?: string | null;
};

/** Maximum number of devices stored per user. The least recently used devices are deleted. */
const maxDevices = 50;

/** Maximum number of new-device emails per user and day. */
const maxEmailsPerDay = 5;
const dayMs = 24 * 3_600_000;

/**
 * Stores the device, and counts the devices that were stored before: a statement does not see the rows that it inserts.
 */
const statement = `
  WITH noted AS (
    INSERT INTO known_devices (id, user_id, key_hash, name, created_at, last_used_at)
    VALUES ($1, $2, $3, $4, $5, $5)
    ON CONFLICT (user_id, key_hash) DO UPDATE SET last_used_at = $5
    RETURNING id
  ), surplus AS (
    DELETE FROM known_devices WHERE id IN (
      SELECT id FROM known_devices WHERE user_id = $2 AND key_hash <> $3
      ORDER BY last_used_at DESC OFFSET $6)
  )
  SELECT noted.id = $1 AS "isNew", users.email,
    users.email_confirmed_at IS NOT NULL AS "isConfirmed",
    count(known.id) AS "known", count(known.id) FILTER (WHERE known.created_at > $7) AS "ofToday"
  FROM noted, users LEFT JOIN known_devices AS known ON known.user_id = users.id
  WHERE users.id = $2
  GROUP BY noted.id, users.email, users.email_confirmed_at`;

type RecordedDevice = {
  isNew: boolean;
  email: string;
  isConfirmed: boolean;
  known: number;
  ofToday: number;
};

/**
 * Records the device that a user signs in from, and emails the user about a new device. The first device of an account,
 * and the first device after a password reset, cause no email. A browser is identified by its cookie, and a program by
 * its user agent.
 *
 * @param tx the transaction that creates the session
 */
export async function recordDevice(userId: string, from: Device, tx: Transaction): Promise<void> {
  const now = clock.now();
  const id = newId('dev', now.getTime());
  const name = toDeviceName(from.userAgent);
  const key = `${userId}|${from.kind}|${from.device ?? name}`;
  const values = [
    ...[id, userId, createHash('sha256').update(key).digest(), name, now],
    ...[maxDevices - 1, new Date(now.getTime() - dayMs)],
  ];
  const [recorded] = await query<RecordedDevice>('record-device', statement, values, tx);
  if (!recorded?.isNew || !recorded.isConfirmed) return;
  if (recorded.known === 0 || recorded.ofToday >= maxEmailsPerDay) return;
  await enqueueEmail('new_sign_in', recorded.email, tx, id);
}

/** Returns the name of a device for the email; `Unknown device` if an email program could turn the name into a link. */
function toDeviceName(userAgent: string): string {
  const name = describeUserAgent(userAgent);
  return /^[A-Za-z][\w -]{0,39}$/.test(name) ? name : 'Unknown device';
}

/** How long a device is kept after its last sign-in, in milliseconds: as long as the browser keeps the device cookie. */
const retentionMs = 400 * 24 * 3_600_000;

/** Deletes devices that have not been used to sign in within the retention. @returns how many */
export async function purgeUnusedDevices(): Promise<number> {
  const { count } = await prisma.knownDevice.deleteMany({
    where: { lastUsedAt: { lt: new Date(clock.now().getTime() - retentionMs) } },
  });
  return count;
}
