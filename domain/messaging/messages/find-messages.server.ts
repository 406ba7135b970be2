import { DomainError } from '#domain/shared/errors.ts';
import { type Page, toPage } from '#domain/shared/page.ts';
import { safeText } from '#domain/shared/text.ts';
import { prisma, query } from '#platform/db.server.ts';
import { minIdAt } from '#platform/ids.server.ts';
import type { ListMessagesInput, MessageOutput, MessageState } from './contract.ts';
import { listSql, listStatementName } from './list-sql.ts';
import { showSubmitting } from './show-submitting.server.ts';
import { type MessageOutputRow, toMessageOutput, toTimeline } from './to-message-output.ts';

/** A possible id: PostgreSQL rejects a NUL, which a URL may contain. */
const messageId = safeText.max(64);

/**
 * Returns one message with its timeline.
 *
 * @param id untrusted
 * @throws DomainError `not_found` if there is none, or it belongs to another user
 */
export async function getMessage(userId: string, id: string) {
  const rows = messageId.safeParse(id).success
    ? await prisma.message.findMany({ where: { id, userId } })
    : [];
  const [row] = await showSubmitting(rows);
  if (!row) throw new DomainError('not_found', { message: 'There is no message by this id.' });
  const events = await prisma.messageEvent.findMany({
    where: { messageId: id },
    orderBy: { id: 'asc' },
  });
  return { ...toMessageOutput(row), timeline: toTimeline(row, events) };
}

/**
 * One page of a user's messages, newest first. The cost does not grow with the number of messages.
 */
export async function listMessages(
  userId: string,
  { limit, after, status, recipient, api_id, from, to }: ListMessagesInput,
): Promise<Page<MessageOutput>> {
  const submitting = status === 'submitting';
  const state = submitting ? undefined : status;
  const filters = { status: !!state, submitting, recipient: !!recipient, key: !!api_id };
  // Ids sort by creation time, so one index serves both the time range and the page.
  const first = minIdAt('msg', from ? Date.parse(from) : 0);
  const end = minIdAt('msg', to ? Date.parse(to) : Number.POSITIVE_INFINITY);
  const rows = await query<MessageOutputRow>(listStatementName(filters), listSql(filters), [
    userId,
    first,
    end,
    after ?? end,
    limit + 1,
    ...[state, recipient, api_id].filter((value) => !!value),
  ]);
  return toPage(await showSubmitting(rows), limit, toMessageOutput);
}

const finalStates: MessageState[] = ['delivered', 'undelivered', 'failed', 'expired'];

/** The final states and reasons of messages, by id; messages in progress are left out. */
export async function findFinalStates(ids: string[]) {
  const rows = await prisma.message.findMany({
    where: { id: { in: ids }, state: { in: finalStates } },
    select: { id: true, state: true, reason: true },
  });
  return new Map(rows.map(({ id, state, reason }) => [id, { state, reason }]));
}
