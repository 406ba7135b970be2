import type { WriteContent } from '#domain/notifications/email/contract.ts';
import { emailRetryDelayMs } from '#domain/notifications/email/email-retry-delay.ts';
import { clock } from '#platform/clock.ts';
import { logger } from '#platform/logger.ts';
import { claimNotification } from './claim-notification.server.ts';
import type { Notification, SendOutcome, SendSms } from './contract.ts';
import { type ChannelAddress, findAddress } from './find-address.server.ts';
import type { NotificationPayload } from './jobs.ts';
import { postponeNotification, recordNotification } from './record-notification.server.ts';
import { postToSlack } from './slack/post-to-slack.server.ts';
import { acquireSlot } from './slack/slots.ts';
import { toSlackText } from './slack/to-slack-text.ts';
import { turnOffSlack } from './slack/turn-off-slack.server.ts';

/** What a job is answered that is to come again, in milliseconds from now. */
type Again = { againMs: number } | undefined;

/** What the worker knows of concepts that stand above this one. */
type Means = {
  /** Writes what an email of a kind says. */
  writeContent: WriteContent;
  sendSms: SendSms;
};

/** How soon a notification that found no slot looks for one again, in milliseconds. */
const noSlotMs = 1_000;

/**
 * Writes a notification as the mail of its kind is written, and sends it. One whose channel is off by now fails; one
 * about what is over is not sent, and counts as sent. One to Slack for which there is no slot waits without a worker's
 * place, and one whose channel is paused until that is over.
 *
 * @returns when to try again, in milliseconds, if it was not sent for now
 */
export async function deliverNotification(
  payload: NotificationPayload,
  means: Means,
): Promise<Again> {
  if (payload.channel === 'sms') return await deliver(payload, means);
  const leave = acquireSlot(payload.userId);
  if (!leave) return { againMs: noSlotMs };
  try {
    return await deliver(payload, means);
  } finally {
    leave();
  }
}

async function deliver(
  { notificationId, userId, channel }: NotificationPayload,
  means: Means,
): Promise<Again> {
  const to = await findAddress(userId, channel);
  const pauseMs = (to?.pausedUntil?.getTime() ?? 0) - clock.now().getTime();
  if (to?.pausedUntil && pauseMs > 0) {
    await postponeNotification(notificationId, to.pausedUntil);
    return { againMs: pauseMs };
  }
  const claimed = await claimNotification(notificationId);
  if (!claimed) return undefined;
  if (!to) {
    const result = { state: 'failed', reason: 'It was turned off meanwhile.' } as const;
    await recordNotification(claimed, result, { wasTried: false });
    return undefined;
  }
  const outcome = await send(claimed, to, means);
  if (outcome === null) {
    await recordNotification(claimed, { state: 'sent' }, { wasTried: false });
    return undefined;
  }
  if (outcome.kind === 'refused') return await refused(claimed, to, outcome);
  const { messageId } = outcome;
  await recordNotification(claimed, { state: 'sent', messageId }, { wasTried: true });
  return undefined;
}

/** Null if there is nothing to tell any more. */
async function send(
  claimed: Notification,
  { address, email }: ChannelAddress,
  { writeContent, sendSms }: Means,
): Promise<SendOutcome | null> {
  const { kind, about, createdAt } = claimed;
  const written = await writeContent(kind, { email, about, createdAt });
  if (!written) return null;
  return claimed.channel === 'sms'
    ? sendSms(claimed.id, address, written.content.subject)
    : postToSlack(address, toSlackText(kind, written.content));
}

async function refused(
  claimed: Notification,
  { channelId, email }: ChannelAddress,
  outcome: SendOutcome & { kind: 'refused' },
): Promise<Again> {
  const { id, channel, attempts, createdAt } = claimed;
  const { reason, forGood = false, retryAfterSeconds, timedOut } = outcome;
  const now = clock.now().getTime();
  const gap = outcome.retry ? emailRetryDelayMs(attempts, now - createdAt.getTime()) : null;
  const againMs = gap === null ? null : Math.max(gap, (retryAfterSeconds ?? 0) * 1_000);
  logger.warn(
    { notificationId: id, channel, attempts, againMs, reason },
    'a notification was refused',
  );
  if (againMs === null) {
    await recordNotification(claimed, { state: 'failed', reason }, { wasTried: true, timedOut });
    if (forGood) await turnOffSlack(channelId, email);
    return undefined;
  }
  const dueAt = new Date(now + againMs);
  await recordNotification(
    claimed,
    { state: 'queued', reason, dueAt },
    { wasTried: true, timedOut },
  );
  return { againMs };
}
