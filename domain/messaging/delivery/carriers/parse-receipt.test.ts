import { expect, test } from 'vitest';
import { parseReceipt, type ReceiptFields } from './parse-receipt.ts';

const classical =
  'id:0123 sub:001 dlvrd:001 submit date:2611201015 done date:2611201016 stat:DELIVRD err:000 text:Hello';

function parse(given: Partial<ReceiptFields>) {
  const nothing = {
    esmClass: 0x04,
    sourceAddress: '919876543210',
    destinationAddress: 'DAKIYA',
    text: '',
    receiptedMessageId: null,
    messageState: null,
    networkErrorCode: null,
    userMessageReference: null,
  };
  return parseReceipt({ ...nothing, ...given }, 'test', 'text');
}

test('the customary text is read', () => {
  expect(parse({ text: classical })).toEqual({
    carrier: 'test',
    carrierMessageId: '0123',
    state: 'delivered',
    status: 'DELIVRD',
    errorCode: '000',
    recipient: '919876543210',
    reference: null,
  });
});

test('TLVs are believed before the text', () => {
  const receipt = parse({ text: classical, receiptedMessageId: 'tlv', messageState: 5 });
  expect(receipt).toMatchObject({
    carrierMessageId: 'tlv',
    state: 'undelivered',
    status: 'UNDELIV',
    errorCode: '000',
  });
});

test('a TLV that is missing is made up for by the text', () => {
  expect(parse({ text: classical, receiptedMessageId: 'tlv' })).toMatchObject({
    carrierMessageId: 'tlv',
    state: 'delivered',
  });
});

test('the words of the message itself are not taken for the carrier’s', () => {
  const text = 'sub:001 stat:UNDELIV err:651 text:id:666 stat:DELIVRD err:000';
  expect(parse({ text })).toMatchObject({
    carrierMessageId: '',
    state: 'undelivered',
    errorCode: '651',
  });
});

test.each([
  ['Id: ab_-12 STAT:deliVRD ERR:0A', 'ab_-12', 'delivered', '0A'],
  ['id:7 sub:1 stat:EXPIRED', '7', 'undelivered', null],
  ['id: sub:001 dlvrd:000 stat:REJECTD err:1', '', 'undelivered', '1'],
  ['id:8\nstat:UNKNOWN', '8', 'undelivered', null],
])('carriers write %j', (text, carrierMessageId, state, errorCode) => {
  expect(parse({ text })).toMatchObject({ carrierMessageId, state, errorCode });
});

test.each([
  ['delivered', [2]],
  ['undelivered', [3, 4, 5, 7, 8]],
  ['enroute', [0, 1, 6, 9, 200]],
])('message_state: %s is %j', (state, numbers) => {
  for (const messageState of numbers) expect(parse({ messageState })?.state).toBe(state);
});

test.each(['ENROUTE', 'ACCEPTD', 'BUFFRED', 'ACKED'])('stat:%s is not final', (word) => {
  expect(parse({ text: `id:1 stat:${word}` })).toMatchObject({ state: 'enroute', status: word });
});

test('the operator’s error is taken from its TLV where the text has none', () => {
  expect(parse({ messageState: 5, networkErrorCode: 34 })?.errorCode).toBe('034');
});

test.each(['+919876543210', '919876543210', '9876543210', '09876543210', '00919876543210'])(
  'the handset %s is named with its country code',
  (sourceAddress) => {
    expect(parse({ sourceAddress, messageState: 2 })?.recipient).toBe('919876543210');
  },
);

test('an echoed reference is passed on', () => {
  expect(parse({ messageState: 2, userMessageReference: 4711 })?.reference).toBe(4711);
});

test('receipt bits count beside others; without them nothing is a receipt', () => {
  expect(parse({ text: classical, esmClass: 0x44 })).not.toBeNull();
  expect(parse({ text: classical, esmClass: 0x20 })).not.toBeNull();
  expect(parse({ text: classical, esmClass: 0x40 })).toBeNull();
  expect(parse({ text: classical, esmClass: 0x00 })).toBeNull();
});

test('a receipt that names no state is none', () => {
  expect(parse({ text: 'id:5 sub:001', receiptedMessageId: '5' })).toBeNull();
});

test.each([
  ['919876543210', 'DAKIYA'],
  ['+919876543210', 'DAKIYA'],
  ['00919876543210', 'DAKIYA'],
  ['9876543210', 'DAKIYA'],
  ['09876543210', '567890'],
  // Left as the submit had them.
  ['DAKIYA', '+91 98765 43210'],
  ['567890', '9876543210'],
])('reads the recipient of a receipt from %s to %s', (sourceAddress, destinationAddress) => {
  const receipt = parse({ text: classical, sourceAddress, destinationAddress });
  expect(receipt?.recipient).toBe('919876543210');
});

test.each([
  ['', ''],
  ['DAKIYA', '567890'],
])('reads no recipient from %s to %s', (sourceAddress, destinationAddress) => {
  const receipt = parse({ text: classical, sourceAddress, destinationAddress });
  expect(receipt?.recipient).toBe('');
});

test('cuts what a carrier sends beyond measure', () => {
  const receipt = parse({
    text: `stat:${'X'.repeat(5_000)}`,
    receiptedMessageId: 'x'.repeat(20_000),
    sourceAddress: '9'.repeat(5_000),
  });
  expect(receipt?.carrierMessageId).toHaveLength(64);
  expect(receipt?.status).toHaveLength(16);
  expect(receipt?.recipient.length).toBeLessThanOrEqual(40);
});
