import { describe, expect, test } from 'vitest';
import { callerCacheOptions } from '#domain/identity/api-keys/contract.browser.ts';
import type { SettingsInput } from '#domain/identity/settings/contract.browser.ts';
import { defaultSettings } from '#domain/identity/settings/contract.browser.ts';
import { saveSettings } from '#domain/identity/settings/stored-settings.ts';
import { startWeb } from '../harness/programs.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client, type Reply } from '../support/client.ts';

const web = await stopAfterFile(
  startWeb({
    RATE_LIMIT_PER_SECOND: '10',
    RATE_LIMIT_HARD_PER_SECOND: '40',
    TRUSTED_PROXIES: '1',
    FAILED_AUTH_PER_MINUTE: '10000',
  }),
);
const recipient = '9876543210';
const noSuchField = 'Unknown field. Check its name, or remove it.';

/** An account with settings, whose client can call from a given address. */
async function anOwner(settings: Partial<SettingsInput> = {}) {
  const account = await anAccount();
  const choose = (chosen: Partial<SettingsInput>) =>
    saveSettings(account.userId, { ...defaultSettings, ...chosen });
  await choose(settings);
  const { call } = client(web.url, account);
  const get = (path: string, from = '192.0.2.1') =>
    call('GET', path, { headers: { 'x-forwarded-for': from } });
  return { account, choose, get, call };
}

/** Waits until a change takes effect, which depends on the cache and the machine's load. */
const untilFelt = (look: () => Promise<boolean>) => until('it is felt', look);

test('settings are cached for less than a second, because a change must take effect within a second', () => {
  expect(callerCacheOptions.ttlMs).toBeLessThanOrEqual(500);
});

const codeOf = ({ status, body }: Reply) => [status, body.error?.code];

describe('rate limiting', () => {
  type Owner = Awaited<ReturnType<typeof anOwner>>;
  const burst = ({ get }: Owner, count: number) =>
    Promise.all(Array.from({ length: count }, () => get('/balance')));
  const limitOf = (owner: Owner) =>
    until('a call is refused', async () => {
      const refused = (await burst(owner, 150)).find(({ status }) => status === 429);
      return refused?.headers.get('ratelimit-limit');
    });

  test('when on, applies the usual limit to a key; when off, applies only the hard limit; the headers show the limit', async () => {
    const owner = await anOwner();
    expect(await limitOf(owner)).toBe('10');
    await owner.choose({ rateLimiting: false });
    await until('it is felt, in a fresh second', async () => {
      const { headers } = await owner.get('/balance');
      return headers.get('ratelimit-limit') === '40' && headers.get('ratelimit-remaining') === '39';
    });
    const replies = await burst(owner, 25);
    expect(replies.filter(({ status }) => status === 429)).toEqual([]);
    expect(await limitOf(owner)).toBe('40');
  });
});

describe('IP filtering', () => {
  const own = { ipFiltering: true, allowedAddresses: ['192.0.2.0/24', '2001:db8:1:2::3'] };

  test('lets a key work only from the allowed addresses, including IPv6 addresses', async () => {
    const { get } = await anOwner(own);
    for (const from of ['192.0.2.1', '::ffff:192.0.2.9', '2001:DB8:1:2:0::3']) {
      expect([from, (await get('/balance', from)).status]).toEqual([from, 200]);
    }
    for (const from of ['198.51.100.1', '2001:db8:1:2::4', '::1', '']) {
      const reply = await get('/balance', from);
      expect([from, codeOf(reply)]).toEqual([from, [403, 'address_not_allowed']]);
    }
    const { body } = await get('/balance', '198.51.100.1');
    expect(body.message).toContain('198.51.100.1');
    expect((await get('/balance', 'unknown')).body.message).toContain('an unknown address');
  });

  test('ignores an address that the client claims in a header', async () => {
    const { get } = await anOwner(own);
    expect((await get('/balance', '192.0.2.1, 198.51.100.1')).status).toBe(403);
  });

  test('is not revealed to a caller without a correct key', async () => {
    const { account } = await anOwner(own);
    const wrong = { ...account, secretKey: account.secretKey.replace(/.$/, '_') };
    for (const caller of [wrong, { ...account, keyId: 'dk_11111111111111111111' }]) {
      const headers = { 'x-forwarded-for': '198.51.100.1' };
      const reply = await client(web.url, caller).call('GET', '/balance', { headers });
      expect(codeOf(reply)).toEqual([401, 'invalid_credentials']);
      expect(JSON.stringify(reply.body)).not.toContain('address');
    }
  });

  test('neither counts nor sends a call from another address', async () => {
    const { account, call } = await anOwner(own);
    const before = await getUsage(account);
    const reply = await call('POST', '/messages/send-message', {
      body: { recipient, message: 'Hello' },
      headers: { 'x-forwarded-for': '198.51.100.1' },
    });
    expect(codeOf(reply)).toEqual([403, 'address_not_allowed']);
    expect(await getUsage(account)).toEqual(before);
  });

  test('is turned on or off within a second', async () => {
    const { get, choose } = await anOwner({ rateLimiting: false });
    const from = '198.51.100.1';
    expect((await get('/balance', from)).status).toBe(200);
    await choose({ ...own, rateLimiting: false });
    await untilFelt(async () => (await get('/balance', from)).status === 403);
    await choose({ rateLimiting: false });
    await untilFelt(async () => (await get('/balance', from)).status === 200);
  });
});

