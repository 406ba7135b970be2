import { getLatestSubscription } from '#domain/billing/subscriptions/get-subscription.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { listKeys } from '#domain/identity/api-keys/user-keys.ts';
import { hasSecondFactor } from '#domain/identity/factors/verify-code.ts';
import { listSessions } from '#domain/identity/sessions/manage-sessions.ts';
import { listWithoutTexts } from '#domain/messaging/messages/find-messages.ts';
import { listChannels } from '#domain/messaging/notification-channels/connect-channels.ts';
import { findSuspension } from '#domain/messaging/suspensions/suspend-account.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { countedMessages, maxCountedQueue } from './contract.browser.ts';

/** How many sessions and messages the page of an account shows. */
const shownSessions = 5;
export const shownMessages = 10;

const queueSql = `
  SELECT count(*)::int AS queued, min(due_at) AS "oldestDue" FROM (
    SELECT due_at FROM message_queue WHERE user_id = $1 AND kind = ANY ('{message,otp}'::message_kind[])
    ORDER BY due_at LIMIT ${maxCountedQueue}) AS counted`;

type Queue = { queued: number; oldestDue: Date | null };

const failuresSql = `
  SELECT state, split_part(coalesce(reason, ''), ':', 1) AS reason, count(*)::int AS count, max(id) AS "lastId"
  FROM (SELECT id, state, reason FROM messages WHERE user_id = $1 ORDER BY id DESC LIMIT ${countedMessages}) AS newest
  WHERE state IN ('undelivered', 'failed', 'expired', 'unknown') GROUP BY 1, 2 ORDER BY count DESC LIMIT 10`;

/** Messages of one state that failed for the same reason. */
type Failure = { state: string; reason: string; count: number; lastId: string };

async function findUser(userId: string) {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: {
      ...{ id: true, name: true, email: true, emailConfirmedAt: true, createdAt: true },
      deletion: { select: { dueAt: true, doneAt: true } },
    },
  });
  if (!user) throw new DomainError('not_found', { message: 'There is no such account.' });
  return user;
}

/**
 * Reads what support needs about an account: state, plan, usage, sign-ins, keys without secrets, senders, the health of webhooks,
 * failures, and the newest messages without texts. Every part has a limit, so that the page does not take longer for an
 * account with millions of messages.
 *
 * @throws DomainError `not_found`
 */
export async function readAccount(userId: string) {
  const user = await findUser(userId);
  const [suspension, period, subscription, sessions, keys, channels, hasFactor] = await Promise.all(
    [
      findSuspension(userId),
      getCurrentUsagePeriod(userId),
      getLatestSubscription(userId),
      listSessions({ userId, sessionId: null }),
      listKeys(userId),
      listChannels(userId),
      hasSecondFactor(userId),
    ],
  );
  const [headers, webhooks, [queue], failures, messages] = await Promise.all([
    prisma.dltHeader.findMany({
      where: { userId },
      orderBy: { createdAt: 'desc' },
      take: 20,
      select: { header: true, category: true, status: true, lastUsedAt: true },
    }),
    prisma.webhookEndpoint.findMany({
      where: { userId },
      orderBy: { id: 'desc' },
      take: 20,
      select: {
        ...{ id: true, url: true, livemode: true, enabled: true, disabledReason: true },
        ...{ failures: true, failingSince: true, failure: true },
      },
    }),
    query<Queue>('queue-of-account', queueSql, [userId]),
    query<Failure>('failures-of-account', failuresSql, [userId]),
    listWithoutTexts(userId, { limit: shownMessages }),
  ]);
  const { messagesUsed, messageLimit, apiCallsUsed, apiCallLimit, startsAt, endsAt, planName } =
    period;
  return {
    user,
    suspension,
    plan: { name: planName, until: subscription?.expiryDate ?? null },
    usage: { messagesUsed, messageLimit, apiCallsUsed, apiCallLimit, startsAt, endsAt },
    sessions: sessions.slice(0, shownSessions).map(({ current: _, ...session }) => session),
    sessionCount: sessions.length,
    keys: keys.map(({ keyId, name, livemode, isActive, lastUsedAt }) => ({
      ...{ keyId, name, livemode, isActive, lastUsedAt },
    })),
    hasSecondFactor: hasFactor,
    phone: channels.sms?.hint ?? null,
    headers,
    webhooks: webhooks.map(({ url, ...webhook }) => ({ ...webhook, host: hostOf(url) })),
    queue: queue ?? { queued: 0, oldestDue: null },
    failures,
    messages: messages.entries.map(
      ({ _id, recipient, kind, status, reason, createdAt, segments }) => ({
        ...{ id: _id, recipient, kind, status, reason, createdAt, segments },
      }),
    ),
  };
}

export type AccountView = Awaited<ReturnType<typeof readAccount>>;

/** The host of a webhook's URL. Paths and queries often contain secrets. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url.slice(0, 40));
