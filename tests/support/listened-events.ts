import type { ListenerKey } from '#domain/webhooks/listening/contract.browser.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { Prisma } from '#prisma/generated/client.ts';

type More = { type?: string; subjectId?: string; data?: null; at?: Date };

/**
 * Inserts events of an active or ended listener, oldest first.
 *
 * @returns their ids
 */
export async function insertListened(
  key: ListenerKey,
  count: number,
  { type = 'ping', subjectId, data, at = new Date() }: More = {},
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('evt', at.getTime()));
  await prisma.webhookListenerEvent.createMany({
    data: ids.map((id) => ({
      ...{ ...key, id, type, at, subjectId: subjectId ?? null },
      data: data === null ? Prisma.DbNull : {},
    })),
  });
  return ids;
}
