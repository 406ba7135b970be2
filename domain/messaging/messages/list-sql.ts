import { prisma } from '#platform/db.ts';
import type { MessageState } from './contract.ts';

/** Which messages of an account a list shows: ids from `first` on and before `end`, with these values where they are given. */
export type ListFilters = {
  userId: string;
  /** Whether those of live keys, or those of test keys. */
  livemode: boolean;
  first: string;
  end: string;
  status?: MessageState | undefined;
  recipient?: string | undefined;
  key?: string | undefined;
};

/** A prepared statement: each text has a name of its own. */
export type ListStatement = { name: string; sql: string; values: (string | number)[] };

/**
 * How many messages a page looks at. If fewer pass the filters than fit, the page is short and says where to go on, so
 * that it costs no more than that, some 20 ms, however large the account is.
 */
export const maxLookedAt = 10_000;

/** States that `messages.problem` holds: they are rare, and have an index of their own. */
const problems: readonly MessageState[] = ['undelivered', 'failed', 'expired', 'unknown'];

/** The columns of `MessageOutputRow`. */
export const outputColumns = `id, user_id AS "userId", key_id AS "keyId", livemode, sender, recipient, kind, content, template_id AS "templateId",
    entity_id AS "entityId", segments, state, reason, version, created_at AS "createdAt", scheduled_for AS "scheduledFor", sent_at AS "sentAt", settled_at AS "settledAt"`;

/**
 * Before these statements, in their transaction. The planner's statistics know little of an account that has grown since:
 * it would read all of it through another index, and sort.
 */
export const withoutSorts = 'SET LOCAL enable_sort = off; SET LOCAL enable_incremental_sort = off';

/** One page, newest first: what passes the filters among the first `maxLookedAt` messages of an index. */
export function pageStatement(filters: ListFilters, limit: number): ListStatement {
  if (filters.status === 'submitting') return submittingStatement(filters, limit);
  if (isOfAllTestKeys(filters)) return testStatement(filters, limit);
  const { name, range, order, rest, values } = scanOf(filters);
  const where = rest.length > 0 ? `WHERE ${rest.join(' AND ')}` : '';
  return {
    name: `list-messages${name}`,
    sql: `
  SELECT ${outputColumns}
  FROM (SELECT * FROM messages ${range} ${order} LIMIT ${maxLookedAt}) AS looked_at
  ${where} ${order} LIMIT $${values.length + 1}`,
    values: [...values, limit],
  };
}

/** The id of the last message that `pageStatement` looks at; no row if it comes to the end before. */
export function lastLookedAtStatement(filters: ListFilters): ListStatement {
  const { name, range, order, rest, values } = scanOf(filters);
  return {
    name: `last-looked-at${name}`,
    sql: `SELECT id FROM messages ${range} ${order} OFFSET ${maxLookedAt - 1} LIMIT 1`,
    values: values.slice(0, values.length - rest.length),
  };
}

/** Whether no more is looked at than what passes, so that a short page is the last. */
export const looksAtNoOther = (filters: ListFilters) =>
  filters.status === 'submitting' || isOfAllTestKeys(filters);

const isOfAllTestKeys = ({ livemode, status, recipient, key }: ListFilters) =>
  !livemode && status === undefined && recipient === undefined && key === undefined;

/** A column with its value, and the value's type in SQL. */
type Condition = { column: string; value: string; type?: string };

/**
 * The index that serves a list best, as a range of it, and the conditions that are left. A recipient has few messages,
 * and problems are rare; a key may have sent all of the account's.
 */
function scanOf({ userId, livemode, first, end, status, recipient, key }: ListFilters) {
  const conditions: (Condition | false)[] = [
    recipient !== undefined && { column: 'recipient', value: recipient },
    status !== undefined &&
      problems.includes(status) && { column: 'problem', value: status, type: 'message_state' },
    key !== undefined && { column: 'key_id', value: key },
    status !== undefined &&
      !problems.includes(status) && { column: 'state', value: status, type: 'message_state' },
    { column: 'livemode', value: String(livemode), type: 'boolean' },
  ];
  const given = conditions.filter((condition) => condition !== false);
  const isIndexed = given[0] && !['state', 'livemode'].includes(given[0].column);
  const leading = isIndexed ? given.splice(0, 1) : [];
  const values = [userId, first, end];
  const place = ({ value, type = 'text' }: Condition) => `$${values.push(value)}::${type}`;
  const index: [column: string, value: string][] = [
    ['user_id', '$1'],
    ...leading.map((one): [string, string] => [one.column, place(one)]),
  ];
  return {
    // The mode is a condition of all.
    name: [...leading, ...given.slice(0, -1)].map(({ column }) => `-${column}`).join(''),
    range: rangeOf(index),
    order: `ORDER BY ${[...index.map(([column]) => column), 'id'].map((column) => `${column} DESC`).join(', ')}`,
    rest: given.map((one) => `${one.column} = ${place(one)}`),
    values,
  };
}

