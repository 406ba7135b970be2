import { expect, test } from 'vitest';
import { compileRegistry } from '../check/compile-registry.ts';
import { findKept, keep, readInTurn, roomOf } from './load-registry.ts';

const registry = compileRegistry({
  ...{ entities: [], headers: [], templates: [], links: [], chains: [] },
});

const ofSize = (characters: number) => ({
  ...{ version: 1, characters, registry },
  ...{ staysUntil: 0, staleAt: Number.POSITIVE_INFINITY },
});

const keepOfSize = (userId: string, characters: number) =>
  keep(userId, ofSize(characters), roomOf(characters));

test('caching a large registry evicts only the least recently used large registry', () => {
  keep('installation', ofSize(1_900_000), 'installation');
  keepOfSize('small', 200_000);
  for (const name of ['one', 'two']) keepOfSize(name, 1_900_000);
  findKept('one');
  keepOfSize('three', 1_900_000);
  const names = ['installation', 'small', 'one', 'two', 'three'];
  expect(names.filter((name) => !findKept(name))).toEqual(['two']);
});

test('the cache drops the small copy of a registry that has grown large', () => {
  keepOfSize('growing', 1_000);
  keepOfSize('growing', 300_000);
  expect(findKept('growing')).toMatchObject({ characters: 300_000 });
});

test('caching small registries evicts only small registries', () => {
  for (let i = 0; i < 11; i++) keepOfSize(`account ${i}`, 200_000);
  expect([findKept('account 0'), findKept('account 10')]).toMatchObject([
    undefined,
    { version: 1 },
  ]);
});

test('large registries are read one at a time, even after a read has failed', async () => {
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
