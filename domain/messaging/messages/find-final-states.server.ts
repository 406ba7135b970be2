import { prisma } from '#platform/db.server.ts';
import type { MessageState } from './contract.ts';

const finalStates: MessageState[] = ['delivered', 'undelivered', 'failed', 'expired'];

/** The final states and reasons of messages, by id; messages in progress are left out. */
export async function findFinalStates(ids: string[]) {
  const rows = await prisma.message.findMany({
    where: { id: { in: ids }, state: { in: finalStates } },
    select: { id: true, state: true, reason: true },
  });
  return new Map(rows.map(({ id, state, reason }) => [id, { state, reason }]));
}
