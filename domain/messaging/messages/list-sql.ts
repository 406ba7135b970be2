import { reasonCodeSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { prisma } from '#platform/db.ts';
import type { MessageState } from './contract.ts';

/** The messages of an account that a list shows: ids from `first` up to but excluding `end`, with the given values. */
export type ListFilters = {
  userId: string;
  /** Whether messages of live keys, or of test keys. */
  livemode: boolean;
  first: string;
  end: string;
  status?: MessageState | undefined;
  /** Several states instead of `status`. */
  states?: readonly MessageState[] | undefined;
  recipient?: string | undefined;
  key?: string | undefined;
  sender?: string | undefined;
  template?: string | undefined;
  /** The code of a reason. */
  reason?: string | undefined;
  /** A part of the text. */
  text?: string | undefined;
};

/** A prepared statement. Each SQL text has a different name. */
export type ListStatement = { name: string; sql: string; values: unknown[] };

/**
 * How many messages a page reads at most. If too few match the filters, the page is short and has a cursor to continue. So
 * a page costs some 20 ms at most, however large the account is.
 */
export const maxLookedAt = 10_000;

/** States that `messages.problem` holds. They are rare, and have a separate index. */
const problems: readonly MessageState[] = ['undelivered', 'failed', 'expired', 'unknown'];

/** The columns of `MessageOutputRow`. */
export const outputColumns = `id, user_id AS "userId", key_id AS "keyId", livemode, sender, recipient, kind, content, template_id AS "templateId",
    entity_id AS "entityId", segments, state, reason, version, created_at AS "createdAt", scheduled_for AS "scheduledFor", sent_at AS "sentAt", settled_at AS "settledAt"`;

/**
 * Run before these statements, in their transaction. The planner's statistics may be older than an account's messages: it
 * would read all of them through another index, and sort.
 */
export const withoutSorts = 'SET LOCAL enable_sort = off; SET LOCAL enable_incremental_sort = off';

/** One page, newest first: the matching messages among the first `maxLookedAt` messages of an index. */
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

/** The id of the last message that `pageStatement` reads; no row if it reaches the end. */
export function lastLookedAtStatement(filters: ListFilters): ListStatement {
  const { name, range, order, rest, values } = scanOf(filters);
  return {
    name: `last-looked-at${name}`,
    sql: `SELECT id FROM messages ${range} ${order} OFFSET ${maxLookedAt - 1} LIMIT 1`,
    values: values.slice(0, values.length - rest.length),
  };
}

/** Whether the statement reads only matching messages, so that a short page is the last. */
export const looksAtNoOther = (filters: ListFilters) =>
  filters.status === 'submitting' || isOfAllTestKeys(filters);

/** The filters besides mode and time. */
const otherFilters = [
  ...['status', 'states', 'recipient', 'key', 'sender', 'template', 'reason', 'text'],
] as (keyof ListFilters)[];

const isOfAllTestKeys = (filters: ListFilters) =>
  !filters.livemode && otherFilters.every((name) => filters[name] === undefined);

/**
 * The lists that make up a list of several states: one of each state if all of them have an index, else the list itself.
 * A recipient has few messages, so its index is the better one.
 */
export function splitByState({ states, ...filters }: ListFilters): ListFilters[] {
  const [only, ...others] = states ?? [];
  if (only === undefined || others.length === 0)
    return [{ ...filters, status: only ?? filters.status }];
  if (filters.recipient !== undefined || !states?.every((state) => problems.includes(state)))
    return [{ ...filters, states }];
  return states.map((status) => ({ ...filters, status }));
}

/** A column with its value, and the value's type in SQL. */
type Condition = {
  column: string;
  value: string | string[];
  type?: string;
  /** The condition, if it is not that the column equals the value. */
  sql?: (parameter: string) => string;
};

/** Columns that have an index with the account and the id. */
const indexed = ['recipient', 'problem', 'key_id'];

/**
 * The best index for a list, as a range, and the remaining conditions. A recipient has few messages, and problems are rare;
 * a key may have sent all messages of the account.
 */
function scanOf(filters: ListFilters) {
  const { userId, livemode, first, end, status, states, recipient, key } = filters;
  const { sender, template, reason, text } = filters;
  const conditions: (Condition | false)[] = [
    recipient !== undefined && { column: 'recipient', value: recipient },
    status !== undefined &&
      problems.includes(status) && { column: 'problem', value: status, type: 'message_state' },
    key !== undefined && { column: 'key_id', value: key },
    status !== undefined &&
      !problems.includes(status) && { column: 'state', value: status, type: 'message_state' },
    states !== undefined && {
      column: 'states',
      value: [...states],
      type: 'text[]',
      sql: (parameter) => `state = ANY (${parameter}::message_state[])`,
    },
    sender !== undefined && { column: 'sender', value: sender },
    template !== undefined && { column: 'template_id', value: template },
    reason !== undefined && {
      column: 'reason',
      value: reason,
      sql: (parameter) => `${reasonCodeSql('reason')} = ${parameter}`,
    },
    text !== undefined && {
      column: 'content',
      value: text,
      sql: (parameter) => `strpos(lower(content), lower(${parameter})) > 0`,
    },
    { column: 'livemode', value: String(livemode), type: 'boolean' },
  ];
  const given = conditions.filter((condition) => condition !== false);
  const isIndexed = given[0] && indexed.includes(given[0].column);
  const leading = isIndexed ? given.splice(0, 1) : [];
  const values: unknown[] = [userId, first, end];
  const place = ({ value, type = 'text' }: Condition) => `$${values.push(value)}::${type}`;
  const index: [column: string, value: string][] = [
    ['user_id', '$1'],
    ...leading.map((one): [string, string] => [one.column, place(one)]),
  ];
  return {
    // Every statement has a condition for the mode.
    name: [...leading, ...given.slice(0, -1)].map(({ column }) => `-${column}`).join(''),
    range: rangeOf(index),
    order: `ORDER BY ${[...index.map(([column]) => column), 'id'].map((column) => `${column} DESC`).join(', ')}`,
    rest: given.map((one) => one.sql?.(place(one)) ?? `${one.column} = ${place(one)}`),
    values,
  };
}

/**
 * A range of ids among the rows with these values. A row comparison matches the one index with the columns in this order.
 * PostgreSQL could also use only its first column with any other index, and sort the result: these statements therefore run
 * without sorts. PostgreSQL does not derive the months from a row comparison, so the ids are compared again; nor does it
 * derive that the partial index of problems applies, so that condition is added.
 */
function rangeOf(index: [column: string, value: string][]): string {
  const row = `(${[...index.map(([column]) => column), 'id'].join(', ')})`;
  const values = index.map(([, value]) => value).join(', ');
  const partial = index.some(([column]) => column === 'problem') ? 'AND problem IS NOT NULL' : '';
  return `WHERE ${row} >= (${values}, $2) AND ${row} < (${values}, $3) AND id >= $2 AND id < $3 ${partial}`;
}

/**
 * How many of an account's queued messages are read, in the order of their due times. Workers reserve them in that order,
 * 200 at once, so messages that are being submitted are among them.
 */
const maxQueuedLookedAt = 2_000;

/** The queue shows which messages are being submitted to a carrier. */
function submittingStatement(
  { userId, livemode, first, end, recipient, key }: ListFilters,
  limit: number,
): ListStatement {
  const values: unknown[] = [userId, first, end, limit];
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

/**
 * How many test keys of an account, deleted ones included, a list without a key reads: each costs an index lookup per
 * month.
 */
const maxTestKeys = 500;

/** Bounds before and after all API IDs of test keys. In some collations a live one is between them. */
const testKeys = { first: 'dk_test_', last: `dk_test_${'z'.repeat(21)}` };

/** The first key with messages for which a condition holds. */
const nextKey = (condition: string) => `(
      SELECT key_id FROM messages WHERE user_id = $1 AND ${condition} AND key_id <= '${testKeys.last}'
      ORDER BY user_id, key_id, id LIMIT 1)`;

/** CTE, to be used WITH RECURSIVE: the test keys of the account $1 that have messages. */
const testKeysSql = `key AS (
    SELECT ${nextKey(`key_id >= '${testKeys.first}'`)} AS id, 1 AS place
    UNION ALL
    SELECT ${nextKey('key_id > key.id')}, place + 1 FROM key WHERE key.id IS NOT NULL AND place < ${maxTestKeys}
  )`;

/** Source `m`: the newest messages of each test key, of the account $1 and with ids from $2 to $3. */
const ofEachTestKeySql = (limit: string) => {
  const row = '(user_id, key_id, id)';
  return `key CROSS JOIN LATERAL (
    SELECT * FROM messages
    WHERE ${row} >= ($1, key.id, $2) AND ${row} < ($1, key.id, $3) AND id >= $2 AND id < $3 AND NOT livemode
    ORDER BY user_id DESC, key_id DESC, id DESC LIMIT ${limit}) AS m`;
};

/**
 * CTEs with `looked_at`: the time and state of the newest `maxLookedAt` messages that a list reads, and whether each passes
 * its filters. Of all test keys they are the first ones instead, as the keys' messages are not read in one order.
 */
export function lookedAt(filters: ListFilters): ListStatement {
  if (isOfAllTestKeys(filters)) {
    return {
      name: '-test',
      sql: `${testKeysSql}, looked_at AS MATERIALIZED (
    SELECT m.id, m.created_at, m.state, true AS passes
    FROM ${ofEachTestKeySql(String(maxLookedAt))} LIMIT ${maxLookedAt})`,
      values: [filters.userId, filters.first, filters.end],
    };
  }
  const { name, range, order, rest, values } = scanOf(filters);
  return {
    name,
    sql: `looked_at AS MATERIALIZED (
    SELECT id, created_at, state, coalesce(${rest.join(' AND ')}, false) AS passes
    FROM messages ${range} ${order} LIMIT ${maxLookedAt})`,
    values,
  };
}

/**
 * The newest messages of all test keys, deleted ones included. The statement reads one key after the other by the index,
 * and a page of messages for each, so that it never reads live messages. Messages of further keys than `maxTestKeys` are
 * listed only with a filter by key.
 */
function testStatement({ userId, first, end }: ListFilters, limit: number): ListStatement {
  return {
    name: 'list-test-messages',
    sql: `
  WITH RECURSIVE ${testKeysSql}
  SELECT ${outputColumns.replace(/^id,/, 'm.id,')}
  FROM ${ofEachTestKeySql('$4')}
  ORDER BY m.id DESC LIMIT $4`,
    values: [userId, first, end, limit],
  };
}

/**
 * Shows messages as `submitting` that a worker is submitting now. Their rows in `messages` stay `queued` until an outcome
 * is recorded; the queue shows which are being submitted.
 *
 * @param rows are modified
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
