import { afterEach, expect, test, vi } from 'vitest';
import { mostBytes, mostKept } from '#domain/identity/unsent-forms/contract.ts';
import { forgetUnsent } from '#domain/identity/unsent-forms/forget-unsent.server.ts';
import { keepUnsent } from '#domain/identity/unsent-forms/keep-unsent.server.ts';
import { takeUnsent } from '#domain/identity/unsent-forms/take-unsent.server.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { aUser } from '../support/account.ts';

afterEach(() => vi.restoreAllMocks());

const keep = async (userId: string, typed: string) =>
  (await keepUnsent(userId, 'home', typed)) ?? '';
const inMinutes = (minutes: number) =>
  vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + minutes * 60_000));

test('it is taken once, by who typed it and where they did', async () => {
  const [mine, theirs] = [await aUser(), await aUser()];
  const id = await keep(mine.userId, 'नमस्ते');
  expect(await takeUnsent(theirs.userId, 'home', id)).toBe(null);
  expect(await takeUnsent(mine.userId, 'account', id)).toBe(null);
  const taken = await Promise.all([1, 2, 3].map(() => takeUnsent(mine.userId, 'home', id)));
  expect(taken.filter((typed) => typed !== null)).toEqual(['नमस्ते']);
});

test('who can read the database cannot read what was typed', async () => {
  const { userId } = await aUser();
  await keep(userId, 'Private words');
  const { sealed } = await prisma.unsentForm.findFirstOrThrow({ where: { userId } });
  expect(Buffer.from(sealed).toString('latin1')).not.toContain('Private');
});

test('after ten minutes it is not given, and is swept', async () => {
  const { userId } = await aUser();
  const [first, second] = [await keep(userId, 'first'), await keep(userId, 'second')];
  inMinutes(9);
  expect(await takeUnsent(userId, 'home', first)).toBe('first');
  expect(await forgetUnsent()).toBe(0);
  inMinutes(11);
  expect(await takeUnsent(userId, 'home', second)).toBe(null);
  await forgetUnsent();
  expect(await prisma.unsentForm.count({ where: { userId } })).toBe(0);
});

test('of what is kept at the same time a few stay, and everybody else’s', async () => {
  const [mine, theirs] = [await aUser(), await aUser()];
  const other = await keep(theirs.userId, 'theirs');
  await Promise.all(Array.from({ length: 20 }, () => keep(mine.userId, 'mine')));
  expect(await prisma.unsentForm.count({ where: { userId: mine.userId } })).toBe(mostKept);
  expect(await takeUnsent(theirs.userId, 'home', other)).toBe('theirs');
});

test('what is too long, or of an account that is gone, is not kept', async () => {
  const { userId } = await aUser();
  expect(await keepUnsent(userId, 'home', 'x'.repeat(mostBytes))).toMatch(/^uns_/);
  expect(await keepUnsent(userId, 'home', 'ü'.repeat(mostBytes / 2 + 1))).toBe(null);
  expect(await keepUnsent('usr_gone', 'home', 'x')).toBe(null);
});
