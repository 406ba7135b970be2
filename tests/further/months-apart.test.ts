import pg from 'pg';
import { expect, test } from 'vitest';
import { makeMonths } from '#domain/messaging/months/maintain-months.ts';
import { databaseSettings, prisma } from '#platform/db.ts';
import { startProduct } from '../harness/product.ts';
import { until } from '../harness/until.ts';
import { codeOfRow } from '../support/otp-code.ts';

/** The first id of the month in India that contains the day `days` from now. */
const monthAfter = (days: number) =>
  `id_at('msg', date_trunc('month', now() AT TIME ZONE 'Asia/Kolkata' + interval '${days} days') AT TIME ZONE 'Asia/Kolkata')`;

/**
 * Makes the first partition begin four months ago, and adds a partition for the time before that. This is possible
 * because no rows are stored yet. The first partition still ends where the migration let it end.
 */
const makePast = ['messages', 'message_parts', 'message_events'].flatMap((table) => [
  `ALTER TABLE ${table} DETACH PARTITION ${table}_first`,
  `CREATE TABLE ${table}_past PARTITION OF ${table} FOR VALUES FROM (MINVALUE) TO (${monthAfter(-120)})`,
  `ALTER TABLE ${table} ATTACH PARTITION ${table}_first FOR VALUES FROM (${monthAfter(-120)}) TO (${monthAfter(40)})`,
]);

/** For each table of another month, the number of scans of the table and its indexes. */
const scansSql = `
  SELECT relname AS name, (seq_scan + coalesce(idx_scan, 0))::int AS scans FROM pg_stat_user_tables
  WHERE relname ~ '^message.*_(past|20[0-9]{2}_[0-9]{2})$' ORDER BY relname`;

/** A session reports its scans when it ends, or after being idle for a while. */
const endOthers = `
  SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;

async function countScans() {
  const client = new pg.Client({ connectionString: databaseSettings.DATABASE_URL });
  await client.connect();
  try {
    await client.query(endOthers);
    return (await client.query(scansSql)).rows;
  } finally {
    await client.end();
  }
}

test('acceptance, delivery, receipts, codes and message pages read only the partitions of the months concerned', async () => {
  for (const statement of makePast) await prisma.$executeRawUnsafe(statement);
  await makeMonths();
  const { call, reach, smsc, account, worker } = await startProduct({
    RECONCILE_INTERVAL_SECONDS: '0.2',
  });
  const before = await countScans();
  expect(before.length).toBeGreaterThan(8);
  const results: [to: string, state: string][] = [
    ['9876543210', 'delivered'],
    ['9999900002', 'undelivered'],
    ['9999900003', 'failed'],
    // Magic numbers: the first gets no response, the second a receipt before the response, and the third a late
    // response.
    ['9999900005', 'delivered'],
    ['9999900006', 'delivered'],
    ['9999900009', 'delivered'],
  ];
  for (const [to, state] of results) {
    const { body } = await call.send(to, 'Hello');
    await reach(body.data._id, state);
  }
  await call.post('/messages/send-otp', { recipient: '9876543211' });
  const row = await prisma.otp.findFirstOrThrow({ where: { userId: account.userId } });
  await call.post('/messages/verify-otp', { recipient: '9876543211', otp: codeOfRow(row) });
  await until('all receipts came', () => smsc.ledger.totals().receipts >= 6);
  await worker.stop();
  expect(await countScans()).toEqual(before);
});
