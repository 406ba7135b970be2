import { recordAudit } from '#domain/audit/record-audit.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { lockSession } from '#domain/identity/sessions/create-session.ts';
import { addressColumn, turnChannel } from '#domain/notifications/channels/manage-channels.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { postToSlack } from '#domain/notifications/channels/slack-protocol.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';

const statement = `
  INSERT INTO notification_channels (id, user_id, kind, address_encrypted, hint, confirmed_at)
  VALUES ($1, $2, 'slack', $3, $4, $5)
  ON CONFLICT (user_id, kind) DO UPDATE SET
    id = excluded.id, address_encrypted = excluded.address_encrypted, hint = excluded.hint,
    confirmed_at = excluded.confirmed_at, failing_since = NULL, failure = NULL, refused_at = NULL,
    timeouts = 0, paused_until = NULL
  RETURNING (SELECT email FROM users WHERE users.id = $2) AS email`;

/** A webhook URL without its secret part, such as `https://hooks.slack.com/…/x1Y2`. */
export function maskAddress(address: string): string {
  const { origin, pathname, search } = new URL(address);
  const secret = `${pathname}${search}`.replace(/\/+$/, '');
  return secret.length < 12 ? `${origin}/…` : `${origin}/…/${secret.slice(-4)}`;
}

/**
 * Posts a first message to an incoming webhook. If Slack accepts it, stores the address, turns Slack notifications on, and
 * notifies the owner by email.
 *
 * @throws DomainError `invalid_parameter` if the address is wrong or Slack refuses the message, `rate_limited`;
 *   `reauthentication_required` if the session has ended meanwhile
 */
export async function connectSlack(
  signedIn: Pick<SignedInUser, 'userId' | 'sessionId'>,
  address: string,
): Promise<void> {
  const { userId } = signedIn;
  await limitPosts(userId);
  const text = 'Dakiya is connected: notifications of your account appear here.';
  const outcome = await postToSlack(address, text);
  if (outcome.kind === 'refused') {
    throw new DomainError('invalid_parameter', { message: outcome.reason, param: 'address' });
  }
  await transaction(async (tx) => {
    await lockSession(signedIn, tx);
    const id = newId('chn');
    const encrypted = addressColumn.encrypt({ id, userId }, address);
    const values = [id, userId, encrypted, maskAddress(address), clock.now()];
    const [row] = await query<{ email: string }>('connect-slack', statement, values, tx);
    await turnChannel(userId, 'slack', true, tx);
    if (row) await enqueueEmail('channel_connected', row.email, tx, id);
    await recordAudit(tx, {
      accountId: userId,
      action: 'channel.connect',
      after: { kind: 'slack' },
    });
  });
}

/**
 * Posts a test message to the stored address, even if notifications are off.
 *
 * @throws DomainError `invalid_parameter` with the reason if Slack rejects the message, `not_found` if there is no address,
 *   `rate_limited`
 */
export async function testSlack(userId: string): Promise<void> {
  const where = { userId_kind: { userId, kind: 'slack' as const } };
  const channel = await prisma.notificationChannel.findUnique({ where });
  if (!channel) throw new DomainError('not_found', { message: 'Please enter an address first.' });
  await limitPosts(userId);
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

/** Limits manual posts per user and hour, because each may occupy a connection for ten seconds. */
const perHour = createRateLimiter('slack-tries', { points: 20, seconds: 3_600 });

/** Counts a manual post towards the limit. @throws DomainError `rate_limited` */
async function limitPosts(userId: string): Promise<void> {
  requireWithinLimit(await perHour.consume(userId), {
    message: 'Too many messages were sent to Slack by hand. Please try again in an hour.',
  });
}
