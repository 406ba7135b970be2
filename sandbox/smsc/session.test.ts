import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { bind, connect } from '../test-client.ts';
import { createSmsc, type Smsc } from './server.ts';

const phone = '919876543210';
let smsc: Smsc;

beforeEach(async () => {
  smsc = await createSmsc({ receiptAfterMs: 1, enquireLinkMs: 50, bindTimeoutMs: 2_000 });
});
afterEach(() => smsc.close());

it('rejects a bind with a wrong password, and then accepts a bind with the right password', async () => {
  const client = await connect(smsc);
  const wrong = await client.request('bind_transceiver', { system_id: 'x', password: 'wrong' });
  expect(wrong.command_status).toBe(0x0e);
  const right = await client.request('bind_transceiver', { system_id: 'x', password: 'sandbox' });
  expect(right.command_status).toBe(0);
});

it('accepts submits only from a client that is bound as a sender', async () => {
  const client = await connect(smsc);
  expect((await client.submit(phone, 'early')).command_status).toBe(0x04);
  const receiver = await bind(smsc, 'bind_receiver');
  expect((await receiver.submit(phone, 'wrong way')).command_status).toBe(0x04);
  expect(smsc.ledger.totals().accepted).toBe(0);
});

it('rejects a second bind and unknown commands', async () => {
  const client = await bind(smsc);
  const again = await client.request('bind_receiver', { system_id: 'x', password: 'sandbox' });
  expect(again.command_status).toBe(0x05);
  expect((await client.request('cancel_sm', { message_id: '1' })).command_status).toBe(0x03);
});

it('responds to enquire_link and unbind, and sends enquire_link itself', async () => {
  const client = await bind(smsc);
  expect((await client.request('enquire_link')).command).toBe('enquire_link_resp');
  await vi.waitUntil(() => client.heard.includes('enquire_link'), { interval: 5, timeout: 5_000 });
  expect((await client.request('unbind')).command).toBe('unbind_resp');
  await vi.waitUntil(() => client.closed, { interval: 5 });
});

it('disconnects a client that never binds', async () => {
  const hasty = await createSmsc({ bindTimeoutMs: 100 });
  onTestFinished(() => hasty.close());
  const client = await connect(hasty);
  await vi.waitUntil(() => client.closed, { interval: 5, timeout: 5_000 });
  expect(hasty.connections()).toBe(0);
});

/** A PDU with this body and a valid header. */
const pdu = (command: number, body: Buffer) => {
  const header = Buffer.alloc(16);
  header.writeUInt32BE(16 + body.length, 0);
  header.writeUInt32BE(command, 4);
  header.writeUInt32BE(99, 12);
  return Buffer.concat([header, body]);
};

it.each([
  ['text of another protocol', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
  ['a length beyond all bounds', Buffer.from('ffffffff0000000400000000000000010000', 'hex')],
  ['a length shorter than a header', Buffer.from('00000003000000040000000000000001', 'hex')],
  ['a TLV that runs past the end', pdu(0x15, Buffer.from('020400', 'hex'))],
  ['a reference without its octets', pdu(0x15, Buffer.from('02040002', 'hex'))],
  ['a submit cut in the middle', pdu(0x04, Buffer.from('000501', 'hex'))],
  ['a command that cannot be answered', pdu(0x0b, Buffer.from('0000', 'hex'))],
])('keeps serving other clients after %s', async (_what, octets) => {
  const bystander = await bind(smsc);
  const rude = await bind(smsc);
  rude.write(octets);
  const ruder = await connect(smsc);
  ruder.write(octets);
  await vi.waitUntil(() => ruder.closed, { timeout: 10_000, interval: 5 });
  expect((await bystander.submit(phone, 'still here')).command_status).toBe(0);
});
