import { DomainError } from '#domain/shared/errors.ts';
import { safeText } from '#domain/shared/text.ts';
import { prisma } from '#platform/db.server.ts';
import { toMessageOutput, toTimeline } from './to-message-output.ts';

/** What may be an id at all: the database takes no NUL, and an address may have one. */
const messageId = safeText.max(64);

/**
 * One message with its timeline.
 *
 * @param id as it was given, whatever it is
 * @throws DomainError `not_found` if there is none, or it is somebody else's
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
