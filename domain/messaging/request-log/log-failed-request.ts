import { type Page, toPage } from '#domain/shared/page.browser.ts';
import { createBatch } from '#platform/batch.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { minIdAt, newId } from '#platform/ids.ts';
import { perInstance } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import {
  type FailedRequest,
  type FailedRequestOutput,
  maxPerHour,
  retentionMs,
} from './contract.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    ref: 'failed_requests';
  }
}

type Row = FailedRequest & { id: string; createdAt: Date };

/**
 * Most rows waiting to be written; more are dropped, so that an outage does not fill the memory.
 */
const maxWaiting = 5_000;

/** Most of them for one user, so that one user's flood does not displace the others. */
const maxWaitingPerUser = 500;

/** Drops rows of users who reached the limit of the last hour, newest first. */
const statement = `
  INSERT INTO failed_requests (id, user_id, key_id, created_at, method, path, status, code, message,
    param, client_address, request_id)
  SELECT id, user_id, key_id, created_at, method, path, status, code, message,
    param, client_address, request_id
  FROM (
    SELECT *, row_number() OVER (PARTITION BY user_id ORDER BY id) AS place
    FROM json_to_recordset($1::json) AS r(id text, user_id text, key_id text,
      created_at timestamptz, method text, path text, status smallint, code text, message text,
      param text, client_address text, request_id text)) AS given
  JOIN (
    SELECT asked.user_id AS owner, (
      SELECT count(*) FROM failed_requests AS kept
      WHERE kept.user_id = asked.user_id AND kept.id >= $2) AS before
    FROM (SELECT DISTINCT user_id FROM json_to_recordset($1::json) AS u(user_id text)) AS asked
  ) AS kept ON kept.owner = given.user_id
  WHERE before + place <= ${maxPerHour}`;

/** The number of rows waiting to be written, in total and by user, and of rows dropped in this second. */
const state = perInstance(() => ({ waiting: 0, byUser: new Map<string, number>(), dropped: 0 }));

/** One flush at a time per process and, with the lock, over all processes: parallel ones would count the same rows. */
const write = createBatch(
  async (rows: Row[]) => {
    const hourAgo = minIdAt('ref', clock.now().getTime() - 3_600_000);
    const values = [JSON.stringify(rows.map(toColumns)), hourAgo];
    await transaction((tx) => query('insert-failed-requests', statement, values, tx), {
      lock: 'failed_requests',
    });
    return rows;
  },
  { max: 500, minIntervalMs: 200 },
);

/** Logs a failed request for its owner, in the background: the response does not depend on it. */
export function logFailedRequest(failed: FailedRequest): void {
  const { userId } = failed;
  const { waiting, byUser } = state();
  if (waiting >= maxWaiting || (byUser.get(userId) ?? 0) >= maxWaitingPerUser) {
    reportDropped(1);
    return;
  }
  const createdAt = clock.now();
  countWaiting(userId, 1);
  write({ ...failed, id: newId('ref', createdAt.getTime()), createdAt })
    .catch((error) => reportDropped(1, error))
    .finally(() => {
      countWaiting(userId, -1);
    });
}

function countWaiting(userId: string, more: 1 | -1): void {
  const own = state();
  own.waiting += more;
  const ofUser = (own.byUser.get(userId) ?? 0) + more;
  if (ofUser > 0) own.byUser.set(userId, ofUser);
  else own.byUser.delete(userId);
}

/** Logs dropped rows once a second. */
function reportDropped(count: number, error?: unknown): void {
  const own = state();
  if (own.dropped === 0) {
    setTimeout(() => {
      logger.warn({ error, dropped: own.dropped }, 'could not write the request log');
      own.dropped = 0;
    }, 1_000).unref();
  }
  own.dropped += count;
}

const toColumns = (row: Row) => ({
  id: row.id,
  user_id: row.userId,
  key_id: row.keyId,
  created_at: row.createdAt,
  method: row.method,
  path: row.path,
  status: row.status,
  code: row.code,
  message: row.message,
  param: row.param,
  client_address: row.clientAddress,
  request_id: row.requestId,
});

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
