import { prisma } from '#platform/db.server.ts';
import type { MessageState } from './contract.ts';

const ends: MessageState[] = ['delivered', 'undelivered', 'failed', 'expired'];

/** How messages ended, by their ids, and why; those that are under way are left out. */
export async function messageEnds(ids: string[]) {
  const rows = await prisma.message.findMany({
    where: { id: { in: ids }, state: { in: ends } },
    select: { id: true, state: true, reason: true },
  });
  return new Map(rows.map(({ id, state, reason }) => [id, { state, reason }]));
}
