import { messageEnds } from '#domain/messaging/messages/message-ends.server.ts';
import { prisma } from '#platform/db.server.ts';

/** Since when none arrived, and why the last one did not. */
export type Failing = { since: Date; reason: string | null };

/** The last of a user's that are looked at. */
const most = 20;

/**
 * Whether the SMS that were accepted for a user do not arrive.
 *
 * @returns null if the last one whose end is known was delivered
 */
export async function smsFailures(userId: string): Promise<Failing | null> {
  const sent = await prisma.notification.findMany({
    where: { userId, channel: 'sms', messageId: { not: null } },
    orderBy: { id: 'desc' },
    take: most,
  });
  const ends = await messageEnds(sent.flatMap(({ messageId }) => messageId ?? []));
  let failing: Failing | null = null;
  for (const { messageId, createdAt } of sent) {
    const end = ends.get(messageId ?? '');
    if (end?.state === 'delivered') break;
    if (end) failing = { since: createdAt, reason: failing ? failing.reason : end.reason };
  }
  return failing;
}
