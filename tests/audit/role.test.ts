import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { recordAudit } from '#domain/audit/record-audit.ts';
import { findProtection, verifyTrail } from '#domain/audit/verify-trail.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';

/**
 * A role like that of the web server and the workers. Roles belong to the PostgreSQL server and not to a database, so
 * another test may already have created this role.
 */
const app = 'dakiya_audit_test';
const accountId = newId('usr');

beforeAll(async () => {
  const script = await readFile('ops/postgres/audit.sql', 'utf8');
  await transaction(async (tx) => {
    await tx.query(`
      DO $$ BEGIN CREATE ROLE ${app} NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`);
    await tx.query(`SET LOCAL dakiya.app_role = '${app}'`);
    const statements = script.replace(/^(BEGIN|COMMIT);$/gm, '');
    await tx.query(statements);
    // The script is executed again, because operators may run it more than once.
    await tx.query(statements);
    await tx.query(`GRANT SELECT ON public.users, public.credentials TO ${app}`);
  });
});

/** Runs work as the unprivileged role. */
const asApp = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  transaction(async (tx) => {
    await tx.query(`SET LOCAL ROLE ${app}`);
    return work(tx);
  });

test('the role of the programs can append and read events, and the chain is intact', async () => {
  await asApp((tx) => recordAudit(tx, { accountId, action: 'key.roll' }));
  await asApp((tx) => recordAudit(tx, { accountId, action: 'key.roll' }));
  const rows = await asApp((tx) =>
    query('app-reads', 'SELECT seq FROM audit.events WHERE stream = $1', [accountId], tx),
  );
  expect(rows).toHaveLength(2);
  expect((await verifyTrail()).problems).toEqual([]);
});

test.each([
  'UPDATE audit.events SET details = NULL',
  'DELETE FROM audit.events',
  'TRUNCATE audit.events',
  'INSERT INTO audit.heads SELECT * FROM audit.heads',
  'UPDATE audit.heads SET seq = seq + 1',
  'DELETE FROM audit.anchors',
  'ALTER TABLE audit.events DISABLE TRIGGER ALL',
  'DROP TABLE audit.events',
  'DROP SCHEMA audit CASCADE',
  'GRANT dakiya_audit TO dakiya_audit_test',
  "CREATE OR REPLACE FUNCTION audit.redact(of_account text) RETURNS bigint LANGUAGE sql AS 'SELECT 0::bigint'",
  "SELECT audit.link('', 1, now(), '', '')",
])('the role of the programs cannot run %s', async (statement) => {
  await expect(asApp((tx) => tx.query(statement))).rejects.toThrow(
    /denied|must be owner|must have/,
  );
});

test('the role of the programs cannot drop a month before a year has passed', async () => {
  const count = async () =>
    (
      await query(
        'months',
        `SELECT FROM pg_inherits WHERE inhparent = 'audit.events'::regclass`,
        [],
      )
    ).length;
  const before = await count();
  expect(before).toBeGreaterThan(0);
  await asApp((tx) => tx.query('SELECT audit.drop_months(0)'));
  expect(await count()).toBe(before);
});

test('reports whether the session’s role or only triggers protect the trail', async () => {
  expect(await asApp(findProtection)).toBe('role');
  // The tests run as a superuser, against whom only the triggers protect the trail.
  expect(await transaction(findProtection)).toBe('triggers');
});
