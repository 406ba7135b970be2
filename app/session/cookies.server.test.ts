import { afterEach, expect, test, vi } from 'vitest';
import { clock } from '#platform/clock.browser.ts';
import { encryptedCookie } from './cookies.server.ts';

afterEach(() => vi.restoreAllMocks());

const cookie = encryptedCookie<{ secret: string }>('tried', { maxAge: 600 });

const requestWith = (header: string) =>
  new Request('http://localhost/', { headers: { cookie: header.split(';')[0] ?? '' } });

test('encrypts the cookie value and decrypts it again', async () => {
  const header = await cookie.write({ secret: 'hidden' });
  expect(await cookie.read(requestWith(header))).toEqual({ secret: 'hidden' });
  expect(Buffer.from(header, 'base64url').toString('latin1')).not.toContain('hidden');
});

test('rejects a cookie older than its max age', async () => {
  const request = requestWith(await cookie.write({ secret: 'hidden' }));
  const now = Date.now();
  vi.spyOn(clock, 'now').mockReturnValue(new Date(now + 599_000));
  expect(await cookie.read(request)).not.toBeNull();
  vi.spyOn(clock, 'now').mockReturnValue(new Date(now + 601_000));
  expect(await cookie.read(request)).toBeNull();
});

test('rejects a forged value and the value of another cookie', async () => {
  const [, value = ''] = (await encryptedCookie('other', { maxAge: 600 }).write({})).split(/[=;]/);
  for (const forged of ['', 'x', 'a:b', 'eyJzZWNyZXQiOiJtaW5lIn0=', value]) {
    expect(await cookie.read(requestWith(`tried=${forged}`))).toBeNull();
  }
  const [mine = ''] = (await cookie.write({ secret: 'hidden' })).split(';');
  expect(await cookie.read(requestWith(`${mine.slice(0, -8)}AAAAAAAA`))).toBeNull();
});
