import { afterEach, expect, test, vi } from 'vitest';
import { consumeFormDraft } from '#domain/identity/form-drafts/consume-form-draft.server.ts';
import { maxDraftBytes, maxDraftsPerUser } from '#domain/identity/form-drafts/contract.ts';
import { purgeFormDrafts } from '#domain/identity/form-drafts/purge-form-drafts.server.ts';
import { saveFormDraft } from '#domain/identity/form-drafts/save-form-draft.server.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { aUser } from '../support/account.ts';

afterEach(() => vi.restoreAllMocks());

const keep = async (userId: string, typed: string) =>
  (await saveFormDraft(userId, 'home', typed)) ?? '';
const inMinutes = (minutes: number) =>
  vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + minutes * 60_000));

test('it is taken once, by who typed it and where they did', async () => {
  const [mine, theirs] = [await aUser(), await aUser()];
  const id = await keep(mine.userId, 'नमस्ते');
  expect(await consumeFormDraft(theirs.userId, 'home', id)).toBe(null);
  expect(await consumeFormDraft(mine.userId, 'account', id)).toBe(null);
  const taken = await Promise.all([1, 2, 3].map(() => consumeFormDraft(mine.userId, 'home', id)));
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
  expect(await consumeFormDraft(userId, 'home', first)).toBe('first');
  expect(await purgeFormDrafts()).toBe(0);
  inMinutes(11);
  expect(await consumeFormDraft(userId, 'home', second)).toBe(null);
  await purgeFormDrafts();
  expect(await prisma.unsentForm.count({ where: { userId } })).toBe(0);
});

test('of what is kept at the same time a few stay, and everybody else’s', async () => {
  const [mine, theirs] = [await aUser(), await aUser()];
  const other = await keep(theirs.userId, 'theirs');
  await Promise.all(Array.from({ length: 20 }, () => keep(mine.userId, 'mine')));
  expect(await prisma.unsentForm.count({ where: { userId: mine.userId } })).toBe(maxDraftsPerUser);
  expect(await consumeFormDraft(theirs.userId, 'home', other)).toBe('theirs');
});

test('what is too long, or of an account that is gone, is not kept', async () => {
  const { userId } = await aUser();
  expect(await saveFormDraft(userId, 'home', 'x'.repeat(maxDraftBytes))).toMatch(/^uns_/);
  expect(await saveFormDraft(userId, 'home', 'ü'.repeat(maxDraftBytes / 2 + 1))).toBe(null);
  expect(await saveFormDraft('usr_gone', 'home', 'x')).toBe(null);
});
