import { DomainError } from '#domain/shared/errors.ts';
import { safeText } from '#domain/shared/text.ts';
import { prisma } from '#platform/db.server.ts';
import { toMessageOutput, toTimeline } from './to-message-output.ts';

/** A possible id: PostgreSQL rejects a NUL, which a URL may contain. */
const messageId = safeText.max(64);

/**
 * Returns one message with its timeline.
 *
 * @param id untrusted
 * @throws DomainError `not_found` if there is none, or it belongs to another user
 */
export async function getMessage(userId: string, id: string) {
  const row = messageId.safeParse(id).success
    ? await prisma.message.findFirst({ where: { id, userId } })
    : null;
  if (!row) throw new DomainError('not_found', { message: 'There is no message by this id.' });
  const events = await prisma.messageEvent.findMany({
    where: { messageId: id },
    orderBy: { id: 'asc' },
  });
  return { ...toMessageOutput(row), timeline: toTimeline(row, events) };
}
