import smpp, { type PduFields } from 'smpp';
import { expect, it } from 'vitest';
import { readSubmit } from './segment.ts';

/** Encodes and decodes a submit. */
function received(fields: PduFields) {
  const pdu = new smpp.PDU('submit_sm', { destination_addr: '919876543210', ...fields });
  return readSubmit(new smpp.PDU(pdu.toBuffer()));
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();

it('reads GSM-7 with its extension table', () => {
  const octets = smpp.gsmCoder.encode('Cost: €5 {ok} [~] \\ ^', 0);
  expect(received({ data_coding: 0, short_message: octets })?.text).toBe('Cost: €5 {ok} [~] \\ ^');
});

it('reads UCS-2, even if a segment ends inside a character', () => {
  const [high, low] = [utf16('नमस्ते 👋').subarray(0, -2), utf16('👋').subarray(2)];
  const texts = [high, low].map(
    (octets) => received({ data_coding: 8, short_message: octets })?.text,
  );
  expect(texts.join('')).toBe('नमस्ते 👋');
});

it('shows binary data in hexadecimal', () => {
  const octets = Buffer.from([0xca, 0xfe]);
  expect(received({ data_coding: 4, short_message: octets })?.text).toBe('cafe');
});

it('reads message_payload where short_message is empty', () => {
  const payload = Buffer.from('a long text');
  expect(received({ data_coding: 0, message_payload: payload })?.text).toBe('a long text');
});

it.each([
  ['an 8-bit reference', Buffer.from([5, 0, 3, 7, 3, 2]), { reference: 7, total: 3, sequence: 2 }],
  [
    'a 16-bit reference',
    Buffer.from([6, 8, 4, 1, 2, 3, 2]),
    { reference: 258, total: 3, sequence: 2 },
  ],
  ['part 4 of 3', Buffer.from([5, 0, 3, 7, 3, 4]), null],
  ['a header of something else', Buffer.from([2, 0x24, 0]), null],
])('reads the position of a segment from %s', (_what, header, part) => {
  const segment = received({
    esm_class: 0x40,
    data_coding: 8,
    short_message: Buffer.concat([header, utf16('hi')]),
  });
  expect(segment?.part).toEqual(part);
});

it('reads the position of a segment from sar TLVs', () => {
  const sar = { sar_msg_ref_num: 9, sar_total_segments: 2, sar_segment_seqnum: 1 };
  expect(received(sar)?.part).toEqual({ reference: 9, total: 2, sequence: 1 });
});

it('reads DLT ids with and without registered tag names', () => {
  smpp.addTLV('test_entity', { id: 0x1400, type: smpp.types.tlv.string });
  const entity = '1101172974420810001';
  const sent = new smpp.PDU('submit_sm', { destination_addr: '919876543210', test_entity: entity });
  const octets = sent.toBuffer();
  expect(readSubmit(new smpp.PDU(octets))?.dlt.entity).toBe(entity);
  delete smpp.tlvsById[0x1400];
  expect(readSubmit(new smpp.PDU(octets))?.dlt.entity).toBe(entity);
});

it('accepts only digits as a destination', () => {
  expect(received({ destination_addr: '+919876543210' })).toBeNull();
  expect(received({ destination_addr: '' })).toBeNull();
});
