import { readFile } from 'node:fs/promises';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bind, receiptText, type TestClient } from '../test-client.ts';
import { behaviourNames, magicNumbers } from './magic-numbers.ts';
import { createSmsc, type Smsc } from './server.ts';

let smsc: Smsc;
let client: TestClient;

beforeEach(async () => {
  smsc = await createSmsc({
    receiptAfterMs: 1,
    lateReceiptAfterMs: 120,
    unansweredReceiptAfterMs: 60,
    lateAnswerAfterMs: 120,
  });
  client = await bind(smsc);
});
afterEach(() => smsc.close());

const accepted = (to: string) => smsc.ledger.acceptedFor(to);

it.each(magicNumbers)('$number is a valid Indian mobile number', ({ number }) => {
  const parsed = parsePhoneNumberFromString(`+${number}`);
  expect(parsed?.country).toBe('IN');
  expect(parsed?.isValid()).toBe(true);
  expect(parsed?.getType()).toBe('MOBILE');
});

it('every behaviour except the normal one has a magic number', () => {
  const covered = magicNumbers.map(({ behaviour }) => behaviour);
  expect(new Set(['normal', ...covered])).toEqual(new Set(behaviourNames));
});

it('the README lists every magic number with its behaviour', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const rows = readme.replace(/ +/g, ' ');
  for (const { number, description } of magicNumbers) {
    expect(rows).toContain(`| \`${number.slice(2)}\` | ${description} |`);
  }
});

describe('a text to a magic number', () => {
  it('…01 is accepted at once, and its receipt comes late', async () => {
    const sentAt = performance.now();
    expect((await client.submit('919999900001', 'late')).command_status).toBe(0);
    const [receipt] = await client.receiptsToBe(1);
    expect(performance.now() - sentAt).toBeGreaterThan(110);
    expect(receipt?.message_state).toBe(2);
  });

  it('…02 is accepted and reported undelivered with error 001', async () => {
    const answer = await client.submit('919999900002', 'lost');
    const [receipt] = await client.receiptsToBe(1);
    expect(receipt).toMatchObject({
      receipted_message_id: answer.message_id,
      message_state: 5,
      esm_class: 4,
    });
    expect(receipt && receiptText(receipt)).toMatch(
      / dlvrd:000 .* stat:UNDELIV err:001 text:lost$/,
    );
  });

  it('…03 is rejected with ESME_RINVDSTADR and shown on no phone', async () => {
    expect((await client.submit('919999900003', 'no')).command_status).toBe(0x0b);
    expect(accepted('919999900003')).toBe(0);
    expect(smsc.phones.conversation('919999900003').messages).toEqual([]);
  });

  it('…04 throttles the first three submits of each text, and then accepts the text', async () => {
    for (const text of ['one', 'two']) {
      const statuses = [];
      for (let i = 0; i < 5; i += 1) {
        statuses.push((await client.submit('919999900004', text)).command_status);
      }
      expect(statuses).toEqual([0x58, 0x58, 0x58, 0, 0]);
    }
  });

  it('…05 is accepted without a response; the receipt contains the client’s reference', async () => {
    client.submit('919999900005', 'gone', { user_message_reference: 4711 }).catch(() => undefined);
    const [receipt] = await client.receiptsToBe(1);
    expect(receipt).toMatchObject({ user_message_reference: 4711, message_state: 2 });
    expect(client.heard).not.toContain('submit_sm_resp');
    expect(accepted('919999900005')).toBe(1);
  });

  it('…06 gets its receipt before its response', async () => {
    const answer = await client.submit('919999900006', 'early');
    expect(client.heard.slice(-2)).toEqual(['deliver_sm', 'submit_sm_resp']);
    expect(client.receipts[0]?.receipted_message_id).toBe(answer.message_id);
  });

  it('…07 gets the same receipt twice', async () => {
    await client.submit('919999900007', 'twice');
    const [first, second] = await client.receiptsToBe(2);
    expect(second?.receipted_message_id).toBe(first?.receipted_message_id);
  });

  it('…08 breaks the connection at the first submit and is accepted at the second submit', async () => {
    await expect(client.submit('919999900008', 'cut')).rejects.toThrow('connection closed');
    expect(accepted('919999900008')).toBe(0);
    const next = await bind(smsc);
    expect((await next.submit('919999900008', 'cut')).command_status).toBe(0);
    expect(accepted('919999900008')).toBe(1);
  });

  it('…09 is accepted at once, with a late response', async () => {
    const answer = client.submit('919999900009', 'slow');
    await vi.waitUntil(() => accepted('919999900009') === 1, { interval: 5 });
    expect(client.heard).not.toContain('submit_sm_resp');
    expect((await answer).command_status).toBe(0);
    expect((await client.receiptsToBe(1))[0]?.message_state).toBe(2);
  });
});
