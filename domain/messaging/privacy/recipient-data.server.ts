import { listMessages } from '#domain/messaging/messages/find-messages.server.ts';
import { listOtpsOf } from '#domain/messaging/otp/otps-of-recipient.server.ts';
import { findSuppression } from '#domain/messaging/recipients/suppressions.server.ts';
import type { RecipientData } from './recipient-data.ts';
import type { Viewer } from './views/contract.ts';

/**
 * A page of what an account has stored of a number: its messages, the newest first, and on the first page its one-time
 * passwords and whether it is suppressed. What was erased is not found by its number.
 *
 * @param recipient in E.164
 */
export async function readRecipientData(
  viewer: Viewer,
  recipient: string,
  page: { limit: number; after?: string | undefined },
): Promise<{ data: RecipientData; next: string | null }> {
  const { userId } = viewer;
  const isFirst = page.after === undefined;
  const [messages, otps, suppression] = await Promise.all([
    listMessages(viewer, { recipient, ...page }),
    isFirst ? listOtpsOf(userId, recipient) : [],
    isFirst ? findSuppression(userId, recipient) : null,
  ]);
  const data = {
    recipient,
    suppression: suppression && {
      reason: suppression.reason,
      createdAt: suppression.createdAt.toISOString(),
    },
    otps: otps.map(({ id, state, attempts, emails, ...times }) => ({
      _id: id,
      status: state,
      attempts,
      createdAt: times.createdAt.toISOString(),
      sentAt: times.sentAt.map((at) => at.toISOString()),
      expiresAt: times.expiresAt.toISOString(),
      emails,
    })),
    messages: messages.entries,
  };
  return { data, next: messages.next };
}
