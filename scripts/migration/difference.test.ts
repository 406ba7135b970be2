import { expect, test } from 'vitest';
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
