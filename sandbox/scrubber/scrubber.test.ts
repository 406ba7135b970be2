import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import smpp, { type PduFields } from 'smpp';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSmsc, type Smsc } from '../smsc/server.ts';
import { bind, partFields, receiptText, type TestClient } from '../test-client.ts';
import type { Registry } from './scrubber.ts';

type File = { [Part in keyof Registry]?: Record<string, unknown>[] | string[] };

const entity = '1101172974420810001';
const template = '1107160000000000001';
const chain = 'c0c951afca257c5b87c3da535c09112080483f35b7e6faf35e2428b3b526b694';
const usual: File = {
  entities: [{ id: entity }],
  headers: [{ header: 'ACMEIN', entity }],
  templates: [{ id: template, entity, body: 'Hello {#alphanumeric#}, bye', headers: ['ACMEIN'] }],
  chains: [{ entity, value: chain }],
};
const phone = '919876543210';
const folder = mkdtempSync(join(tmpdir(), 'register-'));
const path = join(folder, 'register.json');
let smsc: Smsc;
let client: TestClient;

const write = (register: File) => writeFileSync(path, JSON.stringify(register));

beforeEach(async () => {
  write(usual);
  smsc = await createSmsc({ receiptAfterMs: 1, incompleteAfterMs: 50, dltRegister: path });
  client = await bind(smsc);
  smsc.scrubber.set({ isOn: true });
  return () => smsc.close();
});
afterEach(() => client.close());
process.once('exit', () => rmSync(folder, { recursive: true }));

type Given = { from?: string; text?: string; entity?: string; template?: string; chain?: string };

const tags = { entity: 0x1400, template: 0x1401, chain: 0x1402 };

beforeAll(() => {
  for (const [name, id] of Object.entries(tags)) {
    smpp.addTLV(`test_${name}`, { id, type: smpp.types.tlv.string });
  }
  return () => {
    for (const [name, id] of Object.entries(tags)) {
      delete smpp.tlvs[`test_${name}`];
      delete smpp.tlvsById[id];
    }
  };
});

const tlvs = (ids: Given): PduFields =>
  Object.fromEntries(
    (['entity', 'template', 'chain'] as const).flatMap((name) =>
      ids[name] === undefined ? [] : [[`test_${name}`, ids[name]]],
    ),
  );

/** Submits a text, and returns the error code in its receipt. */
async function codeOf(given: Given = {}, more: PduFields = {}): Promise<string | undefined> {
  const count = client.receipts.length + 1;
  const all = { from: 'ACMEIN', text: 'Hello Asha, bye', entity, template, ...given };
  await client.submit(phone, all.text, { source_addr: all.from, ...tlvs(all), ...more });
  const receipt = (await client.receiptsToBe(count))[count - 1];
  return receipt && /err:(\d+)/.exec(receiptText(receipt))?.[1];
}

describe('checks each text, and rejects it with the operators’ code', () => {
  const changed = (part: keyof Registry, more: Record<string, unknown>): File => ({
    ...usual,
    [part]: usual[part]?.map((row) => ({ ...(row as object), ...more })),
  });
  it.each<[string, Given, File]>([
    ['000', {}, usual],
    ['604', { entity: '1.1E+18' }, usual],
    ['600', { entity: '1101172974420810002' }, usual],
    ['602', {}, changed('entities', { state: 'inactive' })],
    ['603', {}, changed('entities', { state: 'blacklisted' })],
    ['620', { from: 'acmein' }, usual],
    ['621', {}, changed('headers', { state: 'inactive' })],
    ['622', {}, changed('headers', { state: 'blacklisted' })],
    ['623', {}, changed('headers', { entity: '1' })],
    ['624', {}, changed('headers', { state: 'expired' })],
    ['625', {}, changed('headers', { state: 'unused' })],
    ['630', { template: '1107160000000000009' }, usual],
    ['631', {}, changed('templates', { state: 'inactive' })],
    ['632', {}, changed('templates', { state: 'blacklisted' })],
    ['633', { text: 'Hello Asha,  bye' }, usual],
    ['634', {}, changed('templates', { headers: ['ACMESM'] })],
    ['635', { text: `Hello ${'a'.repeat(41)}, bye` }, usual],
  ])('gives the code %s to the text %j', async (code, given, register) => {
    write(register);
    expect(await codeOf(given)).toBe(code);
  });
});

