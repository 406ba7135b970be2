import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { holdSession } from '#domain/identity/sessions/hold-session.server.ts';
import { addressColumn } from '#domain/notifications/channels/address-column.server.ts';
import { postToSlack } from '#domain/notifications/channels/slack/post-to-slack.server.ts';
import { turnChannel } from '#domain/notifications/channels/turn-channel.server.ts';
import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { prisma, query, transaction } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { createRateLimiter } from '#platform/rate-limit.server.ts';
import { maskAddress } from './mask.ts';

const statement = `
  INSERT INTO notification_channels (id, user_id, kind, address_encrypted, hint, confirmed_at)
  VALUES ($1, $2, 'slack', $3, $4, $5)
  ON CONFLICT (user_id, kind) DO UPDATE SET
    id = excluded.id, address_encrypted = excluded.address_encrypted, hint = excluded.hint,
    confirmed_at = excluded.confirmed_at, failing_since = NULL, failure = NULL, refused_at = NULL,
    timeouts = 0, paused_until = NULL
  RETURNING (SELECT email FROM users WHERE users.id = $2) AS email`;

/**
 * Posts a first message to an incoming webhook, keeps its address if it is taken, and turns notifications there on,
 * which the owner is mailed.
 *
 * @throws DomainError `invalid_parameter` with what is wrong with the address or its answer, `rate_limited`;
 *   `reauthentication_required` if the session was ended while the address was tried
 */
export async function connectSlack(
  signedIn: Pick<SignedInUser, 'userId' | 'sessionId'>,
  address: string,
): Promise<void> {
  const { userId } = signedIn;
  await limitTries(userId);
  const text = 'Dakiya is connected: notifications of your account appear here.';
  const outcome = await postToSlack(address, text);
  if (outcome.kind === 'refused') {
    throw new DomainError('invalid_parameter', { message: outcome.reason, param: 'address' });
  }
  await transaction(async (on) => {
    await holdSession(signedIn, on);
    const id = newId('chn');
    const encrypted = addressColumn.encrypt({ id, userId }, address);
    const values = [id, userId, encrypted, maskAddress(address), clock.now()];
    const [row] = await query<{ email: string }>('connect-slack', statement, values, on);
    await turnChannel(userId, 'slack', true, on);
    if (row) await enqueueEmail('channel_connected', row.email, on, id);
  });
}

/**
 * Posts a test message to the address that is kept, on or off.
 *
 * @throws DomainError `invalid_parameter` with why it was not taken, `not_found` if there is no address, `rate_limited`
 */
export async function testSlack(userId: string): Promise<void> {
  const where = { userId_kind: { userId, kind: 'slack' as const } };
  const channel = await prisma.notificationChannel.findUnique({ where });
  if (!channel) throw new DomainError('not_found', { message: 'Please enter an address first.' });
  await limitTries(userId);
  const address = addressColumn.decrypt(channel, channel.addressEncrypted);
  const outcome = await postToSlack(address, 'This is a test of Dakiya.');
  const failed = outcome.kind === 'refused';
  await prisma.notificationChannel.updateMany({
    where: { id: channel.id },
    data: failed
      ? { failure: outcome.reason, failingSince: channel.failingSince ?? clock.now() }
      : { failure: null, failingSince: null, timeouts: 0, pausedUntil: null },
  });
  if (failed) throw new DomainError('invalid_parameter', { message: outcome.reason });
}

/** Messages that a user may have posted by hand: each may take ten seconds of a web's connection. */
const perHour = createRateLimiter('slack-tries', { points: 20, seconds: 3_600 });

/** Counts one. @throws DomainError `rate_limited` */
async function limitTries(userId: string): Promise<void> {
  const { allowed, resetSeconds } = await perHour.take(userId);
  if (allowed) return;
  throw new DomainError('rate_limited', {
    message: 'Too many messages were sent to Slack by hand. Please try again in an hour.',
    retryAfterSeconds: resetSeconds,
  });
}
