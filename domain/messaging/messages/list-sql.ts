/** The filters of a list, besides a range of ids. `status` is for a state of the message's own row. */
export type ListFilters = {
  status: boolean;
  submitting: boolean;
  recipient: boolean;
  key: boolean;
};

/** The columns of `MessageOutputRow`. */
const outputColumns = `id, user_id AS "userId", key_id AS "keyId", sender, recipient, content, segments, state,
    reason, created_at AS "createdAt", sent_at AS "sentAt", settled_at AS "settledAt"`;

/**
 * SQL for one page of messages, newest first. Parameters: user, first id of the range, id after the
 * range, id of the previous page, limit; then state, recipient and key, if filtered by. With any
 * filters it reads about as many rows as it returns, from the end of an index. The indexes on
 * recipient and key have the state before the id, so that they also serve without a state filter:
 * then the newest of each state are read and merged.
 */
export function listSql({ status, submitting, recipient, key }: ListFilters): string {
  if (submitting) return listSubmittingSql(recipient, key);
  if (!status && !recipient && !key) return selectRange([['user_id', '$1']]);
  let given = 5;
  const next = () => `$${++given}`;
  const state = status ? `${next()}::message_state` : 'one.state';
  const indexColumns: Column[] = [];
  if (recipient) indexColumns.push(['recipient', next()]);
  if (key) indexColumns.push(['key_id', next()]);
  // There is no index on recipient and key together: a recipient has few messages, which are
  // filtered.
  const also = indexColumns.splice(1).map((column) => `AND ${column.join(' = ')}`);
  const rowsSql = selectRange(
    [['user_id', '$1'], ...indexColumns, ['state', state]],
    also.join(' '),
  );
  if (status) return rowsSql;
  return `
  SELECT found.*
  FROM unnest(enum_range(NULL::message_state)) AS one(state),
    LATERAL (${rowsSql}) AS found
  ORDER BY id DESC LIMIT $5`;
}

/**
 * How many of an account's queued messages are looked at, those first that are due first: workers reserve them in that
 * order, 200 at once, so what is being submitted is among them.
 */
const maxLookedAt = 2_000;

function listSubmittingSql(recipient: boolean, key: boolean): string {
  let given = 5;
  const also = [recipient && 'recipient', key && 'key_id'].filter((name) => name !== false);
  const first = ['otp', 'message'].map(
    (kind) => `(
      SELECT message_id, carrier FROM message_queue WHERE kind = '${kind}' AND user_id = $1
      ORDER BY due_at, message_id LIMIT ${maxLookedAt})`,
  );
  return `
  SELECT ${outputColumns}
  FROM messages
  WHERE id = ANY (ARRAY (
      SELECT message_id FROM (${first.join(' UNION ALL ')}) AS first WHERE carrier IS NOT NULL))
    AND user_id = $1 AND id >= $2 AND id < LEAST($3, $4)
    ${also.map((column) => `AND ${column} = $${++given}`).join(' ')}
  ORDER BY id DESC LIMIT $5`;
}

/** A column with the value to compare. */
type Column = [name: string, value: string];

/**
 * Selects a range of ids among the rows with these values. A row comparison matches the one index
 * with the columns in this order; with separate conditions the planner would estimate selectivities
 * and at times choose another index.
 */
function selectRange(columns: Column[], also = ''): string {
  const names = columns.map(([name]) => name);
  const values = columns.map(([, value]) => value).join(', ');
  const row = `(${[...names, 'id'].join(', ')})`;
  return `
  SELECT ${outputColumns}
  FROM messages
  WHERE ${row} >= (${values}, $2) AND ${row} < (${values}, LEAST($3, $4)) ${also}
  ORDER BY ${[...names, 'id'].map((name) => `${name} DESC`).join(', ')}
  LIMIT $5`;
}

/** The name of the prepared statement, unique for each text. */
export const listStatementName = ({ status, submitting, recipient, key }: ListFilters) =>
  `list-messages${submitting ? '-submitting' : ''}${status ? '-state' : ''}${recipient ? '-number' : ''}${key ? '-key' : ''}`;
