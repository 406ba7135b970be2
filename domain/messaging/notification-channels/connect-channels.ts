import { recordAudit } from '#domain/audit/record-audit.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { lockSession } from '#domain/identity/sessions/create-session.ts';
import { sendOtp } from '#domain/messaging/otp/send-otp.ts';
import { verifyOtp } from '#domain/messaging/otp/verify-otp.ts';
import type { ChannelKind } from '#domain/notifications/channels/contract.browser.ts';
import { addressColumn, turnChannel } from '#domain/notifications/channels/manage-channels.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { postToSlack } from '#domain/notifications/channels/slack-protocol.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { maskNumber, toSentence } from '#domain/sms/addresses.ts';
import { parseIndianMobile } from '#domain/sms/phone-number.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { type Failing, smsFailures, systemCaller, systemUserId } from './send-sms.ts';

/**
 * Limits how many codes a user can request per day, for all numbers together. The usual OTP limits of each number also apply.
 */
const codesPerDay = createRateLimiter('notification-codes', { points: 10, seconds: 86_400 });

/** Does not replace a confirmed number: the user must remove it first. */
const beginSql = `
  INSERT INTO notification_channels AS channel (id, user_id, kind, address_encrypted, hint, otp_id)
  VALUES ($1, $2, 'sms', $3, $4, $5)
  ON CONFLICT (user_id, kind) DO UPDATE SET
    id = excluded.id, address_encrypted = excluded.address_encrypted, hint = excluded.hint,
    otp_id = excluded.otp_id
  WHERE channel.confirmed_at IS NULL
  RETURNING id`;

/**
 * Sends a code to the number at which a user wants notifications. The user then enters the code to confirm the number.
 *
 * @param typed the number as entered
 * @param from address of the request, for rate limits; empty if unknown
 * @throws DomainError `invalid_recipient`, `unsupported_country`, `rate_limited`, `otp_resend_too_soon`;
 *   `invalid_parameter` if another number is connected
 */
export async function beginNumber(userId: string, typed: string, from: string): Promise<void> {
  const parsed = parseIndianMobile(typed);
  if ('error' in parsed) {
    throw new DomainError(parsed.error, { param: 'number', message: toSentence(parsed) });
  }
  const { number } = parsed;
  await rejectSecondNumber(userId);
  requireWithinLimit(await codesPerDay.consume(userId), {
    message: 'Too many codes were sent for your account today. Please try again tomorrow.',
  });
  const input = { recipient: number, otp_length: 6 };
  // Any user can request a code for any number, so the code counts towards the number's limit for accounts
  // on the free plan.
  const caller = { ...(await systemCaller()), onDefaultPlan: true };
  const { data } = await sendOtp(caller, input, from);
  const id = newId('chn');
  const encrypted = addressColumn.encrypt({ id, userId }, number);
  const values = [id, userId, encrypted, maskNumber(number), data.otpId];
  const [row] = await query('begin-notification-number', beginSql, values);
  if (!row) throw numberConnected();
}

/** Throws if a number is already connected. Called before a code is sent, because the code could not be used. */
async function rejectSecondNumber(userId: string): Promise<void> {
  const where = { userId, kind: 'sms', confirmedAt: { not: null } } as const;
  if ((await prisma.notificationChannel.count({ where })) > 0) throw numberConnected();
}

const numberConnected = () =>
  new DomainError('invalid_parameter', {
    message: 'A number is connected already. Remove it first.',
    param: 'number',
  });

/**
 * Sends the code to the unconfirmed phone number again.
 *
 * @throws DomainError like `beginNumber`; `not_found` if there is no unconfirmed number
 */
export async function resendCode(userId: string, from: string): Promise<void> {
  const unconfirmed = await findWaitingNumber(userId);
  if (!unconfirmed)
    throw new DomainError('not_found', { message: 'Please enter the number first.' });
  await beginNumber(userId, unconfirmed.number, from);
}

const selectUnconfirmed = `
  SELECT id, address_encrypted AS encrypted, otp_id AS "otpId" FROM notification_channels
  WHERE user_id = $1 AND kind = 'sms' AND confirmed_at IS NULL AND otp_id IS NOT NULL`;

/** A user's unconfirmed number in E.164 and the id of its OTP; null if there is none. */
async function findWaitingNumber(userId: string) {
  const [row] = await query<{ id: string; encrypted: Buffer; otpId: string }>(
    'find-waiting-number',
    selectUnconfirmed,
    [userId],
  );
  if (!row) return null;
  const { id, encrypted, otpId } = row;
  return { number: addressColumn.decrypt({ id, userId }, encrypted), otpId };
}

