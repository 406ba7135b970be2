import { beforeEach, expect, test } from 'vitest';
import { recordAudit } from '#domain/audit/record-audit.ts';
import { findProtection, matchesRoot, rootAt, verifyTrail } from '#domain/audit/verify-trail.ts';
import { query, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';

let accountId = '';

/** Records five events of a new account. */
beforeEach(async () => {
  accountId = newId('usr');
  await record(accountId);
});

async function record(account: string, count = 5): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    await transaction((tx) =>
      recordAudit(tx, { accountId: account, action: 'key.delete', before: { name: `key ${i}` } }),
    );
  }
}

/** Runs statements as the owner of the tables, who can turn the triggers off. */
const tamper = (sql: string, ...values: unknown[]) =>
  transaction(async (tx) => {
    await tx.query(
      'ALTER TABLE audit.events DISABLE TRIGGER USER; ALTER TABLE audit.heads DISABLE TRIGGER USER',
    );
    await tx.query(sql, values);
    await tx.query(
      'ALTER TABLE audit.events ENABLE TRIGGER USER; ALTER TABLE audit.heads ENABLE TRIGGER USER',
    );
  });

const problemsOf = async (stream = accountId) =>
  (await verifyTrail()).problems
    .filter((one) => one.stream === stream)
    .map(({ seq, kind }) => `${seq} ${kind}`);

test('an untouched trail has no problems, even after its details were erased', async () => {
  expect(await problemsOf()).toEqual([]);
  await query('redact', 'SELECT audit.redact($1)', [accountId]);
  expect(await problemsOf()).toEqual([]);
  expect((await verifyTrail()).redacted).toBeGreaterThanOrEqual(5);
});

test('finds a changed body, changed details and a changed column', async () => {
  await tamper(
    `UPDATE audit.events SET body = convert_to(replace(convert_from(body, 'UTF8'), 'done', 'gone'), 'UTF8')
     WHERE stream = $1 AND seq = 2`,
    accountId,
  );
  await tamper(
    `UPDATE audit.events SET details = convert_to(replace(convert_from(details, 'UTF8'), 'key 3', 'key 9'), 'UTF8')
     WHERE stream = $1 AND seq = 4`,
    accountId,
  );
  await tamper(
    `UPDATE audit.events SET action = 'key.create' WHERE stream = $1 AND seq = 5`,
    accountId,
  );
  expect(await problemsOf()).toEqual(['2 changed', '4 changed', '5 changed']);
});

test('finds an event that was rewritten together with its hash', async () => {
  await tamper(
    `UPDATE audit.events AS e SET body = n.body, action = 'key.create', hash = audit.link(stream, seq, at, n.body, prev)
     FROM (SELECT convert_to(replace(convert_from(body, 'UTF8'), 'key.delete', 'key.create'), 'UTF8') AS body
       FROM audit.events WHERE stream = $1 AND seq = 3) AS n
     WHERE stream = $1 AND seq = 3`,
    accountId,
  );
  expect(await problemsOf()).toEqual(['3 changed']);
});

test('finds removed events, at the start and in the middle', async () => {
  await tamper('DELETE FROM audit.events WHERE stream = $1 AND seq IN (1, 3)', accountId);
  expect(await problemsOf()).toEqual(['2 removed', '4 removed']);
});

test('finds removed last events, a missing head, and a head without events', async () => {
  await tamper('DELETE FROM audit.events WHERE stream = $1 AND seq > 3', accountId);
  expect(await problemsOf()).toEqual(['5 cut']);
  await tamper('DELETE FROM audit.events WHERE stream = $1', accountId);
  expect(await problemsOf()).toEqual(['5 cut']);
  const other = newId('usr');
  await record(other);
  await tamper('DELETE FROM audit.heads WHERE stream = $1', other);
  expect(await problemsOf(other)).toEqual(['5 cut']);
  await query(
    'head-alone',
    `INSERT INTO audit.heads SELECT 'alone', 0, at, decode(repeat('00', 32), 'hex') FROM audit.heads LIMIT 1`,
    [],
  );
  expect(await problemsOf('alone')).toEqual(['0 changed']);
});

test('finds two events whose numbers were swapped', async () => {
  // The swap uses a free number, because two rows may never have the same number, not even during the swap.
  for (const [from, to] of [
    [2, 99],
    [3, 2],
    [99, 3],
  ]) {
    await tamper(
      'UPDATE audit.events SET seq = $2 WHERE stream = $1 AND seq = $3',
      ...[accountId, to, from],
    );
  }
  expect(await problemsOf()).toEqual(['2 order', '3 order']);
});

