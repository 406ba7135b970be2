import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bind } from '../test-client.ts';
import { createSmsc, type Smsc } from './server.ts';

const phone = '919876543210';
let smsc: Smsc;

beforeEach(async () => {
  smsc = await createSmsc({ receiptAfterMs: 1, lateReceiptAfterMs: 60_000 });
});
afterEach(() => smsc.close());

test('a client that asks learns the state of its segment, also where the receipt is lost', async () => {
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
