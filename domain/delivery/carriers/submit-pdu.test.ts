import fc from 'fast-check';
import smpp from 'smpp';
import { expect, test } from 'vitest';
import { countSegments } from '#domain/sms/segments.browser.ts';
import { aSubmit } from './carrier.test-support.ts';
import type { Submit } from './contract.ts';
import { readPdu, writePdu } from './pdu.ts';
import {
  canonicalMessageId,
  chainHash,
  classifyRefusal,
  concatenationHeader,
  createSubmitPdu,
  type DltIdentity,
  encodeText,
  isCredentialRefusal,
  prepareDltTlvs,
  smppAbsoluteTime,
  smppRelativeTime,
  toSubmitOutcome,
} from './submit-pdu.ts';

const read = (submit: Submit) => new smpp.PDU(createSubmitPdu(submit, [], 'relative'));

test('a validity is written in the relative format', () => {
  expect(smppRelativeTime(300)).toBe('000000000500000R');
  expect(smppRelativeTime(86_400 + 3_600 + 61)).toBe('000001010101000R');
});

test('an encoded validity is never longer than requested, never zero, and never in months', () => {
  expect(smppRelativeTime(59.9)).toBe('000000000059000R');
  expect(smppRelativeTime(0)).toBe('000000000001000R');
  expect(smppRelativeTime(400 * 86_400)).toBe('000030000000000R');
});

test.each([
  ['DAKIYA', 5, 0],
  ['AB12', 5, 0],
  ['612345', 0, 0],
  ['919876543210', 1, 1],
])('the sender %s has the type of number %i and the numbering plan %i', (sender, ton, npi) => {
  expect(read(aSubmit({ sender }))).toMatchObject({
    source_addr_ton: ton,
    source_addr_npi: npi,
    source_addr: sender,
  });
});

test('an absolute validity is in India’s time and contains its offset', () => {
  expect(smppAbsoluteTime(300, Date.parse('2026-12-31T18:29:00Z'))).toBe('270101000400022+');
});

test('the validity is written in the format that the carrier expects', () => {
  const validity = (form: 'absolute' | 'none') =>
    new smpp.PDU(createSubmitPdu(aSubmit(), [], form)).validity_period;
  expect(validity('none')).toBeFalsy();
  expect(String(new Date(validity('absolute') as Date))).not.toBe('Invalid Date');
});

test('throws if a segment is too long, and does not truncate it', () => {
  const header = Buffer.from('050003010201', 'hex');
  expect(() =>
    createSubmitPdu(aSubmit({ header, text: Buffer.alloc(248) }), [], 'relative'),
  ).not.toThrow();
  expect(() =>
    createSubmitPdu(aSubmit({ header, text: Buffer.alloc(249) }), [], 'relative'),
  ).toThrow('fits');
});

const entityId = '1101172974420810001';
const telemarketerIds = ['1101172974420830004', '1102000000000000002'];

const [first, second, last] = ['1101172974420820002', '1101172974420820003', '1101172974420830004'];

/** Hashes of the sample ids in an operator's manual. */
const chains: [(string | undefined)[], string][] = [
  [[last], 'c0c951afca257c5b87c3da535c09112080483f35b7e6faf35e2428b3b526b694'],
  [[first, last], 'ba38bbe4ab3780a70aad6071c006e720eed8efc1ff70b00691d3b6844e6497e2'],
  [[first, second, last], 'd3133e436040034d9e95932ea93a1f82c37e1d98803229f835d8f3124e77e07f'],
];

test.each(chains)(
  'the hash of the chain %j covers the ids from the entity to the last telemarketer, with commas and without spaces',
  (ids, hash) => expect(chainHash(entityId, ids as string[])).toBe(hash),
);

const templateId = '1107160000000000001';

const tlvs = [
  { tag: 0x1400, type: 'octets', source: 'entity' },
  { tag: 0x1401, type: 'cstring', source: 'template' },
  { tag: 0x1402, type: 'octets', source: 'telemarketer' },
  { tag: 0x3fff, type: 'octets', source: 'chain' },
] as const;

