import fc from 'fast-check';
import smpp from 'smpp';
import { expect, test } from 'vitest';
import { aSubmit } from './carrier.test-support.ts';
import type { Submit } from './contract.ts';
import { createSubmitPdu, smppAbsoluteTime, smppRelativeTime } from './submit-pdu.ts';

const read = (submit: Submit) => new smpp.PDU(createSubmitPdu(submit, [], 'relative'));

test('a validity is written in the relative format', () => {
  expect(smppRelativeTime(300)).toBe('000000000500000R');
  expect(smppRelativeTime(86_400 + 3_600 + 61)).toBe('000001010101000R');
});

test('an encoded validity is never longer than requested, never empty, and never in months', () => {
  expect(smppRelativeTime(59.9)).toBe('000000000059000R');
  expect(smppRelativeTime(0)).toBe('000000000001000R');
  expect(smppRelativeTime(400 * 86_400)).toBe('000030000000000R');
});

test.each([
  ['DAKIYA', 5, 0],
  ['AB12', 5, 0],
  ['612345', 0, 0],
  ['919876543210', 1, 1],
])('sender %s has type of number %i and plan %i', (sender, ton, npi) => {
  expect(read(aSubmit({ sender }))).toMatchObject({
    source_addr_ton: ton,
    source_addr_npi: npi,
    source_addr: sender,
  });
});

test('an absolute time is in India’s, and says so', () => {
  expect(smppAbsoluteTime(300, Date.parse('2026-12-31T18:29:00Z'))).toBe('270101000400022+');
});

test('the validity is written as the carrier wants it', () => {
  const validity = (form: 'absolute' | 'none') =>
    new smpp.PDU(createSubmitPdu(aSubmit(), [], form)).validity_period;
  expect(validity('none')).toBeFalsy();
  expect(String(new Date(validity('absolute') as Date))).not.toBe('Invalid Date');
});

test('a segment that does not fit is not written cut', () => {
  const header = Buffer.from('050003010201', 'hex');
  expect(() =>
    createSubmitPdu(aSubmit({ header, text: Buffer.alloc(248) }), [], 'relative'),
  ).not.toThrow();
  expect(() =>
    createSubmitPdu(aSubmit({ header, text: Buffer.alloc(249) }), [], 'relative'),
  ).toThrow('fits');
});

test('a whole text is in message_payload, beside an empty short_message and other TLVs', () => {
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

test('an address that would shift the fields behind it is not written', () => {
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

test('a submit has the octets that the protocol library writes for the same fields', () => {
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
