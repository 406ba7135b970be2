import { expect, test } from 'vitest';
import { auditFilter } from '#domain/audit/list-events.ts';
import { recordAudit } from '#domain/audit/record-audit.ts';
import { query, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { withLogContext } from '#platform/logger.ts';
import { noteActor } from '#platform/request-scope.ts';

type Stored = { seq: number; body: Buffer; details: Buffer | null; prev: Buffer; hash: Buffer };

const read = (stream: string) =>
  query<Stored>('read-trail', 'SELECT * FROM audit.events WHERE stream = $1 ORDER BY seq', [
    stream,
  ]);

const record = (accountId: string, name: string) =>
  transaction((tx) =>
    recordAudit(tx, {
      accountId,
      action: 'key.update',
      targets: [{ type: 'key', id: 'dk_1', name }],
      before: { name: 'old', isActive: true },
      after: { name, isActive: true },
    }),
  );

test('records who changed what from where, with only the fields that differ', async () => {
  const accountId = newId('usr');
  const origin = { requestId: 'req_1', address: '203.0.113.9', userAgent: 'curl/8' };
  await withLogContext(
    {},
    async () => {
      noteActor({ kind: 'key', id: 'dk_1' });
      await record(accountId, 'new');
    },
    origin,
  );
  const [event] = await read(accountId);
  expect(JSON.parse(String(event?.body))).toMatchObject({
    account: accountId,
    action: 'key.update',
    actor: { kind: 'key', id: 'dk_1' },
    requestId: 'req_1',
  });
  expect(JSON.parse(String(event?.details))).toMatchObject({
    address: '203.0.113.9',
    device: 'curl/8',
    before: { name: 'old' },
    after: { name: 'new' },
  });
});

test('records nothing if the transaction is rolled back', async () => {
  const accountId = newId('usr');
  const failing = transaction(async (tx) => {
    await recordAudit(tx, { accountId, action: 'account.update' });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await read(accountId)).toEqual([]);
});

test('numbers the events of concurrent transactions without gaps, and links each event to the previous one', async () => {
  const accountId = newId('usr');
  await Promise.all(Array.from({ length: 20 }, (_, i) => record(accountId, `name ${i}`)));
  const events = await read(accountId);
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  for (const [i, { prev }] of events.entries()) {
    expect(prev).toEqual(events[i - 1]?.hash ?? Buffer.alloc(32));
  }
});

test('creates the table of a month only once, even if the first events of the month are concurrent', async () => {
  const months = await query<{ name: string }>(
    'months',
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit.events'::regclass`,
    [],
  );
  for (const { name } of months) await query(`drop ${name}`, `DROP TABLE ${name}`, []);
  const accounts = Array.from({ length: 10 }, () => newId('usr'));
  await Promise.all(accounts.map((accountId) => record(accountId, 'new')));
  for (const accountId of accounts) expect(await read(accountId)).toHaveLength(1);
});

test('a filter by a day in the year 0 is ignored, because PostgreSQL does not know this year', () => {
  const days = { from: '0000-01-01', to: '0000-12-31' };
  expect(auditFilter.parse(days)).toEqual(auditFilter.parse({}));
  expect(auditFilter.parse({ from: '0001-01-01' })).toMatchObject({ from: '0001-01-01' });
});