/** Also compares the OTP's id, because the user may have entered another number in the meantime. */
const confirmSql = `
  UPDATE notification_channels SET confirmed_at = $3, otp_id = NULL, failing_since = NULL, failure = NULL
  WHERE user_id = $1 AND kind = 'sms' AND otp_id = $2 AND confirmed_at IS NULL
  RETURNING id, (SELECT email FROM users WHERE users.id = $1) AS email`;

/**
 * Confirms a number with the code that was sent to it, turns SMS notifications on, and emails the owner.
 *
 * @throws DomainError `otp_incorrect`, `otp_expired`, `otp_attempts_exceeded`; `not_found` if there is no unconfirmed number;
 *   `reauthentication_required` if the session has ended by now
 */
export async function confirmNumber(
  signedIn: Pick<SignedInUser, 'userId' | 'sessionId'>,
  code: string,
): Promise<void> {
  const { userId } = signedIn;
  const unconfirmed = await findWaitingNumber(userId);
  if (!unconfirmed)
    throw new DomainError('not_found', { message: 'Please enter the number first.' });
  const { otpId, number: recipient } = unconfirmed;
  await verify({ otpId, recipient, code, service: null });
  await transaction(async (tx) => {
    await lockSession(signedIn, tx);
    const values = [userId, otpId, clock.now()];
    const [confirmed] = await query<{ id: string; email: string }>(
      'confirm-notification-number',
      confirmSql,
      values,
      tx,
    );
    if (!confirmed) return;
    await turnChannel(userId, 'sms', true, tx);
    await enqueueEmail('channel_connected', confirmed.email, tx, confirmed.id);
    await recordAudit(tx, { accountId: userId, action: 'channel.connect', after: { kind: 'sms' } });
  });
}

/** Verifies the code. Rewords errors and assigns them to the form field `code`. */
async function verify(input: Parameters<typeof verifyOtp>[1]): Promise<void> {
  try {
    await verifyOtp({ userId: systemUserId, livemode: true, restriction: null }, input);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message, retryAfterSeconds } = error;
    throw new DomainError(code, {
      message: message.replaceAll('The OTP', 'The code'),
      param: 'code',
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
}

const saveSlackSql = `
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
  await limitSlackPosts(userId);
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
    const [row] = await query<{ email: string }>('connect-slack', saveSlackSql, values, tx);
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
  await limitSlackPosts(userId);
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
const slackPostsPerHour = createRateLimiter('slack-tries', { points: 20, seconds: 3_600 });

/** Counts a manual post towards the limit. @throws DomainError `rate_limited` */
async function limitSlackPosts(userId: string): Promise<void> {
  requireWithinLimit(await slackPostsPerHour.consume(userId), {
    message: 'Too many messages were sent to Slack by hand. Please try again in an hour.',
  });
}

/** A channel as its owner sees it, with a masked address. */
export type ChannelView = {
  hint: string;
  /**
   * - `waiting`: the number is not confirmed yet
   * - `ready`: can be turned on
   * - `refused`: turned off, because the channel rejected a message permanently
   */
  state: 'waiting' | 'ready' | 'refused';
  failing: Failing | null;
  /** Because of repeated timeouts, nothing is sent to the channel before this time. */
  pausedUntil: Date | null;
};

/** Lists the channels that a user has connected or begun to connect. */
export async function listChannels(
  userId: string,
): Promise<Partial<Record<ChannelKind, ChannelView>>> {
  const now = clock.now();
  const [rows, smsFailing] = await Promise.all([
    prisma.notificationChannel.findMany({ where: { userId }, omit: { addressEncrypted: true } }),
    smsFailures(userId),
  ]);
  const views = rows.map(({ kind, hint, confirmedAt, refusedAt, ...row }) => {
    const { failingSince, failure } = row;
    const pausedUntil = row.pausedUntil && row.pausedUntil > now ? row.pausedUntil : null;
    const ownFailing = failingSince && { since: failingSince, reason: failure };
    const failing = ownFailing ?? (kind === 'sms' ? smsFailing : null);
    const state = !confirmedAt ? 'waiting' : refusedAt ? 'refused' : 'ready';
    return [kind, { hint, state, failing, pausedUntil } satisfies ChannelView] as const;
  });
  return Object.fromEntries(views);
}

const removeSql = `
  DELETE FROM notification_channels
  WHERE user_id = $1 AND kind = $2::notification_channel_kind`;

/** Deletes the address of a channel and turns the channel off. */
export async function removeChannel(userId: string, kind: ChannelKind): Promise<void> {
  await transaction(async (tx) => {
    await query('remove-channel', removeSql, [userId, kind], tx);
    await turnChannel(userId, kind, false, tx);
    await recordAudit(tx, { accountId: userId, action: 'channel.remove', after: { kind } });
  });
}
