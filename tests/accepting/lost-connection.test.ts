import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { prisma, type SqlClient, transaction } from '#platform/db.ts';
import { until } from '../support/until.ts';

/** Ends the connection that a transaction is on, as a PostgreSQL that is restarted does. */
async function lose(tx: SqlClient): Promise<void> {
  const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = rows[0]?.pid;
  await prisma.$queryRaw`SELECT pg_terminate_backend(${pid}::int)`;
  await until('it is gone', async () => {
    const left = await prisma.$queryRaw<[]>`SELECT 1 FROM pg_stat_activity WHERE pid = ${pid}::int`;
    return left.length === 0;
  });
}

// That the process goes on is looked at too: an error that nobody listens for fails the run.
test('a connection lost between two statements fails its transaction as an unavailable database', async () => {
  const work = transaction(async (tx) => {
    await lose(tx);
    await tx.query('SELECT 1');
  });
  const error = await work.catch((error: unknown) => error);
  expect(isDatabaseUnavailable(error)).toBe(true);
  await transaction(async (tx) => {
    expect((await tx.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

test('rolls back when the connection is lost before commit', async () => {
  const work = transaction(async (tx) => {
    await tx.query(
      'INSERT INTO plans SELECT (jsonb_populate_record(p, \'{"id":"pln_x","name":"X"}\')).* FROM plans p LIMIT 1',
    );
    await lose(tx);
  });
  expect(isDatabaseUnavailable(await work.catch((error: unknown) => error))).toBe(true);
  expect(await prisma.plan.count({ where: { id: 'pln_x' } })).toBe(0);
});
