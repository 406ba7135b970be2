import { expect, test } from 'vitest';
import { compileRegistry } from '../check/compile-registry.ts';
import { findKept, forget, keep, readInTurn } from './registry-cache.ts';

const registry = Promise.resolve(
  compileRegistry({ entities: [], headers: [], templates: [], links: [], chains: [] }),
);

const ofSize = (characters: number) => ({
  ...{ version: 1, characters, registry },
  ...{ staysUntil: 0, staleAt: Number.POSITIVE_INFINITY },
});

test('large registries push out the one of them that was used longest ago, and no other', () => {
  keep('small', ofSize(200_000));
  for (const name of ['one', 'two']) keep(name, ofSize(1_900_000));
  findKept('one');
  keep('three', ofSize(1_900_000));
  expect(['small', 'one', 'two', 'three'].map((name) => findKept(name) !== undefined)).toEqual([
    ...[true, true, false, true],
  ]);
});

test('a registry that has grown large is kept once', () => {
  keep('growing', ofSize(1_000));
  keep('growing', ofSize(300_000));
  forget('growing');
  expect(findKept('growing')).toBeUndefined();
});

test('small registries push out small ones', () => {
  for (let i = 0; i < 11; i++) keep(`account ${i}`, ofSize(200_000));
  expect([findKept('account 0'), findKept('account 10')]).toMatchObject([
    undefined,
    { version: 1 },
  ]);
});

test('large registries are read one at a time, also after one that cannot be read', async () => {
  let reading = 0;
  let most = 0;
  const read = (fails: boolean) => async () => {
    reading += 1;
    most = Math.max(most, reading);
    await new Promise(setImmediate);
    reading -= 1;
    if (fails) throw new Error('away');
    return 'read';
  };
  const results = await Promise.allSettled([false, true, false].map((f) => readInTurn(read(f))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(most).toBe(1);
});
