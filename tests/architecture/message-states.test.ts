import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The number of statements that change a state, by file. */
async function statementsThatSetState(table: string) {
  const found: { file: string; code: string; set: string }[] = [];
  for (const folder of ['domain', 'worker', 'app', 'scripts']) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile() || !/\.ts$/.test(entry.name) || /\.test\.ts$/.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      const code = await readFile(file, 'utf8');
      const updates = new RegExp(
        `UPDATE "?${table}"?(?: AS \\w+)?\\s+SET\\s([\\s\\S]*?)(?:\\bWHERE\\b|\`)`,
        'g',
      );
      for (const [, set = ''] of code.matchAll(updates)) {
        if (/\bstate = /.test(set)) found.push({ file, code, set });
      }
    }
  }
  return found;
}

/** The number of statements that requeue a message, by file. Requeueing writes no event. */
const withoutEvent: Record<string, number> = {
  'domain/delivery/receipts/match-stored-receipts.ts': 1,
  'domain/delivery/record-late-response.ts': 1,
};

test('each statement that changes a message’s state increments its version and writes its events', async () => {
  const statements = await statementsThatSetState('messages');
  expect(statements.length).toBeGreaterThanOrEqual(9);
  const files = new Map<string, number>();
  for (const { file, set } of statements) {
    expect(set, file).toMatch(/\bversion = (?:m\.)?version \+ /);
    files.set(file, (files.get(file) ?? 0) + 1);
  }
  for (const { file, code } of statements) {
    const written = code.split('${addWebhookEventsSql(').length - 1;
    const expected = (files.get(file) ?? 0) - (withoutEvent[file] ?? 0);
    expect([file, written]).toEqual([file, expected]);
    const isRead = file.endsWith('match-sql.ts') || /wakeWokenEndpoints\(/.test(code);
    expect([file, isRead || expected === 0]).toEqual([file, true]);
  }
});

test('each statement that changes the state of a one-time password writes its events', async () => {
  const statements = await statementsThatSetState('otps');
  expect(statements.length).toBeGreaterThanOrEqual(5);
  for (const { file, code } of statements) {
    expect(code, file).toContain('${addOtpEventsSql(');
    expect(code, file).toMatch(/wakeWokenEndpoints\(/);
  }
});
