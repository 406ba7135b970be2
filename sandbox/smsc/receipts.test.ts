import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bind, receiptText } from '../test-client.ts';
import { createSmsc, type Smsc } from './server.ts';

const phone = '919876543210';
const temporaryFault = 0x64;
let smsc: Smsc;

beforeEach(async () => {
  smsc = await createSmsc({ receiptAfterMs: 1, receiptRetryMs: 20, lateReceiptAfterMs: 60_000 });
});
afterEach(() => smsc.close());

const allAcknowledged = () =>
  vi.waitUntil(() => smsc.receiptsKept() === 0, { interval: 5, timeout: 20_000 });

describe('a receipt', () => {
  it('names the message in TLVs and in text, and echoes the reference', async () => {
    const client = await bind(smsc);
    const answer = await client.submit(phone, 'Hello €', { user_message_reference: 77 });
    const [receipt] = await client.receiptsToBe(1);
    expect(receipt).toMatchObject({
      source_addr: phone,
      destination_addr: 'DAKIYA',
      esm_class: 4,
      receipted_message_id: answer.message_id,
      message_state: 2,
      user_message_reference: 77,
    });
    expect(receipt && receiptText(receipt)).toMatch(
      new RegExp(
        `^id:${answer.message_id} sub:001 dlvrd:001 submit date:\\d{10} done date:\\d{10} stat:DELIVRD err:000 text:Hello \\?$`,
      ),
    );
  });

  it.each([
    [0, 'nobody asked', '919876543210', 0],
    [2, 'only failures were asked for', '919876543210', 0],
    [2, 'only failures were asked for', '919999900002', 1],
    [17, 'intermediate ones were asked for too', '919876543210', 1],
  ])('with registered_delivery %i (%s) to %s arrives %i times', async (asked, _why, to, times) => {
    const client = await bind(smsc);
    await client.submit(to, 'one', { registered_delivery: asked });
    await client.submit(phone, 'the next');
    await client.receiptsToBe(times + 1);
    await allAcknowledged();
    expect(client.receipts).toHaveLength(times + 1);
  });

  it('is sent again after a temporary rejection until it is acknowledged', async () => {
    const client = await bind(smsc);
    client.answerReceipts(temporaryFault);
    await client.submit(phone, 'hello');
    await client.receiptsToBe(2);
    expect(smsc.ledger.totals().receipts).toBe(0);
    client.answerReceipts(0);
    await allAcknowledged();
    expect(smsc.ledger.totals().receipts).toBe(1);
    expect(new Set(client.receipts.map((pdu) => pdu.receipted_message_id)).size).toBe(1);
  });

  it('is sent again if there is no response', async () => {
    const impatient = await createSmsc({ receiptAfterMs: 1, answerTimeoutMs: 30 });
    const client = await bind(impatient);
    client.answerReceipts(null);
    await client.submit(phone, 'hello');
    await client.receiptsToBe(2);
    await impatient.close();
  });

  it('is sent at the next bind if the client has disconnected', async () => {
    const client = await bind(smsc);
    client.answerReceipts(null);
    const answer = await client.submit(phone, 'hello');
    await client.receiptsToBe(1);
    client.close();
    const next = await bind(smsc);
    const [receipt] = await next.receiptsToBe(1);
    expect(receipt?.receipted_message_id).toBe(answer.message_id);
  });

  it('is sent over another connection of the same system id, never over one of another system id', async () => {
    const stranger = await bind(smsc, 'bind_transceiver', 'stranger');
    const sender = await bind(smsc, 'bind_transmitter');
    const receiver = await bind(smsc, 'bind_receiver');
    await sender.submit(phone, 'hello');
    await receiver.receiptsToBe(1);
    expect(sender.receipts).toHaveLength(0);
    expect(stranger.receipts).toHaveLength(0);
  });

  it('is sent over the connection of the submit if that connection can receive', async () => {
    await bind(smsc);
    const sender = await bind(smsc);
    await bind(smsc);
    await sender.submit(phone, 'hello');
    await sender.receiptsToBe(1);
  });
});

it('the centre can return ids in hexadecimal and use decimal ids in receipts, as many real centres do', async () => {
  const mixed = await createSmsc({
    receiptAfterMs: 1,
    submitIdFormat: 'hex',
    receiptIdFormat: 'decimal',
  });
  const client = await bind(mixed);
  const answer = await client.submit(phone, 'hello');
  const [receipt] = await client.receiptsToBe(1);
  expect(receipt?.receipted_message_id).toBe(
    String(Number.parseInt(String(answer.message_id), 16)),
  );
  await mixed.close();
});

it('the simulated SMSC does not reuse ids after a restart', async () => {
  const before = await (await bind(smsc)).submit(phone, 'hello');
  const begun = Date.now();
  // The new centre must start at least a millisecond later. A real restart always takes longer.
  await vi.waitUntil(() => Date.now() > begun, { interval: 1 });
  const restarted = await createSmsc();
  const after = await (await bind(restarted)).submit(phone, 'hello');
  expect(String(after.message_id) > String(before.message_id)).toBe(true);
  await restarted.close();
});

it('handles thousands of submits without losing a receipt', async () => {
  const client = await bind(smsc);
  const texts = Array.from({ length: 3000 }, (_, i) => `text ${i}`);
  await Promise.all(texts.map((text) => client.submit(phone, text)));
  await allAcknowledged();
  expect(smsc.ledger.totals()).toEqual({
    submits: 3000,
    accepted: 3000,
    receipts: 3000,
    distinct: 3000,
    duplicates: 0,
  });
});

it('answers query_sm with the state of a segment, even if the segment’s receipt was lost', async () => {
  const client = await bind(smsc);
  const ask = async (message_id: unknown, source_addr = 'DAKIYA') => {
    const answer = await client.request('query_sm', { message_id, source_addr });
    return [answer.command_status, answer.message_id, answer.message_state, answer.error_code];
  };
  smsc.network.set('delivered-late', 1);
  const late = await client.submit(phone, 'late');
  smsc.network.set('receipt-lost', 1);
  const lost = await client.submit(phone, 'lost');
  const failed = await client.submit('919999900002', 'undelivered');
  await client.receiptsToBe(1);
  expect(await ask(late.message_id)).toEqual([0, late.message_id, 1, 0]);
  await vi.waitFor(async () => {
    expect(await ask(lost.message_id)).toEqual([0, lost.message_id, 2, 0]);
  });
  expect(await ask(failed.message_id)).toEqual([0, failed.message_id, 5, 1]);
  expect(await ask(lost.message_id, 'OTHERS')).toEqual([0x67, undefined, undefined, undefined]);
  expect(await ask('never')).toEqual([0x67, undefined, undefined, undefined]);
  expect(client.receipts.map((pdu) => pdu.receipted_message_id)).toEqual([failed.message_id]);
});
