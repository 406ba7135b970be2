import { createHash } from 'node:crypto';
import type { SessionOwner } from '#domain/identity/sessions/create-session.server.ts';
import { describeUserAgent } from '#domain/identity/sessions/describe-user-agent.ts';
import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { clock } from '#platform/clock.ts';
import { prisma, query, type Transaction } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';

/** Who signs in, and from where. */
export type Device = SessionOwner & {
  /** The random id that a browser keeps in a cookie; a program has none. */
  device?: string;
};

/** Devices remembered for each user, the last used first. */
const mostDevices = 50;

/** Mails about new devices for each user, within a day. */
const mostMails = 5;
const dayMs = 24 * 3_600_000;

/** The counts are of before: a statement does not see its own rows. */
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

type Noted = {
  isNew: boolean;
  email: string;
  isConfirmed: boolean;
  known: number;
  ofToday: number;
};

/**
 * Remembers where a user signs in from, and mails them of a device that they have not used before. An
 * account's first device is no news, nor is the first after a new password.
 *
 * A browser is known by its cookie, a program by how it names itself.
 *
 * @param on the transaction that begins the session
 */
export async function noteDevice(userId: string, from: Device, on: Transaction): Promise<void> {
  const now = clock.now();
  const id = newId('dev', now.getTime());
  const name = nameOf(from.userAgent);
  const key = `${userId}|${from.kind}|${from.device ?? name}`;
  const values = [
    ...[id, userId, createHash('sha256').update(key).digest(), name, now],
    ...[mostDevices - 1, new Date(now.getTime() - dayMs)],
  ];
  const [noted] = await query<Noted>('note-device', statement, values, on);
  if (!noted?.isNew || !noted.isConfirmed) return;
  if (noted.known === 0 || noted.ofToday >= mostMails) return;
  await enqueueEmail('new_sign_in', noted.email, on, id);
}

/** What a device calls itself goes into a mail: what could be read as a link there is left out. */
function nameOf(userAgent: string): string {
  const name = describeUserAgent(userAgent);
  return /^[A-Za-z][\w -]{0,39}$/.test(name) ? name : 'Unknown device';
}

/** As long as a browser keeps the cookie by which it is known. */
const keptMs = 400 * 24 * 3_600_000;

/** Deletes devices that nobody has signed in from for so long. @returns how many */
export async function forgetDevices(): Promise<number> {
  const { count } = await prisma.knownDevice.deleteMany({
    where: { lastUsedAt: { lt: new Date(clock.now().getTime() - keptMs) } },
  });
  return count;
}
