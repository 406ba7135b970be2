import { retryGap } from '#domain/mail/retry-gap.ts';
import { writeContent } from '#domain/mail/write-letter.server.ts';
import { clock } from '#platform/clock.ts';
import { logger } from '#platform/logger.ts';
import { claimNotification } from './claim-notification.server.ts';
import type { Notification, SendOutcome } from './contract.ts';
import { type ChannelAddress, findAddress } from './find-address.server.ts';
import { recordNotification } from './record-notification.server.ts';
import { postToSlack } from './slack/post-to-slack.server.ts';
import { toSlackText } from './slack/to-slack-text.ts';
import { turnOffSlack } from './slack/turn-off-slack.server.ts';
import { sendSms } from './sms/send-sms.server.ts';

/**
 * Writes a notification as the mail of its kind is written, and sends it. One whose channel is off by now fails; one
 * about what is over is not sent, and counts as sent.
 *
 * @returns when to try again, in milliseconds, if it was refused for now
 */
export async function deliverNotification(id: string): Promise<{ againMs: number } | undefined> {
  const claimed = await claimNotification(id);
  if (!claimed) return undefined;
  const to = await findAddress(claimed.userId, claimed.channel);
  if (!to) {
    const result = { state: 'failed', reason: 'It was turned off meanwhile.' } as const;
    await recordNotification(claimed, result, { wasTried: false });
    return undefined;
  }
  const outcome = await send(claimed, to);
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
): Promise<{ againMs: number } | undefined> {
  const { id, channel, attempts, createdAt } = claimed;
  const { reason, forGood = false, retryAfterSeconds } = outcome;
  const now = clock.now().getTime();
  const gap = outcome.retry ? retryGap(attempts, now - createdAt.getTime()) : null;
  const againMs = gap === null ? null : Math.max(gap, (retryAfterSeconds ?? 0) * 1_000);
  logger.warn(
    { notificationId: id, channel, attempts, againMs, reason },
    'a notification was refused',
  );
  if (againMs === null) {
    await recordNotification(claimed, { state: 'failed', reason }, { wasTried: true });
    if (forGood) await turnOffSlack(channelId, email);
    return undefined;
  }
  const dueAt = new Date(now + againMs);
  await recordNotification(claimed, { state: 'queued', reason, dueAt }, { wasTried: true });
  return { againMs };
}
