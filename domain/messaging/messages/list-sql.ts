/** What a list can be narrowed by, beside a span of ids. */
export type ListFilters = { status: boolean; recipient: boolean; key: boolean };

/** As `MessageOutputRow` names them. */
const seen = `id, user_id AS "userId", key_id AS "keyId", sender, recipient, content, segments, state,
    reason, created_at AS "createdAt", sent_at AS "sentAt", settled_at AS "settledAt"`;

/**
 * One page of the log, newest first. Parameters: user, first id of the span, id behind it, id of the
 * page before, how many; then state, recipient and key, those of them that it is narrowed by.
 *
 * However it is narrowed it reads about as many rows as it returns, off the end of an index. The indexes
 * of numbers and keys have the state before the id, so that they serve with a state and without: without
 * one, the newest of each state are taken and the newest of those kept.
 */
export function listSql({ status, recipient, key }: ListFilters): string {
  if (!status && !recipient && !key) return span([['user_id', '$1']]);
  let given = 5;
  const next = () => `$${++given}`;
  const state = status ? `${next()}::message_state` : 'one.state';
  const by: Column[] = [];
  if (recipient) by.push(['recipient', next()]);
  if (key) by.push(['key_id', next()]);
  // There is no index of numbers and keys: a number has few messages, and they are looked through.
  const also = by.splice(1).map((column) => `AND ${column.join(' = ')}`);
  const ofState = span([['user_id', '$1'], ...by, ['state', state]], also.join(' '));
  if (status) return ofState;
  return `
  SELECT found.*
  FROM unnest(enum_range(NULL::message_state)) AS one(state),
    LATERAL (${ofState}) AS found
  ORDER BY id DESC LIMIT $5`;
}

/** A column with what it is to be. */
type Column = [name: string, value: string];

/**
 * A span of ids of the rows that have these values. Compared and sorted as a whole, columns fit the one
 * index that has them in this order: of single conditions the planner would guess how many rows meet
 * them, and at times read through another index.
 */
function span(columns: Column[], also = ''): string {
  const names = columns.map(([name]) => name);
  const values = columns.map(([, value]) => value).join(', ');
  const row = `(${[...names, 'id'].join(', ')})`;
  return `
  SELECT ${seen}
  FROM messages
  WHERE ${row} >= (${values}, $2) AND ${row} < (${values}, LEAST($3, $4)) ${also}
  ORDER BY ${[...names, 'id'].map((name) => `${name} DESC`).join(', ')}
  LIMIT $5`;
}

/** Names the statement; one name, one text. */
export const listStatementName = ({ status, recipient, key }: ListFilters) =>
  `list-messages${status ? '-state' : ''}${recipient ? '-number' : ''}${key ? '-key' : ''}`;
