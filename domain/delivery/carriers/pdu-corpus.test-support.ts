import fc from 'fast-check';
import type { ReceiptState } from '#domain/sms/receipt-state.ts';
import { cString, tags, writePdu } from './pdu.ts';

type Given = {
  data?: boolean;
  esm?: number;
  dataCoding?: number;
  from?: string;
  validity?: string;
  text?: string | Buffer;
  /** The value of the length octet; by default the correct length. */
  length?: number;
  /** Octets after the text. */
  tail?: (Buffer | number[])[];
};

/** Builds an optional parameter. @param length by default the correct length */
export function tlv(tag: number, value: string | number[], length?: number): Buffer {
  const octets = Buffer.from(typeof value === 'string' ? Buffer.from(value, 'latin1') : value);
  const head = Buffer.alloc(4);
  head.writeUInt16BE(tag, 0);
  head.writeUInt16BE(length ?? octets.length, 2);
  return Buffer.concat([head, octets]);
}

/** Builds a deliver_sm or data_sm from 919876543210 to DAKIYA with sequence number 7. */
export function deliver({
  data = false,
  esm = 0x04,
  dataCoding = 0,
  from = '919876543210',
  validity = '',
  text = '',
  length,
  tail = [],
}: Given = {}): Buffer {
  const octets = typeof text === 'string' ? Buffer.from(text, 'latin1') : text;
  const addresses = [
    cString(''),
    Buffer.from([1, 1]),
    cString(from),
    Buffer.from([5, 0]),
    cString('DAKIYA'),
    Buffer.from([esm]),
  ];
  const middle = data
    ? [Buffer.from([0, dataCoding])]
    : [
        Buffer.from([0, 0]),
        cString(''),
        cString(validity),
        Buffer.from([0, 0, dataCoding, 0, length ?? octets.length]),
        octets,
      ];
  const body = Buffer.concat([...addresses, ...middle, ...tail.map((part) => Buffer.from(part))]);
  return writePdu(data ? 'data_sm' : 'deliver_sm', 7, body);
}

const { receiptedMessageId: ID, messageState: STATE, networkErrorCode: ERROR } = tags;
const PAYLOAD = tags.messagePayload;
const REFERENCE = tags.userMessageReference;
const usual = 'id:abc123 sub:001 dlvrd:001 submit date:2611271015 done date:2611271016';
const whole = (state: string) => `${usual} stat:${state} err:000 text:Hello`;
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const hex = (octets: string) => Buffer.from(octets.replaceAll(' ', ''), 'hex');

type Expected = {
  id?: string;
  state: ReceiptState;
  error?: string | null;
  reference?: number;
  recipient?: string;
};
type Case = { name: string; pdu: Buffer; expected: Expected | 'inbound' | 'unread' };

const read = (name: string, pdu: Buffer, expected: Expected): Case => ({ name, pdu, expected });
const delivered = (name: string, pdu: Buffer, more: Partial<Expected> = {}): Case =>
  read(name, pdu, { id: 'abc123', state: 'delivered', ...more });

const words: [ReceiptState, string[]][] = [
  ['delivered', ['DELIVRD', 'DELIVERED', 'delivrd', 'Delivered']],
  ['undelivered', ['UNDELIV', 'UNDELIVERABLE', 'UNDELIVERED', 'REJECTD', 'REJECTED', 'REJECT']],
  ['undelivered', ['FAILED', 'EXPIRED', 'DELETED', 'UNKNOWN', 'undeliverable', 'SKIPPED']],
  ['enroute', ['ENROUTE', 'ACCEPTD', 'ACCEPTED', 'BUFFRED', 'ACKED', 'SOMETHING']],
];

/**
 * PDUs as carriers send them, each with the reading that we expect. Sources: SMPP 3.4 and 5.0; public issues of jasmin (#92,
 * #139, #181, #218), jsmpp (#9, #16, #50, #214), vumi (#637, #897), ksmppd (#49, #108, #145), gosmpp (#91), node-smpp (#62,
 * #105, #140) and python-smpp (#7).
 */
