import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSmsc, type Smsc } from '../smsc/server.ts';
import { bind, form, jsonBody, partFields, type TestClient } from '../test-client.ts';
import { startWeb } from '../web/server.ts';
import { handsetRoutes } from './routes.ts';

/** A handset on a free port for tests, with a bound SMPP client. */
type TestHandset = {
  smsc: Smsc;
  client: TestClient;
  call(path: string, init?: RequestInit): Promise<Response>;
  /** The HTML of a page. */
  page(path?: string): Promise<string>;
  json(path: string, init?: RequestInit): Promise<ReturnType<typeof JSON.parse>>;
  close(): Promise<void>;
};

async function startHandset(): Promise<TestHandset> {
  const smsc = await createSmsc({ receiptAfterMs: 1 });
  const routers = [handsetRoutes({ smsc, smscHost: '127.0.0.1' })];
  const web = await startWeb({ host: '127.0.0.1', port: 0, routers });
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${web.port}${path}`, { redirect: 'manual', ...init });
  return {
    smsc,
    client: await bind(smsc),
    call,
    page: async (path = '/') => (await call(path)).text(),
    json: async (path, init) => (await call(path, init)).json(),
    async close() {
      await web.close();
      await smsc.close();
    },
  };
}

const phone = '919876543210';
let handset: TestHandset;

beforeEach(async () => {
  handset = await startHandset();
});
afterEach(() => handset.close());

describe('the page', () => {
  it('shows hostile texts and senders as text, never as markup', async () => {
    const attack = '<script>alert(1)</script> code "1234\'"><img src=x onerror=alert(2)>';
    await handset.client.submit(phone, attack, { source_addr: '<b>&"' });
    const markup = await handset.page();
    expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(markup).toContain('&lt;b&gt;&amp;&quot;');
    expect(markup).not.toMatch(/<script>|<img|<b>/);
  });

  it('escapes the search term', async () => {
    const markup = await handset.page(
      `/?number=${encodeURIComponent('"><script>alert(1)</script>')}`,
    );
    expect(markup).not.toContain('<script>');
  });

  it('forbids inline scripts and styles, and caching', async () => {
    const { headers } = await handset.call('/');
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*script-src 'self';/,
    );
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await handset.page()).not.toMatch(/ on\w+=| style=|<style/);
  });

  it('shows how many segments of a text have arrived', async () => {
    await handset.client.submit(phone, '', partFields(7, 3, 3, 'end'));
    await handset.client.submit(phone, '', partFields(7, 3, 1, 'start'));
    expect(await handset.page()).toContain('2 of 3 segments');
    await handset.client.submit(phone, '', partFields(7, 3, 2, ' middle '));
    expect(await handset.page()).toContain('start middle end');
  });

  it('finds a number in any notation', async () => {
    await handset.client.submit(phone, 'wanted');
    await handset.client.submit('917012345678', 'other');
    for (const typed of ['919876543210', '%2B91 98765 43210', '9876543210', '76543']) {
      const markup = await handset.page(`/?number=${typed}`);
      expect(markup).toContain('wanted');
      expect(markup).not.toContain('other');
    }
  });

  it('changes the setting of the network with a form, and explains an invalid entry', async () => {
    const set = await handset.call('/network', form({ behaviour: 'throttled', count: '3' }));
    expect([set.status, set.headers.get('location')]).toEqual([303, '/#network']);
    expect(await handset.page()).toContain('Throttled × 3');
    const wrong = await handset.call('/network', form({ behaviour: 'rejected', count: 'many' }));
    expect(wrong.status).toBe(400);
    expect((await wrong.json()).error).toContain('a whole number from 1');
    expect(handset.smsc.network.setting()).toMatchObject({ behaviour: 'throttled', remaining: 3 });
  });

  it('changes the settings of the DLT check with a form, and shows a rejected text with its error code', async () => {
    const set = await handset.call('/scrubber', form({ isOn: 'on', time: '' }));
    expect([set.status, set.headers.get('location')]).toEqual([303, '/#scrubber']);
    expect(handset.smsc.scrubber.setting()).toMatchObject({ isOn: true, chain: false, time: null });
    await handset.client.submit(phone, 'No ids');
    await handset.client.receiptsToBe(1);
    expect(await handset.page()).toContain('DLT 604');
    expect((await handset.json('/handset.json')).messages).toEqual([]);
    const wrong = await handset.call('/scrubber', form({ isOn: 'on', time: 'noon' }));
    expect(wrong.status).toBe(400);
    expect((await wrong.json()).error).toContain('such as "21:30"');
  });

  it('clears all texts with a form', async () => {
    await handset.client.submit(phone, 'old');
    expect((await handset.call('/clear', form())).status).toBe(303);
    expect(await handset.page()).toContain('No texts yet');
  });

  it('serves its own styles, script and fonts', async () => {
    for (const path of [
      '/assets/style.css',
      '/assets/live.js',
      '/assets/icon.svg',
      '/fonts/inter/inter-latin-wght-normal.woff2',
      '/fonts/jetbrains-mono/jetbrains-mono-latin-wght-normal.woff2',
    ]) {
      expect((await handset.call(path)).status, path).toBe(200);
    }
  });

  it('notifies an open page of a new text', async () => {
    const response = await handset.call('/events');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('retry');
    await handset.client.submit(phone, 'news');
    expect((await reader?.read())?.value).toContain('event: changed');
    await reader?.cancel();
  });

  it('responds with HTML to an unknown page and with JSON to a health check', async () => {
    const missing = await handset.call('/nothing');
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain('Return to sender');
    expect(await handset.json('/healthz')).toEqual({ status: 'ok' });
  });

  it('rejects changes from other sites', async () => {
    const foreign = { ...form(), headers: { 'sec-fetch-site': 'cross-site' } };
    await handset.client.submit(phone, 'stays');
    expect((await handset.call('/clear', foreign)).status).toBe(403);
    expect(await handset.page()).toContain('stays');
  });
});

describe('JSON', () => {
  const noIds = { entity: null, template: null, chain: null };

  it('lists joined texts of a number, newest first', async () => {
    await handset.client.submit(phone, 'first');
    await handset.client.submit('917012345678', 'other');
    await handset.client.submit(phone, '', partFields(7, 2, 2, 'ond'));
    expect((await handset.json('/handset.json?number=919876543210')).messages).toHaveLength(1);
    await handset.client.submit(phone, '', partFields(7, 2, 1, 'sec'));
    for (const number of ['919876543210', '%2B919876543210', '+919876543210']) {
      const { messages } = await handset.json(`/handset.json?number=${number}`);
      expect(messages).toEqual([
        { from: 'DAKIYA', to: phone, text: 'second', at: expect.any(String), dlt: noIds },
        { from: 'DAKIYA', to: phone, text: 'first', at: expect.any(String), dlt: noIds },
      ]);
    }
    expect((await handset.json('/handset.json')).messages).toHaveLength(3);
  });

  it('omits a text that was not delivered', async () => {
    await handset.client.submit('919999900002', 'lost');
    expect(await handset.json('/handset.json?number=919999900002')).toEqual({ messages: [] });
    expect(await handset.page()).toContain('lost');
  });

  it('counts submits in total and per recipient until a reset', async () => {
    await handset.client.submit(phone, 'same');
    await handset.client.submit(phone, 'same');
    await handset.client.submit('919999900003', 'refused');
    expect(await handset.json('/submits.json')).toMatchObject({
      submits: 3,
      accepted: 2,
      distinct: 1,
      duplicates: 1,
    });
    const ofBoth = '/submits.json?recipients=%2B919876543210,919999900003';
    expect(await handset.json(ofBoth)).toEqual({ counts: [2, 0] });
    await handset.call('/reset.json', { method: 'POST' });
    expect(await handset.json('/submits.json')).toMatchObject({
      submits: 0,
      accepted: 0,
      duplicates: 0,
    });
    expect(await handset.json(ofBoth)).toEqual({ counts: [0, 0] });
  });

  it('sets and returns the behaviour of the network', async () => {
    const limited = await handset.json(
      '/network.json',
      jsonBody({ behaviour: 'throttled', count: 2 }),
    );
    expect(limited).toEqual({ behaviour: 'throttled', count: 2 });
    await handset.json('/network.json', jsonBody({ behaviour: 'rejected', count: null }));
    expect(await handset.json('/network.json')).toEqual({ behaviour: 'rejected', count: null });
    await handset.json('/network.json', jsonBody({ behaviour: 'normal' }));
    expect(await handset.json('/network.json')).toEqual({ behaviour: 'normal', count: null });
  });

  it.each([
    [{ behaviour: 'sunny' }, /Choose one of: normal, /],
    [{ behaviour: 'throttled', count: 0 }, /whole number from 1/],
    [{ behaviour: 'throttled', count: 1.5 }, /whole number from 1/],
    [[], /Choose one of/],
  ])('rejects %j with a reason', async (body, reason) => {
    const response = await handset.call('/network.json', jsonBody(body));
    expect(response.status).toBe(400);
    expect((await response.json()).error).toMatch(reason);
  });

  it('sets and returns the DLT check, and keeps omitted settings', async () => {
    await handset.json('/scrubber.json', jsonBody({ isOn: true, time: '21:30' }));
    const set = await handset.json('/scrubber.json', jsonBody({ window: true }));
    expect(set).toMatchObject({ isOn: true, window: true, chain: false, time: '21:30' });
    expect(await handset.json('/scrubber.json')).toEqual(set);
    for (const wrong of [{ isOn: 'yes' }, { time: '25:00' }, { other: true }, []]) {
      const response = await handset.call('/scrubber.json', jsonBody(wrong));
      expect(response.status).toBe(400);
    }
  });

  it('responds with JSON errors', async () => {
    const broken = await handset.call('/network.json', {
      ...jsonBody(null),
      body: '{"behaviour":',
    });
    expect([broken.status, await broken.json()]).toEqual([400, { error: expect.any(String) }]);
    const missing = await handset.call('/nothing.json');
    expect([missing.status, await missing.json()]).toEqual([404, { error: expect.any(String) }]);
  });
});