/**
 * Returns the TLVs of a message for a carrier that requires a TLV for each DLT value. If the message cannot be
 * submitted to this carrier, returns the reason.
 */
function allTlvs(
  message: Partial<DltIdentity>,
  config: Partial<Parameters<typeof prepareDltTlvs>[0]> = {},
) {
  const tlvsOf = prepareDltTlvs({
    ...{ name: 'airtel', entityId, telemarketerIds, tlvs: [...tlvs] },
    ...{ chain: 'optional', maxTelemarketers: 8, ...config },
  });
  const found = tlvsOf({ templateId, entityId: null, chains: null, ...message });
  return typeof found === 'string' ? found : found.map(({ tag, value }) => [tag, value.toString()]);
}

test('each DLT value goes into the TLV that the carrier requires', () => {
  expect(allTlvs({})).toEqual([
    [0x1400, entityId],
    [0x1401, `${templateId}\0`],
    [0x1402, telemarketerIds.join(',')],
    [0x3fff, chainHash(entityId, telemarketerIds)],
  ]);
});

test('if a message is sent under an account’s own entity, its TLVs contain this entity and the entity’s chain for the carrier', () => {
  const own = '1101999999999999999';
  expect(
    allTlvs({ entityId: own, chains: { airtel: ['1102000000000000009'], vi: [own] } }),
  ).toEqual([
    [0x1400, own],
    [0x1401, `${templateId}\0`],
    [0x1402, '1102000000000000009'],
    [0x3fff, chainHash(own, ['1102000000000000009'])],
  ]);
});

test('an entity without a chain for the carrier gets the carrier’s telemarketers', () => {
  const own = '1101999999999999999';
  expect(allTlvs({ entityId: own, chains: null })).toEqual([
    [0x1400, own],
    [0x1401, `${templateId}\0`],
    [0x1402, telemarketerIds.join(',')],
    [0x3fff, chainHash(own, telemarketerIds)],
  ]);
});

test('a message without a template has no template TLV', () => {
  const only = { tlvs: [tlvs[1]], entityId: undefined, telemarketerIds: [] };
  expect(allTlvs({ templateId: null }, only)).toEqual([]);
});

test.each(['entity', 'telemarketer', 'chain'] as const)(
  'if a carrier’s settings have no id for the TLV of the %s, only messages of accounts with an entity are sent',
  (source) => {
    const config = {
      tlvs: [{ tag: 0x1400, type: 'octets' as const, source }],
      entityId: undefined,
      telemarketerIds: [],
    };
    expect(allTlvs({}, config)).toMatch(/^sender_not_registered: /);
    const chains = { airtel: ['1102000000000000009'] };
    expect(allTlvs({ entityId, chains }, config)).toHaveLength(1);
    // Without a chain of the entity, no telemarketers are known.
    if (source !== 'entity') expect(allTlvs({ entityId }, config)).toMatch(/^dlt_chain_missing: /);
  },
);

test('rejects an entity without its own chain if the carrier requires chains, and always rejects a chain that is too long', () => {
  const required = { chain: 'required', maxTelemarketers: 2 } as const;
  expect(allTlvs({ entityId }, required)).toMatch(/^dlt_chain_missing: /);
  expect(allTlvs({ entityId, chains: { vi: ['1'] } }, required)).toMatch(/^dlt_chain_missing: /);
  expect(allTlvs({ entityId, chains: { airtel: ['1', '2'] } }, required)).toHaveLength(4);
  for (const chain of ['required', 'optional'] as const) {
    expect(
      allTlvs({ entityId, chains: { airtel: ['1', '2', '3'] } }, { ...required, chain }),
    ).toMatch(/^dlt_chain_too_long: /);
  }
  // The installation's chain is in the settings of the carrier.
  expect(allTlvs({}, required)).toHaveLength(4);
});

