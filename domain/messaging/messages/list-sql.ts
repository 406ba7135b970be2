import { categorySql, reasonCodeSql } from '#domain/messaging/stats/add-stats-sql.ts';
import type { StatCategory } from '#domain/messaging/stats/contract.ts';
import { heldReason } from '#domain/messaging/suspensions/contract.browser.ts';
import { query } from '#platform/db.ts';
import type { MessageState } from './contract.ts';

/**
 * Selects the messages of a list: an account's messages with ids from `first` (inclusive) to `end` (exclusive) and with the
 * given values.
 */
export type ListFilters = {
  userId: string;
  /** True selects messages of live keys; false selects messages of test keys. */
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
  category?: StatCategory | undefined;
  /** A carrier to which the message was submitted, or that refused it. */
  carrier?: string | undefined;
  /** The code of a reason (`reasonCodeSql`). */
  reason?: string | undefined;
  /** A part of the text. */
  text?: string | undefined;
};

/** A prepared statement. Each SQL text has a different name. */
export type ListStatement = { name: string; sql: string; values: unknown[] };

/**
 * How many messages a page reads at most. If too few of these match the filters, the page is short and has a cursor to
 * continue. So a page takes PostgreSQL at most about 20 ms, regardless of the size of the account.
 */
export const maxLookedAt = 10_000;

/** The states for which the column `messages.problem` is set. They are rare and have a separate index. */
const problems: readonly MessageState[] = ['undelivered', 'failed', 'expired', 'unknown'];

/** The columns of `MessageOutputRow`. */
export const outputColumns = `id, user_id AS "userId", key_id AS "keyId", request_id AS "requestId", livemode, sender, recipient, kind, content, template_id AS "templateId",
    entity_id AS "entityId", segments, state, reason, version, created_at AS "createdAt", scheduled_for AS "scheduledFor", sent_at AS "sentAt", settled_at AS "settledAt"`;

/**
 * Run this before the statements of this file, in the same transaction. Otherwise, if PostgreSQL's statistics are outdated,
 * the planner reads and sorts all of an account's messages through another index.
 */
export const withoutSorts = 'SET LOCAL enable_sort = off; SET LOCAL enable_incremental_sort = off';

/**
 * Builds the statement for a page, newest first. Reads the newest `maxLookedAt` messages of an index range, and returns the
 * matching ones.
 */
export function pageStatement(filters: ListFilters, limit: number): ListStatement {
  if (filters.status === 'submitting') return submittingStatement(filters, limit);
  if (isOfAllTestKeys(filters)) return testStatement(filters, limit);
  const { name, range, order, rest, values } = scanOf(filters);
  const where = rest.length > 0 ? `WHERE ${rest.join(' AND ')}` : '';
  return {
    name: `list-messages${name}`,
    sql: `
  SELECT ${outputColumns}
  FROM (SELECT * FROM messages ${range} ${order} LIMIT ${maxLookedAt}) AS m
  ${where} ${order} LIMIT $${values.length + 1}`,
    values: [...values, limit],
  };
}

/**
 * Builds the statement for the id of the last message that `pageStatement` reads. It returns no row if the page reads the
 * list to its end.
 */
export function lastLookedAtStatement(filters: ListFilters): ListStatement {
  const { name, range, order, rest, values } = scanOf(filters);
  return {
    name: `last-looked-at${name}`,
    sql: `SELECT id FROM messages ${range} ${order} OFFSET ${maxLookedAt - 1} LIMIT 1`,
    values: values.slice(0, values.length - rest.length),
  };
}

/** Whether `pageStatement` reads only matching messages, so that a short page is always the last. */
export const looksAtNoOther = (filters: ListFilters) =>
  filters.status === 'submitting' || isOfAllTestKeys(filters);

/** The filters except mode and time. */
const otherFilters = [
  ...[
    'status',
    'states',
    'recipient',
    'key',
    'sender',
    'template',
    'category',
    'carrier',
    'reason',
  ],
  'text',
] as (keyof ListFilters)[];