it('marks a rejected text with its code and reason', async () => {
  await codeOf({ text: 'Other' });
  expect(smsc.phones.conversation(phone).messages).toMatchObject([
    { rejection: { code: '633', reason: 'template not matched' } },
  ]);
});

it('rejects a text without the ids of entity and template', async () => {
  await client.submit(phone, 'Hello Asha, bye', { source_addr: 'ACMEIN' });
  const [receipt] = await client.receiptsToBe(1);
  expect(receipt && receiptText(receipt)).toContain('err:604');
});

it('checks the chain of telemarketers only if that setting is on', async () => {
  expect(await codeOf()).toBe('000');
  smsc.scrubber.set({ chain: true });
  expect(await codeOf()).toBe('614');
  expect(await codeOf({ chain: 'other' })).toBe('615');
  expect(await codeOf({ chain })).toBe('000');
});

it('at night and for numbers that block promotional texts, rejects promotional texts but no others', async () => {
  const promotional = usual.templates?.map((row) => ({
    ...(row as object),
    category: 'promotional',
  }));
  smsc.scrubber.set({ window: true, preferences: true, time: '21:00' });
  expect(await codeOf()).toBe('000');
  write({ ...usual, templates: promotional ?? [], blocked: [phone] });
  await vi.waitUntil(async () => (await codeOf()) === '651', { timeout: 3_000, interval: 20 });
  smsc.scrubber.set({ time: '10:00' });
  expect(await codeOf()).toBe('650');
  smsc.scrubber.set({ preferences: false });
  expect(await codeOf()).toBe('000');
});

it('rejects every text with 670 while the check is down', async () => {
  smsc.scrubber.set({ isDown: true });
  expect(await codeOf()).toBe('670');
});

it('checks a long text as a whole, and gives each segment the result of the whole text', async () => {
  const ids = tlvs({ entity, template });
  const part = (at: number, text: string) =>
    client.submit(phone, '', { source_addr: 'ACMEIN', ...ids, ...partFields(7, 2, at, text) });
  await part(1, 'Hello ');
  await part(2, 'Asha, bye');
  expect((await client.receiptsToBe(2)).map(receiptText)).toEqual([
    expect.stringContaining('err:000'),
    expect.stringContaining('err:000'),
  ]);
});

it('rejects a text whose segments do not all arrive', async () => {
  const more = { ...partFields(8, 2, 1, 'Hello '), ...tlvs({ entity, template }) };
  expect(await codeOf({}, more)).toBe('633');
});

it('if the register cannot be read, uses the last readable version, and reports the problem of the file', async () => {
  expect(await codeOf()).toBe('000');
  writeFileSync(path, '{"entities": [{}]}');
  await vi.waitUntil(() => smsc.scrubber.problem() !== null, { timeout: 3_000, interval: 20 });
  expect(smsc.scrubber.problem()).toMatch(/entities\.0\.id/);
  expect(await codeOf()).toBe('000');
});

it('checks a text before a phone shows it, with the settings from the time when the text arrived', async () => {
  smsc.scrubber.set({ isOn: false });
  const ids = tlvs({ entity, template });
  const part = (at: number) =>
    client.submit(phone, '', { source_addr: 'ACMEIN', ...ids, ...partFields(9, 2, at, 'x') });
  await part(1);
  smsc.scrubber.set({ isOn: true });
  await part(2);
  expect((await client.receiptsToBe(2)).map(receiptText)).toEqual([
    expect.stringContaining('err:000'),
    expect.stringContaining('err:000'),
  ]);
  await client.submit(phone, 'Other', { source_addr: 'ACMEIN', ...ids });
  const [newest] = smsc.phones.conversation(phone).messages;
  expect(newest?.rejection?.code).toBe('633');
});

it('the DLT check is off at the start and after a reset', async () => {
  const fresh = await createSmsc();
  onTestFinished(() => fresh.close());
  expect(fresh.scrubber.setting().isOn).toBe(false);
  smsc.reset();
  expect(await codeOf({ from: 'NOBODY', text: 'x' })).toBe('000');
});
