import { findFinalStates } from '#domain/messaging/messages/find-messages.ts';
import { prisma } from '#platform/db.ts';

/** Since when SMS fail, and the latest reason. */
export type Failing = { since: Date; reason: string | null };

/** How many of a user's latest notifications are checked. */
const maxChecked = 20;

/**
 * Whether a user's SMS notifications currently fail.
 *
 * @returns null if the latest one with a final state was delivered
 */
export async function smsFailures(userId: string): Promise<Failing | null> {
  const sent = await prisma.notification.findMany({
    where: { userId, channel: 'sms', messageId: { not: null } },
    orderBy: { id: 'desc' },
    take: maxChecked,
  });
  const endsById = await findFinalStates(sent.flatMap(({ messageId }) => messageId ?? []));
  let failing: Failing | null = null;
  for (const { messageId, createdAt } of sent) {
    const end = endsById.get(messageId ?? '');
    if (end?.state === 'delivered') break;
    if (end) failing = { since: createdAt, reason: failing ? failing.reason : end.reason };
  }
  return failing;
}
