import { afterEach, beforeEach, expect, it } from 'vitest';
import { partFields } from '../test-client.ts';
import { form, startHandset, type TestHandset } from './test-handset.ts';

const phone = '919876543210';
let handset: TestHandset;

beforeEach(async () => {
  handset = await startHandset();
});
afterEach(() => handset.close());

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
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'self';/);
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

it('sets the network with a form and explains an invalid entry', async () => {
  const set = await handset.call('/network', form({ behaviour: 'throttled', count: '3' }));
  expect([set.status, set.headers.get('location')]).toEqual([303, '/#network']);
  expect(await handset.page()).toContain('Throttled × 3');
  const wrong = await handset.call('/network', form({ behaviour: 'rejected', count: 'many' }));
  expect(wrong.status).toBe(400);
  const markup = await wrong.text();
  expect(markup).toContain('Enter a whole number');
  expect(markup).toContain('value="many"');
  expect(handset.smsc.network.setting()).toEqual({ behaviour: 'throttled', remaining: 3 });
});

it('sets the DLT check with a form, and shows a rejected text with its code', async () => {
  const set = await handset.call('/scrubber', form({ isOn: 'on', time: '' }));
  expect([set.status, set.headers.get('location')]).toEqual([303, '/#scrubber']);
  expect(handset.smsc.scrubber.setting()).toMatchObject({ isOn: true, chain: false, time: null });
  await handset.client.submit(phone, 'No ids');
  await handset.client.receiptsToBe(1);
  expect(await handset.page()).toContain('DLT 604');
  expect((await handset.json('/handset.json')).messages).toEqual([]);
  const wrong = await handset.call('/scrubber', form({ isOn: 'on', time: 'noon' }));
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain('Enter a time such as 21:30');
});

it('clears all texts with a form', async () => {
  await handset.client.submit(phone, 'old');
  expect((await handset.call('/clear', form())).status).toBe(303);
  expect(await handset.page()).toContain('No texts yet');
});

it('serves its own styles, script and fonts', async () => {
  for (const path of [
    '/assets/theme.css',
    '/assets/handset.css',
    '/assets/handset.js',
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