describe('request validation', () => {
  const strict = { requestValidation: true, rateLimiting: false };

  test.each([
    ['POST', '/messages/send-message', { recipient, message: 'Hello', colour: 'red' }, 'colour'],
    ['POST', '/message', { recipient, content: 'Hello', message: 'x' }, 'message'],
    ['POST', '/messages/batch', { messages: [], note: 1 }, 'note'],
    ['POST', '/messages/send-otp', { recipient, length: 6 }, 'length'],
    ['POST', '/messages/verify-otp', { recipient, otp: '123456', extra: true }, 'extra'],
    ['GET', '/messages?limit=1&page=2', undefined, 'page'],
    ['GET', '/balance?verbose=1', undefined, 'verbose'],
    ['POST', '/messages/send-otp?dry=1', { recipient }, 'dry'],
  ])('when on: %s %s rejects unknown fields', async (method, path, body, param) => {
    const { account, call } = await anOwner(strict);
    const before = await getUsage(account);
    const reply = await call(method, path, { body });
    expect(codeOf(reply)).toEqual([400, 'invalid_parameter']);
    expect(reply.body.error).toMatchObject({ param, message: noSuchField });
    // A batch costs an API call even if it is refused.
    const calls = path === '/messages/batch' ? 1 : 0;
    expect(await getUsage(account)).toEqual({
      ...before,
      apiCallsUsed: before.apiCallsUsed + calls,
    });
  });

  test('when on, rejects only the batch item that has an unknown field', async () => {
    const { call } = await anOwner(strict);
    const good = { recipient, message: 'Hello' };
    const messages = [good, { ...good, colour: 'red' }, good];
    const reply = await call('POST', '/messages/batch', { body: { messages } });
    expect(reply.status).toBe(202);
    expect(reply.body.data.map(({ status }: { status: string }) => status)).toEqual([
      'success',
      'error',
      'success',
    ]);
    expect(reply.body.data[1].error).toMatchObject({ code: 'invalid_parameter', param: 'colour' });
  });

  test('when on, accepts the documented fields of each endpoint', async () => {
    const { call } = await anOwner(strict);
    const full = {
      ...{ recipient, message: 'Hello', sender_id: 'DAKIYA' },
      ...{ template_id: '1107160000000000001', when_closed: 'defer' },
    };
    expect((await call('POST', '/messages/send-message', { body: full })).status).toBe(202);
    const query = `limit=1&status=queued&recipient=${recipient}&from=2026-04-01T00:00:00Z`;
    expect((await call('GET', `/messages?${query}`)).status).toBe(200);
    const sent = await call('POST', '/messages/send-otp', { body: { recipient, otp_length: 6 } });
    expect(sent.status).toBe(202);
    const tried = { otp_id: sent.body.data.otpId, otp_code: '000000', phone_number: recipient };
    const verified = await call('POST', '/messages/verify-otp', { body: tried });
    expect(codeOf(verified)).toEqual([422, 'otp_incorrect']);
  });

  test('ignores unknown fields when off, and rejects them after the setting is turned on', async () => {
    const { call, choose } = await anOwner({ rateLimiting: false });
    const send = () => call('GET', '/balance?verbose=1');
    expect((await send()).status).toBe(200);
    await choose(strict);
    await untilFelt(async () => (await send()).status === 400);
  });
});
