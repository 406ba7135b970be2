import { expect, test } from 'vitest';
import { root } from '../root.ts';
import { runCommand } from '../services/child.ts';
import { diffSchema } from './engine.ts';

test('applying all migrations gives the schema of schema.prisma', async () => {
  // The command runs in a separate process, because the product parses bigints differently from the schema engine.
  const lines = await runCommand({
    name: 'npm run migrate -- check',
    command: process.execPath,
    args: ['--import', 'tsx', 'scripts/migrate.ts', 'check'],
    cwd: root,
  });

  expect(lines).toEqual([]);
});

test('finds a table without a migration, and generates its SQL', async () => {
  const { sql, summary } = await diffSchema([]);

  expect(sql).toContain('CREATE TABLE "messages"');
  expect(summary).toContain('messages');
});
