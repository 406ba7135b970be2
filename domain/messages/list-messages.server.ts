import { type Page, toPage } from '#domain/shared/page.ts';
import { prisma } from '#platform/db.server.ts';
import type { ListMessagesInput, MessageOutput } from './contract.ts';
import { toMessage } from './to-message.ts';

/** One page of a user's messages, newest first. */
export async function listMessages(
  userId: string,
  { limit, after, status, recipient, from, to }: ListMessagesInput,
): Promise<Page<MessageOutput>> {
  const rows = await prisma.message.findMany({
    where: {
      userId,
      ...(after && { id: { lt: after } }),
      ...(status && { state: status }),
      ...(recipient && { recipient }),
      ...((from || to) && {
        createdAt: { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(to) }) },
      }),
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  return toPage(rows, limit, toMessage);
}
