import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every file that npm run mutate mutates exists', () => {
  const { mutate }: { mutate: string[] } = JSON.parse(readFileSync('stryker.config.json', 'utf8'));
  expect(mutate).not.toEqual([]);
  expect(mutate.filter((path) => !existsSync(path))).toEqual([]);
});
