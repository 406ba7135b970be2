import { afterEach, expect, test, vi } from 'vitest';
import {
  draftTtlSeconds,
  maxDraftBytes,
  maxDraftsPerUser,
  restoreDraft,
  saveDraft,
} from '#app/dashboard/drafts/draft.server.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { newId } from '#platform/ids.ts';
import { openRedis } from '#platform/redis.ts';
import { until } from '../support/until.ts';

const redis = openRedis('commands');

afterEach(() => vi.restoreAllMocks());

function aForm(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Saves a draft. @returns the browser's cookie, or null if nothing was saved */
async function save(userId: string, fields: Record<string, string | File>) {
  const headers = await saveDraft(userId, 'home', aForm(fields));
  return headers?.get('set-cookie')?.split(';')[0] ?? null;
}

/** Opens a screen with this cookie. @returns the form that it shows, and what is set of cookies */
async function open(cookie: string | null, userId: string, screen: ScreenId = 'home') {
  const request = new Request('http://localhost/', { headers: { cookie: cookie ?? '' } });
  const { form, headers } = await restoreDraft(request, userId, screen);
  return { form: form && [...form], setCookie: headers.get('set-cookie') };
}

// The connection to Redis may not be open yet, and a draft is not worth waiting for it.
await until('drafts can be saved', () => save(newId('usr'), {}));

test('restores a draft once, for its user and on its screen', async () => {
  const [mine, theirs] = [newId('usr'), newId('usr')];
  const cookie = await save(mine, { name: 'नमस्ते' });
  expect((await open(cookie, mine, 'account')).form).toBeNull();
  const opened = await Promise.all([1, 2, 3].map(() => open(cookie, mine)));
  const shown = opened.filter(({ form }) => form !== null);
  expect(shown).toEqual([{ form: [['name', 'नमस्ते']], setCookie: expect.any(String) }]);

  const other = await save(mine, { name: 'mine' });
  expect(await open(other, theirs)).toEqual({
    form: null,
    setCookie: expect.stringContaining('Max-Age=0'),
  });
  expect((await open(other, mine)).form).toEqual([['name', 'mine']]);
});

test('restores an empty file where one was chosen', async () => {
  const userId = newId('usr');
  const cookie = await save(userId, { picture: new File(['bytes'], 'me.png'), name: 'Asha' });
  const { form } = await open(cookie, userId);
  expect(form).toEqual([
    ['picture', expect.objectContaining({ size: 0 })],
    ['name', 'Asha'],
  ]);
});

test('stores a draft encrypted, and for ten minutes', async () => {
  const userId = newId('usr');
  const cookie = await save(userId, { text: 'Private words' });
  const [key = ''] = await redis.keys(`draft:${userId}:*`);
  expect((await redis.getBuffer(key))?.toString('latin1')).not.toContain('Private');
  const seconds = await redis.ttl(key);
  expect(seconds).toBeGreaterThan(draftTtlSeconds - 60);
  expect(seconds).toBeLessThanOrEqual(draftTtlSeconds);
  const later = new Date(Date.now() + (draftTtlSeconds + 1) * 1_000);
  vi.spyOn(clock, 'now').mockReturnValue(later);
  expect((await open(cookie, userId)).form).toBeNull();
});

test('rejects a draft that was moved to another user', async () => {
  const [mine, theirs] = [newId('usr'), newId('usr')];
  await save(mine, { text: 'mine' });
  const cookie = await save(theirs, { text: 'theirs' });
  const [from = ''] = await redis.keys(`draft:${mine}:*`);
  const [to = ''] = await redis.keys(`draft:${theirs}:*`);
  await redis.copy(from, to, 'REPLACE');
  expect((await open(cookie, theirs)).form).toBeNull();
});

test('limits the drafts of one user, not those of others', async () => {
  const [mine, theirs] = [newId('usr'), newId('usr')];
  const saved = await Promise.all(Array.from({ length: 20 }, () => save(mine, { a: 'b' })));
  expect(saved.filter((cookie) => cookie !== null)).toHaveLength(maxDraftsPerUser);
  expect(await redis.keys(`draft:${mine}:*`)).toHaveLength(maxDraftsPerUser);
  expect(await save(theirs, { a: 'b' })).not.toBeNull();
});

test('does not save a draft that is too long', async () => {
  const userId = newId('usr');
  const room = maxDraftBytes - JSON.stringify([['a', '']]).length;
  expect(await save(userId, { a: 'x'.repeat(room) })).not.toBeNull();
  expect(await save(userId, { a: 'ü'.repeat(room / 2 + 1) })).toBeNull();
});
