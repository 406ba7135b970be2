import pg from 'pg';
import { expect, test } from 'vitest';
import { env } from '#platform/env.ts';
import { root } from '../root.ts';
import { runToEnd } from '../services/run-to-end.ts';
import { difference } from './difference.ts';

test('the migrations lead to schema.prisma', async () => {
  // As a process of its own: the product's way of reading bigints is not the schema engine's.
  const lines = await runToEnd({
    name: 'npm run migrate -- check',
    command: process.execPath,
    args: ['--import', 'tsx', 'scripts/migrate.ts', 'check'],
    cwd: root,
  });

  expect(lines).toEqual([]);
});

test('a table that no migration makes is noticed, and the SQL for it is written', async () => {
  const { sql, summary } = await difference([]);

  expect(sql).toContain('CREATE TABLE "messages"');
  expect(summary).toContain('messages');
});

test('what is written by hand is in the database, although schema.prisma cannot say it', async () => {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(`
    SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL
    UNION ALL SELECT conname FROM pg_constraint WHERE contype = 'c' ORDER BY name`);
  await client.end();

  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'message_parts_unknown',
      'messages_queued_due',
      'messages_submitting_lease',
      'otps_one_pending',
      'usage_periods_api_calls',
      'usage_periods_messages',
    ]),
  );
});