test('a whole text goes into message_payload with an empty short_message, and keeps the other TLVs', () => {
  const text = Buffer.alloc(1_530, 'x');
  const tlvs = [{ tag: 0x1400, value: Buffer.from('1101172974420810001') }];
  const pdu = createSubmitPdu(aSubmit({ text, segments: 10, dataCoding: 3 }), tlvs, 'relative');
  const read = new smpp.PDU(pdu);
  expect(read).toMatchObject({ command_length: pdu.length, esm_class: 0 });
  expect(read.short_message).toMatchObject({ message: '' });
  expect(read.message_payload).toMatchObject({ message: text.toString() });
  expect(read[0x1400]?.toString()).toBe('1101172974420810001');
  const tooLong = aSubmit({ text: Buffer.alloc(1_531), segments: 10 });
  expect(() => createSubmitPdu(tooLong, [], 'relative')).toThrow('too long');
});

test('throws for an address that would shift the fields after it', () => {
  expect(() => createSubmitPdu(aSubmit({ sender: 'A\0B' }), [], 'relative')).toThrow('sender');
  expect(() => createSubmitPdu(aSubmit({ recipient: '+919876543210' }), [], 'relative')).toThrow(
    'recipient',
  );
});

const octets = (maxLength: number) =>
  fc.uint8Array({ maxLength }).map((array) => Buffer.from(array));

const anySubmit = fc.record({
  recipient: fc.stringMatching(/^\d{1,20}$/),
  sender: fc.stringMatching(/^[\x20-\x7e]{1,20}$/),
  dataCoding: fc.constantFrom(0 as const, 8 as const),
  header: fc.constantFrom(null, Buffer.from('050003010201', 'hex')),
  text: octets(140),
  reference: fc.integer({ min: 0, max: 0xffff }),
  validitySeconds: fc.integer({ min: 1, max: 300_000 }),
});

test('the PDU has the same octets as one written by the protocol library', () => {
  fc.assert(
    fc.property(anySubmit, fc.integer({ min: 1, max: 0x7fffffff }), (given, sequence_number) => {
      const submit = aSubmit(given);
      const ours = createSubmitPdu(submit, [], 'relative');
      ours.writeUInt32BE(sequence_number, 12);
      const { source_addr_ton, source_addr_npi } = new smpp.PDU(ours);
      const theirs = new smpp.PDU('submit_sm', {
        ...{ sequence_number, source_addr_ton, source_addr_npi, source_addr: submit.sender },
        ...{ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: submit.recipient },
        ...{ esm_class: submit.header ? 0x40 : 0, registered_delivery: 1 },
        validity_period: smppRelativeTime(submit.validitySeconds),
        data_coding: submit.dataCoding,
        short_message: Buffer.concat([submit.header ?? Buffer.alloc(0), submit.text]),
        user_message_reference: submit.reference,
      });
      expect(ours.toString('hex')).toBe(theirs.toBuffer().toString('hex'));
    }),
  );
});

test('an id returned in hexadecimal matches its receipt in decimal', () => {
  expect(canonicalMessageId('1A2B3C4D', 'hex')).toBe(canonicalMessageId('439041101', 'decimal'));
});

test('case, leading zeros and 0x in numeric ids are ignored', () => {
  expect(canonicalMessageId('0x00ab', 'hex')).toBe('171');
  expect(canonicalMessageId('00AB', 'hex')).toBe('171');
  expect(canonicalMessageId('000171', 'decimal')).toBe('171');
});

test('ids beyond 2^53 stay exact', () => {
  expect(canonicalMessageId('ffffffffffffffff', 'hex')).toBe('18446744073709551615');
});

test('a text id stays unchanged except that spaces around it are removed', () => {
  expect(canonicalMessageId(' 00aB-_c ', 'text')).toBe('00aB-_c');
});

test.each(['<00AB>', '(00AB)', '[00AB]'])('the brackets of %s are removed from the id', (id) => {
  expect(canonicalMessageId(id, 'text')).toBe('00AB');
  expect(canonicalMessageId(id, 'hex')).toBe('171');
  expect(canonicalMessageId('a(1)', 'text')).toBe('a(1)');
});

