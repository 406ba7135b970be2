import type { MessageState } from './contract.ts';

/** Which messages of an account a list shows: ids from `first` on and before `end`, with these values where they are given. */
export type ListFilters = {
  userId: string;
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
export const outputColumns = `id, user_id AS "userId", key_id AS "keyId", sender, recipient, kind, content, template_id AS "templateId",
    entity_id AS "entityId", segments, state, reason, version, created_at AS "createdAt", scheduled_for AS "scheduledFor", sent_at AS "sentAt", settled_at AS "settledAt"`;

/**
 * Before these statements, in their transaction. The planner's statistics know little of an account that has grown since:
 * it would read all of it through another index, and sort.
 */
export const withoutSorts = 'SET LOCAL enable_sort = off; SET LOCAL enable_incremental_sort = off';

/** One page, newest first: what passes the filters among the first `maxLookedAt` messages of an index. */
export function pageStatement(filters: ListFilters, limit: number): ListStatement {
  if (filters.status === 'submitting') return submittingStatement(filters, limit);
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

/** Whether every message that is looked at passes, so that a short page is the last. */
export const looksAtNoOther = (filters: ListFilters) =>
  filters.status === 'submitting' || scanOf(filters).rest.length === 0;

/** A column with its value, and the value's type in SQL. */
type Condition = { column: string; value: string; type?: string };

/**
 * The index that serves a list best, as a range of it, and the conditions that are left. A recipient has few messages,
 * and problems are rare; a key may have sent all of the account's.
 */
function scanOf({ userId, first, end, status, recipient, key }: ListFilters) {
  const conditions: (Condition | false)[] = [
    recipient !== undefined && { column: 'recipient', value: recipient },
    status !== undefined &&
      problems.includes(status) && { column: 'problem', value: status, type: 'message_state' },
    key !== undefined && { column: 'key_id', value: key },
    status !== undefined &&
      !problems.includes(status) && { column: 'state', value: status, type: 'message_state' },
  ];
  const given = conditions.filter((condition) => condition !== false);
  const leading = given[0] && given[0].column !== 'state' ? given.splice(0, 1) : [];
  const values = [userId, first, end];
  const place = ({ value, type = 'text' }: Condition) => `$${values.push(value)}::${type}`;
  const index: [column: string, value: string][] = [
    ['user_id', '$1'],
    ...leading.map((one): [string, string] => [one.column, place(one)]),
  ];
  return {
    name: [...leading, ...given].map(({ column }) => `-${column}`).join(''),
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
  { userId, first, end, recipient, key }: ListFilters,
  limit: number,
): ListStatement {
  const values: (string | number)[] = [userId, first, end, limit];
  const firstDue = ['otp', 'message'].map(
    (kind) => `(
      SELECT message_id, carrier FROM message_queue WHERE kind = '${kind}' AND user_id = $1
      ORDER BY due_at, message_id LIMIT ${maxQueuedLookedAt})`,
  );
  const also = [
    recipient !== undefined && `AND recipient = $${values.push(recipient)}`,
    key !== undefined && `AND key_id = $${values.push(key)}`,
  ].filter((condition) => condition !== false);
  return {
    name: `list-submitting${recipient === undefined ? '' : '-recipient'}${key === undefined ? '' : '-key_id'}`,
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