const isOfAllTestKeys = (filters: ListFilters) =>
  !filters.livemode && otherFilters.every((name) => filters[name] === undefined);

/**
 * Splits a list of several states into one list per state, if all these states have an index. If the list has a recipient,
 * it is not split: a recipient has few messages, so the index of recipients is faster.
 */
export function splitByState({ states, ...filters }: ListFilters): ListFilters[] {
  const [only, ...others] = states ?? [];
  if (only === undefined || others.length === 0)
    return [{ ...filters, status: only ?? filters.status }];
  if (filters.recipient !== undefined || !states?.every((state) => problems.includes(state)))
    return [{ ...filters, states }];
  return states.map((status) => ({ ...filters, status }));
}

/** A filter: a column, its value, and the SQL type of the value. */
type Condition = {
  column: string;
  value: string | string[];
  type?: string;
  /** Builds the SQL condition. By default, the column must equal the value. */
  sql?: (parameter: string) => string;
};

/**
 * SQL condition: the message of the row `m` was submitted to a carrier, or the carrier refused it. The condition uses an array,
 * which PostgreSQL reads for each row by the message's id. With EXISTS, the planner could join the parts and events of all
 * accounts.
 */
const wasAtCarrierSql = (carrier: string) => `${carrier} = ANY (ARRAY(
      SELECT carrier FROM message_parts WHERE message_id = m.id
      UNION ALL
      SELECT carrier FROM message_events WHERE message_id = m.id AND kind <> 'skipped'))`;

/** Columns that have an index together with the account and the id. */
const indexed = ['recipient', 'problem', 'key_id'];

/**
 * Chooses the best index for a list, and returns its range and the remaining conditions. The index of recipients comes
 * first, then that of problems, then that of keys: a recipient has few messages and problems are rare, but one key may have
 * sent all messages of the account.
 */
function scanOf(filters: ListFilters) {
  const { userId, livemode, first, end, status, states, recipient, key } = filters;
  const { sender, template, category, carrier, reason, text } = filters;
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
    template !== undefined && {
      column: 'template_id',
      value: template,
      sql: (parameter) => `coalesce(template_id, '') = ${parameter}`,
    },
    category !== undefined && {
      column: 'category',
      value: category,
      sql: (parameter) => `${categorySql} = ${parameter}`,
    },
    carrier !== undefined && {
      column: 'carrier',
      value: carrier,
      sql: (parameter) => wasAtCarrierSql(parameter),
    },
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
    // Omits the mode, which is the last condition of every statement.
    name: [...leading, ...given.slice(0, -1)].map(({ column }) => `-${column}`).join(''),
    range: rangeOf(index),
    order: `ORDER BY ${[...index.map(([column]) => column), 'id'].map((column) => `${column} DESC`).join(', ')}`,
    rest: given.map((one) => one.sql?.(place(one)) ?? `${one.column} = ${place(one)}`),
    values,
  };
}

/**
 * SQL condition: a range of ids among the rows with these values. The row comparison matches the index with the columns in this
 * order. PostgreSQL could also use another index that begins with the account, and sort the result; `withoutSorts` prevents
 * this. A second condition compares the ids alone, because PostgreSQL does not derive the monthly partitions from a row
 * comparison. `problem IS NOT NULL` is added, because PostgreSQL otherwise does not use the partial index of problems.
 */
function rangeOf(index: [column: string, value: string][]): string {
  const row = `(${[...index.map(([column]) => column), 'id'].join(', ')})`;
  const values = index.map(([, value]) => value).join(', ');
  const partial = index.some(([column]) => column === 'problem') ? 'AND problem IS NOT NULL' : '';
  return `WHERE ${row} >= (${values}, $2) AND ${row} < (${values}, $3) AND id >= $2 AND id < $3 ${partial}`;
}

