import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/root.ts';

type Locked = { integrity?: string; inBundle?: boolean; link?: boolean };

test('each package of the lockfile has a content hash, including those of other platforms', async () => {
  const text = await readFile(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };
  const locked = Object.entries(packages).filter(([path]) => path !== '');
  expect(locked.length).toBeGreaterThan(1_000);
  const unchecked = locked.filter(
    ([, { integrity, inBundle, link }]) =>
      !inBundle && !link && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  );
  expect(unchecked.map(([path]) => path)).toEqual([]);
});