test('an id that is not a number loses its leading zeros and becomes lower case, unless the configured format is text', () => {
  expect(canonicalMessageId('0A-77', 'hex')).toBe('a-77');
  expect(canonicalMessageId('0A-77', 'text')).toBe('0A-77');
  expect(canonicalMessageId('12f', 'decimal')).toBe('12f');
  expect(canonicalMessageId('', 'decimal')).toBe('');
});

test.each([
  ['throttled', [0x58, 0x14]],
  ['temporary', [0x08, 0x64, 0x102]],
  ['limited_retry', [0x45, 0xfe, 0xff, 0x61]],
  ['bind_lost', [0x04, 0x05, 0x0d, 0x0e, 0x0f]],
  ['permanent', [0x01, 0x02, 0x03, 0x06, 0x07, 0x0a, 0x0b, 0x15, 0x43, 0x48, 0x49, 0x50, 0x51]],
  ['permanent', [0x53, 0x54, 0x62, 0x65, 0x66, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0x100, 0x101, 0x103]],
])('classifies a rejection as %s for the statuses %j', (refusal, statuses) => {
  for (const status of statuses) expect(classifyRefusal(status, [])).toBe(refusal);
});

test('a vendor code is permanent unless the carrier’s settings list it as temporary', () => {
  expect(classifyRefusal(0x410, [])).toBe('permanent');
  expect(classifyRefusal(0x410, [0x410])).toBe('temporary');
});

test('only rejections of the system id, the password or the bind count as rejected credentials', () => {
  expect([0x04, 0x05, 0x08, 0x0d, 0x0e, 0x0f, 0x58].filter(isCredentialRefusal)).toEqual([
    0x0d, 0x0e, 0x0f,
  ]);
});

test('the profile’s entry for a status overrides the default, and gives the reason', () => {
  const config = {
    submitIdFormat: 'text' as const,
    temporaryStatuses: [0x40b, 0x40c],
    submitErrors: [
      { status: 0x40b, means: 'other_carrier' as const, text: 'Header not registered' },
      { status: 0x40c, text: 'Busy' },
    ],
  };
  const refuse = (command_status: number) =>
    toSubmitOutcome(readPdu(writePdu('submit_sm_resp', 1, undefined, command_status)), config);
  expect(refuse(0x40b)).toMatchObject({ refusal: 'other_carrier', text: 'Header not registered' });
  expect(refuse(0x40c)).toMatchObject({ refusal: 'temporary', text: 'Busy' });
  expect(refuse(0x40d)).toEqual({ kind: 'refused', refusal: 'permanent', status: 0x40d });
});

test('encodes each GSM character as one octet, which is the character’s position in the alphabet', () => {
  expect(encodeText('@£Hello_à', 0).toString('hex')).toBe('000148656c6c6f117f');
});

test('encodes characters of the extension table as the escape and a septet', () => {
  expect(encodeText('\f^{}\\[~]|€', 0).toString('hex')).toBe(
    '1b0a1b141b281b291b2f1b3c1b3d1b3e1b401b65',
  );
});

test('UCS-2 is encoded as big-endian UTF-16, including surrogate pairs', () => {
  expect(encodeText('न👍', 8).toString('hex')).toBe('0928d83ddc4d');
});

test('encoding throws for a character that GSM lacks, and does not replace the character', () => {
  expect(() => encodeText('₹', 0)).toThrow('GSM-7');
});

test('every text charged as GSM is sent as GSM, for all characters of the basic plane', () => {
  for (let code = 0; code < 0xd800; code += 1) {
    const character = String.fromCharCode(code);
    if (countSegments(character).encoding === 'ucs2') continue;
    expect(() => encodeText(character, 0), `U+${code.toString(16)}`).not.toThrow();
  }
});

test('the header of a segment has the reference, the number of segments, and the segment’s position', () => {
  expect(concatenationHeader(0x2a, 3, 2).toString('hex')).toBe('0500032a0302');
});

test('the header has only the lower 8 bits of the reference', () => {
  expect(concatenationHeader(0x12ff, 2, 1).toString('hex')).toBe('050003ff0201');
});

test('a segment number beyond the last segment is rejected', () => {
  expect(() => concatenationHeader(1, 2, 3)).toThrow('Invariant');
});