/**
 * How many queued messages of an account are read, ordered by due time. Workers reserve up to 200 messages at a time in this
 * order, so the messages being submitted are among these.
 */
const maxQueuedLookedAt = 2_000;

/** Builds the statement for messages that are being submitted. In the queue, such messages have a carrier. */
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
 * The maximum number of test keys, including deleted keys, that a list without a filter by key reads. Each key costs one index
 * lookup per month.
 */
const maxTestKeys = 500;

/** Bounds around all API IDs of test keys. In some collations, API IDs of live keys may lie between them too. */
const testKeys = { first: 'dk_test_', last: `dk_test_${'z'.repeat(21)}` };

/** SQL expression: the first key with messages that fulfils a condition. */
const nextKey = (condition: string) => `(
      SELECT key_id FROM messages WHERE user_id = $1 AND ${condition} AND key_id <= '${testKeys.last}'
      ORDER BY user_id, key_id, id LIMIT 1)`;

/** A recursive CTE: the test keys of the account $1 that have messages. */
const testKeysSql = `key AS (
    SELECT ${nextKey(`key_id >= '${testKeys.first}'`)} AS id, 1 AS place
    UNION ALL
    SELECT ${nextKey('key_id > key.id')}, place + 1 FROM key WHERE key.id IS NOT NULL AND place < ${maxTestKeys}
  )`;

/**
 * A FROM item `m`: the newest messages of each test key of the account $1, with ids from $2 (inclusive) to $3 (exclusive).
 */
const ofEachTestKeySql = (limit: string) => {
  const row = '(user_id, key_id, id)';
  return `key CROSS JOIN LATERAL (
    SELECT * FROM messages
    WHERE ${row} >= ($1, key.id, $2) AND ${row} < ($1, key.id, $3) AND id >= $2 AND id < $3 AND NOT livemode
    ORDER BY user_id DESC, key_id DESC, id DESC LIMIT ${limit}) AS m`;
};

/**
 * Returns CTEs that end with `looked_at`: id, time and state of up to `maxLookedAt` messages of a list, newest first,
 * and whether each passes the filters. For a list of all test keys, reads one key after the other up to the limit, so
 * messages of the last keys may be missing.
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
    FROM messages AS m ${range} ${order} LIMIT ${maxLookedAt})`,
    values,
  };
}

/**
 * Builds the statement for the newest messages of all test keys, including deleted keys. It reads one key after the other
 * by the index, and a page of messages for each key, so that it never reads live messages. If an account has more than
 * `maxTestKeys` keys, messages of the other keys are listed only with a filter by key.
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

const queueStateSql = `
  SELECT message_id AS id, carrier IS NOT NULL AS "isSubmitting" FROM message_queue AS q
  WHERE message_id = ANY ($1) AND (
    carrier IS NOT NULL OR EXISTS (SELECT FROM account_suspensions AS s WHERE s.user_id = q.user_id))`;

/**
 * Sets the state `submitting` for messages that a worker is submitting now, and `heldReason` for messages that are held because
 * their account is suspended. In `messages`, all of these messages are still `queued`, so this statement reads the
 * queue and the suspensions.
 *
 * @param rows these objects are modified
 */
export async function showQueueState<
  Row extends { id: string; state: MessageState; reason: string | null },
>(rows: Row[]): Promise<Row[]> {
  const queued = rows.filter(({ state }) => state === 'queued');
  if (queued.length === 0) return rows;
  const found = await query<{ id: string; isSubmitting: boolean }>('queue-state', queueStateSql, [
    queued.map(({ id }) => id),
  ]);
  const isSubmitting = new Map(found.map((one) => [one.id, one.isSubmitting]));
  for (const row of queued) {
    const state = isSubmitting.get(row.id);
    if (state === true) row.state = 'submitting';
    if (state === false) row.reason = heldReason;
  }
  return rows;
}
