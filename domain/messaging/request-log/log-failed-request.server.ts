import { createBatch } from '#platform/batch.ts';
import { clock } from '#platform/clock.ts';
import { query, transaction } from '#platform/db.server.ts';
import { minIdAt, newId } from '#platform/ids.server.ts';
import { logger } from '#platform/logger.ts';
import { type FailedRequest, maxPerHour } from './contract.ts';

type Row = FailedRequest & { id: string; createdAt: Date };

/** Rows that wait to be written; of more, each is lost, so that an outage does not fill the memory. */
const mostWaiting = 5_000;

/** Of these, rows of one user, so that nobody's flood takes the room of all others. */
const mostWaitingOfUser = 500;

/** Rows of users who have kept enough in the hour before are left out, the latest first. */
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

let waiting = 0;
/** Who has rows that wait, and how many. */
const waitingOf = new Map<string, number>();
let lost = 0;

/** One flush at a time in each process, and by the lock in all: else two would count the same rows. */
const write = createBatch(
  async (rows: Row[]) => {
    const hourAgo = minIdAt('ref', clock.now().getTime() - 3_600_000);
    const values = [JSON.stringify(rows.map(toColumns)), hourAgo];
    await transaction((on) => query('keep-refused', statement, values, on), {
      lock: 'failed_requests',
    });
    return rows;
  },
  { max: 500, gapMs: 200 },
);

/**
 * Keeps a refused request for its owner. Nobody waits for it; that it is missing is no reason to answer
 * otherwise.
 */
export function logFailedRequest(refused: FailedRequest): void {
  const { userId } = refused;
  if (waiting >= mostWaiting || (waitingOf.get(userId) ?? 0) >= mostWaitingOfUser) {
    tellLost(1);
    return;
  }
  const createdAt = clock.now();
  countWaiting(userId, 1);
  write({ ...refused, id: newId('ref', createdAt.getTime()), createdAt })
    .catch((error) => tellLost(1, error))
    .finally(() => {
      countWaiting(userId, -1);
    });
}

function countWaiting(userId: string, more: 1 | -1): void {
  waiting += more;
  const ofUser = (waitingOf.get(userId) ?? 0) + more;
  if (ofUser > 0) waitingOf.set(userId, ofUser);
  else waitingOf.delete(userId);
}

/** Once for all that are lost together. */
function tellLost(count: number, error?: unknown): void {
  if (lost === 0) {
    setTimeout(() => {
      logger.warn({ error, lost }, 'could not write the request log');
      lost = 0;
    }, 1_000).unref();
  }
  lost += count;
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