test('finds an event that was moved to another account', async () => {
  const other = newId('usr');
  await record(other);
  await tamper('DELETE FROM audit.events WHERE stream = $1 AND seq = 2', accountId);
  await tamper(
    'UPDATE audit.events SET stream = $1 WHERE stream = $2 AND seq = 2',
    accountId,
    other,
  );
  expect(await problemsOf()).toEqual(['2 other_account']);
  expect(await problemsOf(other)).toEqual(['3 removed']);
});

test('finds an event whose version was changed, and a head whose time was changed', async () => {
  await tamper('UPDATE audit.events SET version = 2 WHERE stream = $1 AND seq = 3', accountId);
  await tamper(`UPDATE audit.heads SET at = at + interval '1 day' WHERE stream = $1`, accountId);
  expect(await problemsOf()).toEqual(['3 changed', '5 changed']);
});

test('finds an inserted event whose empty stream name sorts before all other streams', async () => {
  await tamper(
    `INSERT INTO audit.events
     SELECT (jsonb_populate_record(e, '{"stream": "", "seq": -5}')).* FROM audit.events AS e
     WHERE stream = $1 AND seq = 2`,
    accountId,
  );
  expect(await problemsOf('')).toContain('-5 order');
  await tamper(`DELETE FROM audit.events WHERE stream = ''`);
});

test('finds an account’s event that was appended to another stream with the right hashes', async () => {
  await query(
    'append-elsewhere',
    `SELECT audit.append('elsewhere', id, body, details) FROM audit.events WHERE stream = $1 AND seq = 2`,
    [accountId],
  );
  expect(await problemsOf('elsewhere')).toEqual(['1 other_account']);
});

test('finds infinite times, and numbers that are too large', async () => {
  await tamper(`UPDATE audit.heads SET at = 'infinity' WHERE stream = $1`, accountId);
  expect(await problemsOf()).toEqual(['5 changed']);
  await anchor(3, 'infinity');
  expect(await problemsOf()).toEqual(['3 changed', '5 changed']);
  const largest = '9223372036854775807';
  await tamper(
    'UPDATE audit.events SET seq = $2 WHERE stream = $1 AND seq = 5',
    accountId,
    largest,
  );
  expect(await problemsOf()).toContain(`${Number.MAX_SAFE_INTEGER} removed`);
  await tamper('UPDATE audit.heads SET seq = $2 WHERE stream = $1', accountId, largest);
  expect(await problemsOf()).toContain(`${Number.MAX_SAFE_INTEGER} changed`);
});

test('finds an event that was moved to a time outside all months', async () => {
  await tamper('CREATE TABLE audit.events_rest PARTITION OF audit.events DEFAULT');
  try {
    await tamper(
      `UPDATE audit.events SET at = 'infinity' WHERE stream = $1 AND seq = 2`,
      accountId,
    );
    expect(await problemsOf()).toEqual(['2 changed']);
  } finally {
    await tamper('DROP TABLE audit.events_rest');
  }
});

/**
 * Inserts an anchor with this number. Its hash is that of the event with this number. If there is no such event, it is
 * the hash of the last event before it.
 */
const anchor = (seq: number, monthEnd: string, stream = accountId) =>
  query(
    `anchor ${seq}`,
    `INSERT INTO audit.anchors
     SELECT $4, $3::timestamptz, $2, hash FROM audit.events WHERE stream = $1 AND seq <= $2 ORDER BY seq DESC LIMIT 1`,
    [accountId, seq, monthEnd, stream],
  );

test('finds removed first events even if a forged anchor says that their month was dropped', async () => {
  await anchor(2, '2020-01-01');
  await tamper('DELETE FROM audit.events WHERE stream = $1 AND seq <= 2', accountId);
  expect(await problemsOf()).toEqual(['3 removed']);
});

test('finds an anchor for an event that does not exist, for an event later than the anchor’s month, and for a stream without events', async () => {
  await anchor(4, '2999-01-01');
  expect(await problemsOf()).toEqual([]);
  await anchor(9, '2999-02-01');
  await anchor(3, '2026-01-01');
  expect(await problemsOf()).toEqual(['3 changed', '9 changed']);
  const gone = newId('usr');
  await anchor(5, '2999-01-01', gone);
  expect(await problemsOf(gone)).toEqual(['5 cut']);
});