/**
 * A range of ids among the rows with these values. A row comparison matches the one index with the columns in this
 * order. Of it PostgreSQL also uses the account alone, with any index, and would sort what it finds: these statements are
 * run without sorts. Which months a row comparison is about it does not conclude either, so the ids are compared again. That the index of problems leaves the others out, it does not conclude from a row comparison.
 */
function rangeOf(index: [column: string, value: string][]): string {
  const row = `(${[...index.map(([column]) => column), 'id'].join(', ')})`;
  const values = index.map(([, value]) => value).join(', ');
  const partial = index.some(([column]) => column === 'problem') ? 'AND problem IS NOT NULL' : '';
  return `WHERE ${row} >= (${values}, $2) AND ${row} < (${values}, $3) AND id >= $2 AND id < $3 ${partial}`;
}

/**
 * How many of an account's queued messages are looked at, those first that are due first: workers reserve them in that
 * order, 200 at once, so what is being submitted is among them.
 */
const maxQueuedLookedAt = 2_000;

/** What is on its way to a carrier stands in the queue. */
function submittingStatement(
  { userId, livemode, first, end, recipient, key }: ListFilters,
  limit: number,
): ListStatement {
  const values: (string | number)[] = [userId, first, end, limit];
  const firstDue = (livemode ? ['otp', 'message'] : ['test']).map(
    (kind) => `(
      SELECT message_id, carrier FROM message_queue WHERE kind = '${kind}' AND user_id = $1
      ORDER BY due_at, message_id LIMIT ${maxQueuedLookedAt})`,
  );
  const also = [
    recipient !== undefined && `AND recipient = $${values.push(recipient)}`,
    key !== undefined && `AND key_id = $${values.push(key)}`,
  ].filter((condition) => condition !== false);
  return {
    name: `list-submitting${livemode ? '' : '-test'}${recipient === undefined ? '' : '-recipient'}${key === undefined ? '' : '-key_id'}`,
    sql: `
  SELECT ${outputColumns}
  FROM messages
  WHERE id = ANY (ARRAY (
      SELECT message_id FROM (${firstDue.join(' UNION ALL ')}) AS first_due WHERE carrier IS NOT NULL))
    AND user_id = $1 AND id >= $2 AND id < $3 ${also.join(' ')}
  ORDER BY id DESC LIMIT $4`,
    values,
  };
}

/** How many test keys of an account, deleted ones included, a list without a key looks at: each costs a look into every month. */
const maxTestKeys = 500;

/** Before and behind all API IDs of test keys; in some collations a live one is between them. */
const testKeys = { first: 'dk_test_', last: `dk_test_${'z'.repeat(21)}` };

/** The first key, of those that have sent something, that a condition holds for. */
const nextKey = (condition: string) => `(
      SELECT key_id FROM messages WHERE user_id = $1 AND ${condition} AND key_id <= '${testKeys.last}'
      ORDER BY user_id, key_id, id LIMIT 1)`;

/**
 * The newest of all test keys, deleted ones included: those keys one after the other by their index, and of each as many as
 * the page has. So it does not look at live messages, however many there are. Messages of more keys than `maxTestKeys` are
 * listed by their key alone.
 */
function testStatement({ userId, first, end }: ListFilters, limit: number): ListStatement {
  const row = '(user_id, key_id, id)';
  return {
    name: 'list-test-messages',
    sql: `
  WITH RECURSIVE key AS (
    SELECT ${nextKey(`key_id >= '${testKeys.first}'`)} AS id, 1 AS place
    UNION ALL
    SELECT ${nextKey('key_id > key.id')}, place + 1 FROM key WHERE key.id IS NOT NULL AND place < ${maxTestKeys}
  )
  SELECT ${outputColumns.replace(/^id,/, 'm.id,')}
  FROM key CROSS JOIN LATERAL (
    SELECT * FROM messages
    WHERE ${row} >= ($1, key.id, $2) AND ${row} < ($1, key.id, $3) AND id >= $2 AND id < $3 AND NOT livemode
    ORDER BY user_id DESC, key_id DESC, id DESC LIMIT $4) AS m
  ORDER BY m.id DESC LIMIT $4`,
    values: [userId, first, end, limit],
  };
}

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
