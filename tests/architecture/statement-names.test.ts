import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/root.ts';

/** A call of `query` with its name and the expression of its text, such as `query<Row>('begin-erasure', begin, …`. */
const calls = /\bquery(?:<[^(]*>)?\(\s*'([a-z0-9-]+)',\s*(\w+|`[^`]*`|'[^']*')/g;

test('two statements never share a name, because a connection would reject the second', async () => {
  const texts = new Map<string, Set<string>>();
  for (const folder of ['app', 'domain', 'platform', 'server', 'worker']) {
    for (const path of await readdir(join(root, folder), { recursive: true })) {
      if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue;
      const source = await readFile(join(root, folder, path), 'utf8');
      for (const [, name = '', text = ''] of source.matchAll(calls)) {
        texts.set(name, (texts.get(name) ?? new Set()).add(`${folder}/${path}: ${text}`));
      }
    }
  }
  expect(texts.size).toBeGreaterThan(300);
  expect([...texts].filter(([, used]) => used.size > 1)).toEqual([]);
});
