import { expect, test, vi } from 'vitest';
import { createLatch, openBoundCarrier } from './carrier.test-support.ts';
import type { Receipt, UnreadPdu } from './contract.ts';
import { startSmsc } from './scripted-smsc.test-support.ts';

const text =
  'id:0171_a sub:001 dlvrd:001 submit date:2611201015 done date:2611201016 stat:DELIVRD err:000 text:-';
const receiptPdu = { esm_class: 0x04, source_addr: '919876543210', destination_addr: 'DAKIYA' };

async function openReceiving(
  given: Parameters<typeof openBoundCarrier>[0] = {},
  events: Parameters<typeof openBoundCarrier>[1] = {},
) {
  const receipts: Receipt[] = [];
  const onReceipt = vi.fn(async (receipt: Receipt) => {
    receipts.push(receipt);
  });
  const smsc = await startSmsc();
  const carrier = await openBoundCarrier({ port: smsc.port, ...given }, { onReceipt, ...events });
  return { smsc, carrier, receipts, onReceipt };
}

test('a receipt in TLVs is read and acknowledged', async () => {
  const { smsc, receipts } = await openReceiving();
  const answer = await smsc.ask('deliver_sm', {
    ...receiptPdu,
    receipted_message_id: 'abc',
    message_state: 5,
    network_error_code: Buffer.from([3, 0, 34]),
    user_message_reference: 4711,
  });
  expect(answer).toMatchObject({ command: 'deliver_sm_resp', command_status: 0 });
  expect(receipts).toEqual([
    {
      carrier: 'test',
      carrierMessageId: 'abc',
      state: 'undelivered',
      status: 'UNDELIV',
      errorCode: '034',
      recipient: '919876543210',
      reference: 4711,
    },
  ]);
});

test.each([0, 1, 3, 4, 8])(
  'parses a receipt text exactly, in data_coding %i',
  async (data_coding) => {
    const { smsc, receipts } = await openReceiving();
    const octets = data_coding === 8 ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text);
    await smsc.ask('deliver_sm', { ...receiptPdu, data_coding, short_message: octets });
    expect(receipts).toMatchObject([
      { carrierMessageId: '0171_a', state: 'delivered', status: 'DELIVRD', errorCode: '000' },
    ]);
  },
);

test('a receipt in message_payload is read', async () => {
  const { smsc, receipts } = await openReceiving();
  await smsc.ask('deliver_sm', { ...receiptPdu, message_payload: Buffer.from(text) });
  expect(receipts).toMatchObject([{ carrierMessageId: '0171_a', state: 'delivered' }]);
});

test('a receipt gets the text that the profile has for its error code, regardless of leading zeros and letter case', async () => {
  const receiptErrors = [
    { code: '34', text: 'The number is not in service.' },
    { code: '0X1f', text: 'Blocked by the operator.' },
  ];
  const { smsc, carrier, receipts } = await openReceiving({ receiptErrors });
  for (const code of ['034', '0x1F', '35', '000']) {
    const short_message = Buffer.from(`id:1 stat:UNDELIV err:${code} text:-`);
    await smsc.ask('deliver_sm', { ...receiptPdu, short_message });
  }
  smsc.script.query_sm = (pdu, session) =>
    session.send(pdu.response({ message_id: '1', message_state: 5, error_code: 34 }));
  const answer = await carrier.query({ carrierMessageId: '1', sender: 'DAKIYA' });
  const errorText = 'The number is not in service.';
  expect(receipts.map((receipt) => [receipt.errorCode, receipt.errorText])).toEqual([
    ['034', errorText],
    ['0x1F', 'Blocked by the operator.'],
    ['35', undefined],
    ['000', undefined],
  ]);
  expect(answer).toMatchObject({ errorCode: '034', errorText });
});