test('if other streams have an anchor for a kept month, finds a stream that has no such anchor, or whose anchor names an earlier event', async () => {
  const [other, late] = [newId('usr'), newId('usr')];
  await record(other);
  await record(late, 1);
  const months = `(date_trunc('month', now() AT TIME ZONE 'Asia/Kolkata') + interval '1 month') AT TIME ZONE 'Asia/Kolkata'`;
  await query(
    'anchors-of-month',
    `INSERT INTO audit.anchors SELECT DISTINCT ON (stream) stream, ${months}, seq, hash FROM audit.events
     WHERE stream <> ALL ($1) ORDER BY stream, seq DESC`,
    [[other]],
  );
  expect(await problemsOf()).toEqual([]);
  expect(await problemsOf(late)).toEqual([]);
  expect(await problemsOf(other)).toEqual(['5 cut']);
  await query(
    'anchor-of-earlier-event',
    `INSERT INTO audit.anchors SELECT stream, ${months}, seq, hash FROM audit.events WHERE stream = $1 AND seq = 4`,
    [other],
  );
  expect(await problemsOf(other)).toEqual(['5 cut']);
  await query('forget-anchors', `DELETE FROM audit.anchors WHERE month_end = ${months}`, []);
  expect(await problemsOf(other)).toEqual([]);
});

test('a stored root shows that a trail was rewritten as a whole, and the root stays valid when events are added', async () => {
  const later = 'SELECT pg_sleep(0.002), clock_timestamp()::timestamptz(3) AS at';
  const [now] = await query<{ at: Date }>('later', later, []);
  const { token } = await rootAt(now?.at ?? new Date());
  await query('even-later', later, []);
  await record(accountId, 2);
  expect(await matchesRoot(token)).toBe(true);
  await tamper('DELETE FROM audit.events WHERE stream = $1', accountId);
  await tamper('DELETE FROM audit.heads WHERE stream = $1', accountId);
  await record(accountId);
  expect(await problemsOf()).toEqual([]);
  expect(await matchesRoot(token)).toBe(false);
  expect(await matchesRoot('no root')).toBeNull();
});

test.each([
  ['UPDATE audit.events SET body = $2 WHERE stream = $1', Buffer.from('{}')],
  ['UPDATE audit.heads SET seq = $2 WHERE stream = $1', 1],
  ['DELETE FROM audit.events WHERE stream = $1 AND seq >= $2', 0],
  ['DELETE FROM audit.heads WHERE stream = $1 AND seq >= $2', 0],
])('triggers refuse %s', async (sql, value) => {
  await expect(query(sql.slice(0, 40), sql, [accountId, value])).rejects.toThrow('append-only');
});

test('triggers refuse to truncate the tables and the months', async () => {
  const tables = await query<{ name: string }>(
    'audit-tables',
    `SELECT 'audit.' || tablename AS name FROM pg_tables WHERE schemaname = 'audit'`,
    [],
  );
  expect(tables.length).toBeGreaterThan(3);
  for (const { name } of tables) {
    await expect(query(`truncate ${name}`, `TRUNCATE ${name}`, [])).rejects.toThrow('append-only');
  }
});

test.each([
  'ALTER TABLE audit.events DISABLE TRIGGER events_refuse_change',
  'ALTER TABLE audit.%s DISABLE TRIGGER ALL',
  'DROP TRIGGER events_refuse_truncate ON audit.%s',
  'DROP TRIGGER heads_refuse_change ON audit.heads',
  "CREATE OR REPLACE FUNCTION audit.refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
  'ALTER FUNCTION audit.refuse_change() SET search_path = elsewhere, pg_catalog',
  'SET LOCAL session_replication_role = replica',
  `DROP TRIGGER events_refuse_change ON audit.events; CREATE TRIGGER events_refuse_change
   BEFORE UPDATE OR DELETE ON audit.events FOR EACH ROW WHEN (false) EXECUTE FUNCTION audit.refuse_change()`,
  `DROP TRIGGER heads_refuse_change ON audit.heads; CREATE TRIGGER heads_refuse_change
   BEFORE DELETE ON audit.heads FOR EACH ROW EXECUTE FUNCTION audit.refuse_change()`,
  `DROP TRIGGER heads_refuse_change ON audit.heads; CREATE TRIGGER heads_refuse_change
   BEFORE UPDATE OF stream OR DELETE ON audit.heads FOR EACH ROW EXECUTE FUNCTION audit.refuse_change()`,
])('says that nothing protects the trail after %s', async (sql) => {
  class Undo extends Error {}
  const changed = transaction(async (tx) => {
    const { rows } = await tx.query<{ month: string }>(
      `SELECT max(relname) AS month FROM pg_inherits JOIN pg_class AS c ON c.oid = inhrelid
       WHERE inhparent = 'audit.events'::regclass`,
    );
    await tx.query(sql.replace('%s', rows[0]?.month ?? ''));
    expect(await findProtection(tx)).toBe('none');
    throw new Undo();
  });
  await expect(changed).rejects.toThrow(Undo);
});
