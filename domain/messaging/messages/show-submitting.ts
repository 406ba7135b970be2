import { prisma } from '#platform/db.ts';
import type { MessageState } from './contract.ts';

/**
 * Shows messages as `submitting` that a worker is submitting now. Their own rows are `queued` until an outcome is
 * recorded; what is on its way stands in the queue.
 *
 * @param rows are changed
 */
export async function showSubmitting<Row extends { id: string; state: MessageState }>(
  rows: Row[],
): Promise<Row[]> {
  const queued = rows.filter(({ state }) => state === 'queued');
  if (queued.length === 0) return rows;
  const found = await prisma.queuedMessage.findMany({
    where: { messageId: { in: queued.map(({ id }) => id) }, carrier: { not: null } },
    select: { messageId: true },
  });
  const submitting = new Set(found.map(({ messageId }) => messageId));
  for (const row of queued) if (submitting.has(row.id)) row.state = 'submitting';
  return rows;
}