test('the verdict of an undelivered receipt comes from the carrier’s list of codes, or from the entry for the code in the carrier’s settings', async () => {
  const { smsc, receipts } = await openReceiving({
    operatorCodes: 'kaleyra',
    receiptErrors: [
      { code: '0650', text: 'Not wanted' },
      { code: '77', verdict: 'dlt_rejected' },
    ],
  });
  const cases = ['UNDELIV err:633', 'UNDELIV err:0650', 'UNDELIV err:77', 'DELIVRD err:633'];
  for (const one of [...cases, 'UNDELIV err:TEMPLATE-NOT-FOUND', 'UNDELIV err:001']) {
    const short_message = Buffer.from(`id:1 stat:${one} text:-`);
    await smsc.ask('deliver_sm', { ...receiptPdu, short_message });
  }
  expect(receipts.map(({ verdict, errorText }) => [verdict, errorText])).toEqual([
    ['dlt_template_not_matched', undefined],
    [undefined, 'Not wanted'],
    ['dlt_rejected', undefined],
    [undefined, undefined],
    ['dlt_template_unknown', undefined],
    [undefined, undefined],
  ]);
});

test('a receipt with a decimal id matches a submit with a hexadecimal id', async () => {
  const { smsc, receipts } = await openReceiving({ receiptIdFormat: 'decimal' });
  const short_message = Buffer.from('id:0000000171 stat:DELIVRD err:000');
  await smsc.ask('deliver_sm', { ...receiptPdu, short_message });
  expect(receipts).toMatchObject([{ carrierMessageId: '171' }]);
});

test('a receipt with an unknown state word is stored, and at most one such PDU a second is kept for the operator', async () => {
  const kept: UnreadPdu[] = [];
  const onUnread = async (pdu: UnreadPdu) => void kept.push(pdu);
  const receiptStates = { QUEUED_AT_SMSC: 'enroute', GESENDET: 'delivered' } as const;
  const { smsc, receipts } = await openReceiving({ receiptStates }, { onUnread });
  const told = async (words: string) => {
    const short_message = Buffer.from(`id:0171 stat:${words} err:000 text:-`);
    return smsc.ask('deliver_sm', { ...receiptPdu, short_message });
  };
  for (const known of ['ENROUTE', 'QUEUED_AT_SMSC', 'GESENDET', 'DELIVRD']) await told(known);
  expect(kept).toEqual([]);
  for (let count = 0; count < 3; count += 1) {
    expect(await told('SUCCESS')).toMatchObject({ command_status: 0 });
  }
  expect(receipts.map(({ status }) => status).slice(4)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  expect(kept).toMatchObject([{ carrier: 'test', reason: 'the unknown state SUCCESS' }]);
  expect(kept[0]?.octets.includes('stat:SUCCESS')).toBe(true);
});

test('a receipt is acknowledged only when it is stored', async () => {
  const { smsc, onReceipt } = await openReceiving();
  const storage = createLatch();
  onReceipt.mockReturnValueOnce(storage.opened);
  let answered = false;
  const answer = smsc.ask('deliver_sm', { ...receiptPdu, message_state: 2 }).then(() => {
    answered = true;
  });
  await vi.waitUntil(() => onReceipt.mock.calls.length > 0);
  // While the receipt is being stored, the client answers other requests, but not the receipt.
  await smsc.ask('enquire_link');
  expect(answered).toBe(false);
  storage.open();
  await answer;
});

test('a receipt that could not be stored is rejected, so that the carrier repeats it', async () => {
  const { smsc, onReceipt, receipts } = await openReceiving();
  onReceipt.mockRejectedValueOnce(new Error('the database is down'));
  const receipt = { ...receiptPdu, receipted_message_id: '5', message_state: 2 };
  expect(await smsc.ask('deliver_sm', receipt)).toMatchObject({ command_status: 0x64 });
  expect(await smsc.ask('deliver_sm', receipt)).toMatchObject({ command_status: 0 });
  expect(receipts).toMatchObject([{ carrierMessageId: '5' }]);
});

test.each([
  ['a message from a handset', { esm_class: 0, short_message: Buffer.from(text) }],
  ['a receipt that says nothing', { esm_class: 4, short_message: Buffer.from('hello') }],
  ['a receipt without a word', { esm_class: 4 }],
])(
  '%s is acknowledged, but not treated as a receipt; the acknowledgement keeps the carrier from repeating it',
  async (_name, fields) => {
    const { smsc, receipts } = await openReceiving();
    expect(await smsc.ask('deliver_sm', { ...receiptPdu, ...fields })).toMatchObject({
      command: 'deliver_sm_resp',
      command_status: 0,
    });
    expect(receipts).toEqual([]);
  },
);
