import { DomainError } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';
import { toMessage, toTimeline } from './to-message.ts';

/**
 * One message with its timeline.
 *
 * @throws DomainError `not_found` if there is none, or it is somebody else's
 */
export async function getMessage(userId: string, id: string) {
  const row = await prisma.message.findFirst({ where: { id, userId } });
  if (!row) throw new DomainError('not_found', { message: 'There is no message by this id.' });
  const events = await prisma.messageEvent.findMany({
    where: { messageId: id },
    orderBy: { id: 'asc' },
  });
  return { ...toMessage(row), timeline: toTimeline(row, events) };
}
