import type { ErrorCode } from '#domain/shared/errors.browser.ts';
import { type Page, toPage } from '#domain/shared/page.browser.ts';
import { createBatch } from '#platform/batch.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { minIdAt, newId } from '#platform/ids.ts';
import { perInstance } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';

/** How long a failed request is kept, in milliseconds. */
export const retentionMs = 7 * 24 * 3_600_000;

/** Maximum number of failed requests stored per user and hour. */
export const maxPerHour = 1_000;

type FailedRequest = {
  userId: string;
  /** The API ID, `dk_…`. */
  keyId: string;
  method: string;
  /** Relative to `/api/v1`, without the query. */
  path: string;
  status: number;
  code: ErrorCode;
  message: string;
  /** The invalid field, if any. */
  param: string | null;
  /** The caller's IP address; empty if unknown. */
  clientAddress: string;
  requestId: string;
};

/** A failed request as its owner sees it. */
export type FailedRequestOutput = Omit<FailedRequest, 'userId' | 'code'> & {
  id: string;
  createdAt: Date;
  code: string;
};

export type FailedRequestGroup = {
  code: string;
  count: number;
  /** Newest first. */
  newest: FailedRequestOutput[];
};

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    ref: 'failed_requests';
  }
}

type Row = FailedRequest & { id: string; createdAt: Date };

/**
 * Maximum number of rows that wait to be written. Further rows are dropped, so that a database outage does not fill the
 * memory.
 */
const maxWaiting = 5_000;

/** Maximum number of waiting rows per user, so that the errors of one user do not displace those of others. */
const maxWaitingPerUser = 500;

/** For each user, inserts the oldest rows until the user has `maxPerHour` rows in the last hour. The rest is dropped. */
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

/** The number of rows that wait to be written, in total and per user, and the number of rows dropped in this second. */
const state = perInstance(() => ({ waiting: 0, byUser: new Map<string, number>(), dropped: 0 }));

/**
 * Each process runs one flush at a time, and the lock extends this to all processes. Parallel flushes would not see each
 * other's rows, and together could exceed the hourly limit.
 */
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

/** Logs a failed request for its owner in the background, so that the response does not wait. */
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

/** Logs once a second how many rows were dropped. */
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
 * Maximum number of failed requests that are read for one page. Reading so many takes PostgreSQL about 20 ms. A busy
 * account has more failed requests in a week.
 */
const maxLookedAt = 10_000;

const outputColumns = `id, key_id AS "keyId", created_at AS "createdAt", method, path, status, code, message, param,
    client_address AS "clientAddress", request_id AS "requestId"`;

const pageSql = `
  WITH looked_at AS MATERIALIZED (
    SELECT * FROM failed_requests WHERE user_id = $1 AND id < $2 ORDER BY id DESC LIMIT ${maxLookedAt}
  ),
  page AS (
    SELECT * FROM looked_at WHERE ($3::text IS NULL OR code = $3) AND ($5::text IS NULL OR key_id = $5)
    ORDER BY id DESC LIMIT $4
  )
  SELECT ${outputColumns}, NULL AS stop FROM page
  UNION ALL
  SELECT ${outputColumns}, id FROM looked_at
  WHERE id = (SELECT min(id) FROM looked_at HAVING count(*) = ${maxLookedAt})
  ORDER BY stop NULLS FIRST, id DESC`;

type FailedRequestFilter = {
  after?: string | undefined;
  limit: number;
  code?: string | undefined;
  keyId?: string;
};

/**
 * Returns a page of a user's failed requests, newest first. Reads 10,000 rows at most. If few of these rows have the code
 * or the key, the page is short but still has a `next`.
 *
 * @param wanted `after` is the last id of the previous page; `keyId` is an API ID or the id of a hook
 */
export async function listFailedRequests(
  userId: string,
  { after, limit, code, keyId }: FailedRequestFilter,
): Promise<Page<FailedRequestOutput>> {
  const end = after ?? minIdAt('ref', Number.POSITIVE_INFINITY);
  const values = [userId, end, code ?? null, limit + 1, keyId ?? null];
  const rows = await query<FailedRequestOutput & { stop: string | null }>(
    'list-failed-requests',
    pageSql,
    values,
  );
  const found = rows.filter(({ stop }) => stop === null);
  const page = toPage(found, limit, ({ stop: _, ...row }) => row);
  return { ...page, next: page.next ?? rows.find(({ stop }) => stop !== null)?.stop ?? null };
}

const shownOfGroup = 5;

const groupsSql = `
  SELECT ${outputColumns}, count, "isCut"
  FROM (
    SELECT *, (count(*) OVER of_code)::int AS count, row_number() OVER newest AS place,
      count(*) OVER () = ${maxLookedAt} AS "isCut"
    FROM (SELECT * FROM failed_requests WHERE user_id = $1 ORDER BY id DESC LIMIT ${maxLookedAt}) AS looked_at
    WINDOW of_code AS (PARTITION BY code), newest AS (PARTITION BY code ORDER BY id DESC)
  ) AS counted
  WHERE place <= ${shownOfGroup}
  ORDER BY id DESC`;

/**
 * Groups the newest 10,000 failed requests of a user by code. The group with the newest request comes first. Each group
 * contains its five newest requests.
 *
 * @returns the groups; `isCut` is true if there may be older requests that were not counted
 */
export async function groupFailedRequests(
  userId: string,
): Promise<{ groups: FailedRequestGroup[]; isCut: boolean }> {
  const rows = await query<FailedRequestOutput & { count: number; isCut: boolean }>(
    'group-failed-requests',
    groupsSql,
    [userId],
  );
  const groups = new Map<string, FailedRequestGroup>();
  for (const { count, isCut: _, ...request } of rows) {
    const group = groups.get(request.code) ?? { code: request.code, count, newest: [] };
    group.newest.push(request);
    groups.set(request.code, group);
  }
  return { groups: [...groups.values()], isCut: rows[0]?.isCut ?? false };
}

/** Deletes failed requests past their retention. @returns how many it deleted */
export async function purgeRequestLog(): Promise<number> {
  const { count } = await prisma.failedRequest.deleteMany({
    where: { id: { lt: minIdAt('ref', clock.now().getTime() - retentionMs) } },
  });
  return count;
}
