import { type Page, toPage } from '#domain/shared/page.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { type FailedRequestOutput, retentionMs } from './contract.ts';

/**
 * A page of a user's failed requests, newest first.
 *
 * @param after the last id of the previous page
 */
export async function listFailedRequests(
  userId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page<FailedRequestOutput>> {
  const rows = await prisma.failedRequest.findMany({
    where: { userId, ...(after !== undefined && { id: { lt: after } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
    omit: { userId: true },
  });
  return toPage(rows, limit, (row) => row);
}

/** Deletes failed requests past their retention. @returns how many */
export async function purgeRequestLog(): Promise<number> {
  const { count } = await prisma.failedRequest.deleteMany({
    where: { id: { lt: minIdAt('ref', clock.now().getTime() - retentionMs) } },
  });
  return count;
}