export const corpus: Case[] = [
  delivered('the customary text', deliver({ text: whole('DELIVRD') })),
  ...[
    'id: stat:DELIVRD err:000 text:',
    'id:\tdlvrd:001 stat:DELIVRD',
    'id: submit date:2611271015 stat:DELIVRD',
  ].map((text) => delivered(`no id: ${text}`, deliver({ text }), { id: '' })),
  delivered('a state number with a zero', deliver({ text: `${usual} stat:02 err:000` })),
  read(
    'an error code in two words',
    deliver({ text: `${usual} stat:UNDELIV err code:625 text:` }),
    {
      id: 'abc123',
      state: 'undelivered',
      error: '625',
    },
  ),
  ...['DLVRD', 'DELIV'].map((word) => delivered(`stat:${word}`, deliver({ text: whole(word) }))),
  ...words.flatMap(([state, all]) =>
    all.map((word) =>
      read(`stat:${word}`, deliver({ text: whole(word) }), { id: 'abc123', state }),
    ),
  ),
  delivered(
    'an id without NUL before another parameter',
    hex(
      '0000004200000005000000000000000700010139313938373635343332313000050044414b4959410004000000000000000000001e00066162633132330427000102',
    ),
  ),
  delivered('an id with NUL', deliver({ tail: [tlv(ID, 'abc123\0'), tlv(STATE, [2])] })),
  delivered(
    'an id whose NUL is counted and not written',
    deliver({ tail: [tlv(ID, 'abc123', 7), tlv(STATE, [2])] }),
  ),
  delivered(
    'an id whose NUL is written and not counted',
    deliver({ tail: [tlv(ID, 'abc123'), [0], tlv(STATE, [2])] }),
  ),
  delivered('the state before the id', deliver({ tail: [tlv(STATE, [2]), tlv(ID, 'abc123')] })),
  delivered(
    'an id before the operator’s error',
    deliver({ tail: [tlv(ID, 'abc123'), tlv(ERROR, [3, 0, 0]), tlv(STATE, [2])] }),
  ),
  delivered(
    'unknown parameters',
    deliver({ tail: [tlv(0x1401, 'x'), tlv(ID, 'abc123'), tlv(0x3fff, ''), tlv(STATE, [2])] }),
  ),
  delivered(
    'a parameter twice',
    deliver({ tail: [tlv(ID, 'abc123'), tlv(STATE, [2]), tlv(ID, 'other')] }),
  ),
  delivered('the state as a digit', deliver({ tail: [tlv(ID, 'abc123'), tlv(STATE, '2')] })),
  delivered(
    'the state in four octets',
    deliver({ tail: [tlv(ID, 'abc123'), tlv(STATE, [0, 0, 0, 2])] }),
  ),
  read(
    'four octets of network_error_code',
    hex(
      '0000004b00000005000000000000000700010139313938373635343332313000050044414b4959410004000000000000000000001e00076162633132330004270001050423000403000271',
    ),
    { id: 'abc123', state: 'undelivered', error: '625' },
  ),
  read(
    'three octets of network_error_code',
    deliver({ tail: [tlv(ID, 'abc123'), tlv(STATE, [5]), tlv(ERROR, [3, 2, 0x71])] }),
    { id: 'abc123', state: 'undelivered', error: '625' },
  ),
  read(
    'two octets of network_error_code',
    deliver({ tail: [tlv(ID, 'abc123'), tlv(STATE, [5]), tlv(ERROR, [2, 0x71])] }),
    { id: 'abc123', state: 'undelivered', error: '625' },
  ),
  read(
    'network_error_code in digits',
    deliver({ tail: [tlv(ID, 'abc123'), tlv(STATE, [5]), tlv(ERROR, '0625')] }),
    { id: 'abc123', state: 'undelivered', error: '625' },
  ),
  read(
    'the error of the text before that of the parameter',
    deliver({ text: `${usual} stat:UNDELIV err:034`, tail: [tlv(ERROR, [3, 2, 0x71])] }),
    { id: 'abc123', state: 'undelivered', error: '034' },
  ),
  delivered(
    'a state without its label',
    deliver({
      text: 'id:abc123 sub:000 dlvrd:000 submit date:261127120815 done date:261127120816 DELIVRD err:000 Text:',
    }),
  ),
  delivered(
    'data_sm',
    hex(
      '0000003c00000103000000000000000700010139313938373635343332313000050044414b49594100040000001e0007616263313233000427000102',
    ),
  ),
  delivered(
    'data_sm with a payload',
    deliver({ data: true, tail: [tlv(PAYLOAD, whole('DELIVRD'))] }),
  ),
  delivered('the header’s bit without a header', deliver({ esm: 0x44, text: whole('DELIVRD') })),
  delivered(
    'the header’s bit without a header, in the payload',
    deliver({ esm: 0x44, tail: [tlv(PAYLOAD, whole('DELIVRD'))] }),
  ),
  delivered(
    'a header',
    deliver({
      esm: 0x44,
      text: Buffer.concat([hex('050003010201'), Buffer.from(whole('DELIVRD'))]),
    }),
  ),
  ...[1, 3, 4, 8, 0x18, 0xf0].map((dataCoding) =>
    delivered(
      `ASCII under data_coding ${dataCoding}`,
      deliver({ dataCoding, text: whole('DELIVRD') }),
    ),
  ),
  delivered('UCS-2', deliver({ dataCoding: 8, text: utf16be(whole('DELIVRD')) })),
  delivered('UCS-2 under data_coding 0', deliver({ text: utf16be(whole('DELIVRD')) })),
  delivered(
    'UTF-16 with the low octet first',
    deliver({ dataCoding: 8, text: Buffer.from(whole('DELIVRD'), 'utf16le') }),
  ),
  ...[0, 8].map((dataCoding) =>
    delivered(
      `NUL up to 160 octets under data_coding ${dataCoding}`,
      deliver({ dataCoding, text: 'id:abc123 stat:DELIVRD err:000'.padEnd(160, '\0') }),
    ),
  ),
  delivered(
    'UCS-2 and NUL up to 250 octets',
    deliver({
      dataCoding: 8,
      text: Buffer.concat([utf16be('id:abc123 stat:DELIVRD err:000'), Buffer.alloc(190)]),
    }),
  ),
  delivered(
    'a payload and NUL up to 1,024 octets',
    deliver({ tail: [tlv(PAYLOAD, whole('DELIVRD').padEnd(1024, '\0'))] }),
  ),
  delivered(
    'fields of 40 octets, filled with NUL',
    deliver({
      text: ['id:abc123', 'stat:DELIVRD', 'err:000']
        .map((field) => field.padEnd(40, '\0'))
        .join(''),
    }),
  ),
  delivered(
    'a text of the message in Hindi',
    deliver({
      text: Buffer.concat([
        Buffer.from(`${usual} stat:DELIVRD err:000 text:`),
        Buffer.from([0x28, 0x09, 0x2e, 0x09, 0x38, 0x09]),
      ]),
    }),
  ),
  delivered(
    'an underscore of GSM 03.38',
    deliver({ text: whole('DELIVRD').replace('abc123', 'abc\x11123') }),
    { id: 'abc_123' },
  ),
  delivered('a validity that is not a time', deliver({ validity: '0R', text: whole('DELIVRD') })),
  delivered(
    'a validity of nonsense',
    deliver({ validity: '99999999999999999', text: whole('DELIVRD') }),
  ),
  delivered(
    'an empty state behind the text',
    hex(
      '0000005000000005000000000000000700010139313938373635343332313000050044414b495941000400000000000000001969643a3120737461743a44454c49565244206572723a30303004270000',
    ),
    { id: '1' },
  ),
  delivered(
    'callback_num of one octet',
    deliver({ text: whole('DELIVRD'), tail: [tlv(0x0381, [1])] }),
  ),
  delivered(
    'source_port of one octet',
    deliver({ text: whole('DELIVRD'), tail: [tlv(0x020a, [1])] }),
  ),
  delivered(
    'a parameter that is cut off',
    deliver({ text: whole('DELIVRD'), tail: [tlv(0x0381, [1], 200)] }),
  ),
  delivered('half a head of a parameter', deliver({ text: whole('DELIVRD'), tail: [[0x04]] })),
  delivered(
    'a NUL between text and parameters',
    deliver({
      text: `${usual} stat:UNDELIV err:000 text:`,
      tail: [[0], tlv(ID, 'abc123'), tlv(STATE, [2])],
    }),
  ),
  delivered(
    'two NULs between text and parameters',
    deliver({ text: '', tail: [[0, 0], tlv(ID, 'abc123'), tlv(STATE, [2])] }),
  ),
  delivered('a length that is too long', deliver({ text: whole('DELIVRD'), length: 250 })),
  delivered('a length that is too short', deliver({ text: whole('DELIVRD'), length: 20 })),
  delivered('a length of 0 before a text', deliver({ text: whole('DELIVRD'), length: 0 })),
  delivered(
    'commas between the fields',
    deliver({ text: 'id:abc123,sub:001,dlvrd:001,stat:DELIVRD,err:000' }),
  ),
  ...[';', '|', ' | ', '\0', '\x1e', '\t', '&'].map((mark) =>
    delivered(
      `${JSON.stringify(mark)} between the fields`,
      deliver({ text: ['id:abc123', 'stat:DELIVRD', 'err:000'].join(mark) }),
      { error: '000' },
    ),
  ),
  ...['<abc123>', '(abc123)', '[abc123]', '"abc123"'].map((id) =>
    delivered(`an id in marks: ${id}`, deliver({ text: `id:${id} stat:DELIVRD err:000` })),
  ),
  delivered('a state in brackets', deliver({ text: 'id:abc123 stat:(DELIVRD) err:000' })),
  ...[
    '{"id":"abc123","stat":"DELIVRD","err":"000"}',
    '{ "message_id" : "abc123", "status" : "DELIVRD", "error" : 0, "text" : "stat:UNDELIV" }',
    '{"stat":"DELIVRD","id":"abc123"}',
  ].map((text) => delivered(`JSON: ${text}`, deliver({ text }))),
  ...['{"id":171,"stat":"DELIVRD"}', '{"stat":2,"id":171}'].map((text) =>
    delivered(`JSON: ${text}`, deliver({ text }), { id: '171' }),
  ),
  ...['id:|sub:001|stat:DELIVRD', '{"id":"","stat":"DELIVRD"}'].map((text) =>
    delivered(`no id: ${text}`, deliver({ text }), { id: '' }),
  ),
  ...[0, 1, 6, 200].map((state) =>
    delivered(
      `a final text beside message_state ${state}`,
      deliver({ text: whole('DELIVRD'), tail: [tlv(STATE, [state])] }),
    ),
  ),
  delivered(
    'message_state before another final text',
    deliver({ text: whole('UNDELIV'), tail: [tlv(STATE, [2])] }),
  ),
  delivered(
    'message_state before a text that is not final',
    deliver({ text: whole('ENROUTE'), tail: [tlv(STATE, [2])] }),
  ),
  read(
    'message_state and a text that are not final',
    deliver({ text: whole('ENROUTE'), tail: [tlv(STATE, [0])] }),
    { id: 'abc123', state: 'enroute' },
  ),
  delivered(
    'newlines between the fields',
    deliver({ text: 'id:abc123\r\nsub:001\r\nstat:DELIVRD\r\nerr:000' }),
  ),
  delivered(
    'blanks behind the colons',
    deliver({ text: 'Id: abc123 Sub: 001 Stat: DELIVRD Err: 000 Text: x' }),
  ),
  delivered(
    'no blank before sub',
    deliver({ text: 'id:abc123sub:001 dlvrd:001 stat:DELIVRD err:000' }),
  ),
  delivered('status in place of stat', deliver({ text: 'id:abc123 status:DELIVRD err:000' })),
  delivered('msgid in place of id', deliver({ text: 'msgid:abc123 stat:DELIVRD err:000' })),
  delivered('a number in place of a word', deliver({ text: 'id:abc123 stat:2 err:000' })),
  delivered(
    'both reference and id',
    deliver({ tail: [tlv(ID, 'abc123'), tlv(STATE, [2]), tlv(REFERENCE, [0x12, 0x67])] }),
    { reference: 0x1267 },
  ),
  delivered('no number', deliver({ from: '', text: whole('DELIVRD') }), { recipient: '' }),
  read('message_state 9', deliver({ tail: [tlv(ID, 'abc123'), tlv(STATE, [9])] }), {
    id: 'abc123',
    state: 'undelivered',
  }),
  ...['+919876543210', '09876543210', '9876543210', '9109876543210', '+91 0 98765 43210'].map(
    (from) => delivered(`the number ${from}`, deliver({ from, text: whole('DELIVRD') })),
  ),
  delivered(
    'both parameters, and no receipt’s bit',
    deliver({ esm: 0, tail: [tlv(ID, 'abc123'), tlv(STATE, [2])] }),
  ),
  delivered('other bits beside that of a receipt', deliver({ esm: 0xc7, text: whole('DELIVRD') })),
  read('an id that is empty', deliver({ text: 'id: sub:001 stat:DELIVRD err:000' }), {
    id: '',
    state: 'delivered',
  }),
  read(
    'an intermediate notification',
    hex(
      '0000006400000005000000000000000700010139313938373635343332313000050044414b495941002000000000000000003169643a31207375623a30303120646c7672643a30303020737461743a554e44454c4956206572723a30303620746578743a',
    ),
    { id: '1', state: 'enroute', error: '006' },
  ),
  read(
    'an intermediate notification that says delivered',
    deliver({ esm: 0x20, tail: [tlv(ID, 'abc123'), tlv(STATE, [2])] }),
    { id: 'abc123', state: 'enroute' },
  ),
  // 0x24 is reserved (SMPP 3.4 §5.2.12).
  ...[0x24, 0x64, 0xe7].flatMap((esm) => [
    read(
      `a failure with the bits of receipt and notification, 0x${esm.toString(16)}`,
      deliver({ esm, text: `${usual} stat:UNDELIV err:006 text:` }),
      { id: 'abc123', state: 'enroute', error: '006' },
    ),
    delivered(
      `a delivery with the bits of receipt and notification, 0x${esm.toString(16)}`,
      deliver({ esm, text: whole('DELIVRD') }),
    ),
  ]),
  read(
    'words of the message itself',
    deliver({ text: 'id:1 stat:UNDELIV err:651 text:id:666 stat:DELIVRD err:000' }),
    { id: '1', state: 'undelivered', error: '651' },
  ),
  { name: 'a message from a handset', pdu: deliver({ esm: 0, text: 'STOP' }), expected: 'inbound' },
  {
    name: 'a message in Hindi',
    pdu: deliver({ esm: 0, dataCoding: 8, text: utf16be('नमस्ते') }),
    expected: 'inbound',
  },
  {
    name: 'a receipt’s text that is not marked',
    pdu: deliver({ esm: 0, text: whole('DELIVRD') }),
    expected: 'unread',
  },
  ...[0x08, 0x10, 0x18].map(
    (esm): Case => ({
      name: `type 0x${esm.toString(16)} of a handset`,
      pdu: deliver({ esm, text: whole('DELIVRD') }),
      expected: 'unread',
    }),
  ),
  { name: 'a receipt that says nothing', pdu: deliver({ text: 'hello' }), expected: 'unread' },
  { name: 'a receipt without a word', pdu: deliver({}), expected: 'unread' },
  { name: 'no body', pdu: writePdu('deliver_sm', 7), expected: 'inbound' },
];

const change = fc.record({
  at: fc.nat(300),
  octets: fc.uint8Array({ maxLength: 6 }),
  cut: fc.nat(6),
});

/**
 * Generates PDUs of the corpus in which octets after the head are changed, removed or added. The length in the head stays
 * correct.
 */
export const mutatedPdu = fc
  .tuple(
    fc.constantFrom(...corpus.map(({ pdu }) => pdu)),
    fc.array(change, { minLength: 1, maxLength: 4 }),
  )
  .map(([pdu, changes]) => {
    let octets = Buffer.from(pdu);
    for (const { at, octets: put, cut } of changes) {
      const place = 16 + (at % Math.max(1, octets.length - 15));
      octets = Buffer.concat([octets.subarray(0, place), put, octets.subarray(place + cut)]);
    }
    octets.writeUInt32BE(octets.length, 0);
    return octets;
  });
