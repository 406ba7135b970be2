import type { WriteContent } from '#domain/notifications/email/contract.ts';
import { emailRetryDelayMs } from '#domain/notifications/email/email-retry-delay.ts';
import { clock } from '#platform/clock.browser.ts';
import { logger } from '#platform/logger.ts';
import { type ChannelAddress, findAddress } from './channel-address.ts';
import type { Notification, SendOutcome, SendSms } from './contract.browser.ts';
import type { NotificationPayload } from './jobs.ts';
import {
  claimNotification,
  postponeNotification,
  recordNotification,
} from './notification-attempt.ts';
import { postToSlack } from './slack/post-to-slack.ts';
import { toSlackText } from './slack/slack-protocol.ts';
import { acquireSlot } from './slack/slots.ts';
import { turnOffSlack } from './slack/turn-off-slack.ts';

/** The job runs again after this delay, in milliseconds. */
type RetryLater = { retryInMs: number } | undefined;

/** Dependencies from higher layers, injected by the worker. */
type Dependencies = {
  /** Loads the content of an email of a kind. */
  writeContent: WriteContent;
  sendSms: SendSms;
};

/** Delay before looking for a free slot again, in milliseconds. */
const noSlotDelayMs = 1_000;

/**
 * Renders a notification from the email of its kind and sends it. It fails if its channel was
 * turned off meanwhile; if it no longer applies, it is closed as sent without being sent. Without a free Slack
 * slot, or while its channel is paused, it is delayed without occupying the worker.
 *
 * @returns the delay before the next attempt in milliseconds, if it was not sent yet
 */
export async function deliverNotification(
  payload: NotificationPayload,
  dependencies: Dependencies,
): Promise<RetryLater> {
  if (payload.channel === 'sms') return await deliver(payload, dependencies);
  const release = acquireSlot(payload.userId);
  if (!release) return { retryInMs: noSlotDelayMs };
  try {
    return await deliver(payload, dependencies);
  } finally {
    release();
  }
}

async function deliver(
  { notificationId, userId, channel }: NotificationPayload,
  dependencies: Dependencies,
): Promise<RetryLater> {
  const to = await findAddress(userId, channel);
  const pauseMs = (to?.pausedUntil?.getTime() ?? 0) - clock.now().getTime();
  if (to?.pausedUntil && pauseMs > 0) {
    await postponeNotification(notificationId, to.pausedUntil);
    return { retryInMs: pauseMs };
  }
  const claimed = await claimNotification(notificationId);
  if (!claimed) return undefined;
  if (!to) {
    const result = { state: 'failed', reason: 'It was turned off meanwhile.' } as const;
    await recordNotification(claimed, result, { wasTried: false });
    return undefined;
  }
  const outcome = await send(claimed, to, dependencies);
  if (outcome === null) {
    await recordNotification(claimed, { state: 'sent' }, { wasTried: false });
    return undefined;
  }
  if (outcome.kind === 'refused') return await handleRejection(claimed, to, outcome);
  const { messageId } = outcome;
  await recordNotification(claimed, { state: 'sent', messageId }, { wasTried: true });
  return undefined;
}

/** Null if the notification no longer applies. */
async function send(
  claimed: Notification,
  { address, email }: ChannelAddress,
  { writeContent, sendSms }: Dependencies,
): Promise<SendOutcome | null> {
  const { kind, about, createdAt } = claimed;
  const written = await writeContent(kind, { email, about, createdAt });
  if (!written) return null;
  return claimed.channel === 'sms'
    ? sendSms(claimed.id, address, written.content.subject)
    : postToSlack(address, toSlackText(kind, written.content));
}

async function handleRejection(
  claimed: Notification,
  { channelId, email }: ChannelAddress,
  outcome: SendOutcome & { kind: 'refused' },
): Promise<RetryLater> {
  const { id, channel, attempts, createdAt } = claimed;
  const { reason, forGood = false, retryAfterSeconds, timedOut } = outcome;
  const now = clock.now().getTime();
  const delayMs = outcome.retry ? emailRetryDelayMs(attempts, now - createdAt.getTime()) : null;
  const retryInMs = delayMs === null ? null : Math.max(delayMs, (retryAfterSeconds ?? 0) * 1_000);
  logger.warn(
    { notificationId: id, channel, attempts, retryInMs, reason },
    'notification rejected by its channel',
  );
  if (retryInMs === null) {
    await recordNotification(claimed, { state: 'failed', reason }, { wasTried: true, timedOut });
    if (forGood) await turnOffSlack(channelId, email);
    return undefined;
  }
  const dueAt = new Date(now + retryInMs);
  await recordNotification(
    claimed,
    { state: 'queued', reason, dueAt },
    { wasTried: true, timedOut },
  );
  return { retryInMs };
}
