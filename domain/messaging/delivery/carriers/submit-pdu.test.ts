import { expect, test } from 'vitest';
import { aSubmit } from './carrier.test-support.ts';
import { smppRelativeTime, submitSmFields } from './submit-pdu.ts';

test('a validity is written in the relative format', () => {
  expect(smppRelativeTime(300)).toBe('000000000500000R');
  expect(smppRelativeTime(86_400 + 3_600 + 61)).toBe('000001010101000R');
});

test('a validity is never longer than asked, never nothing, and never a guess of months', () => {
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
  expect(submitSmFields(aSubmit({ sender }), [])).toMatchObject({
    source_addr_ton: ton,
    source_addr_npi: npi,
    source_addr: sender,
  });
});

test('a segment that does not fit is not written cut', () => {
  const header = Buffer.from('050003010201', 'hex');
  expect(() => submitSmFields(aSubmit({ header, text: Buffer.alloc(248) }), [])).not.toThrow();
  expect(() => submitSmFields(aSubmit({ header, text: Buffer.alloc(249) }), [])).toThrow('fits');
});

test('an address that would shift the fields behind it is not written', () => {
  expect(() => submitSmFields(aSubmit({ sender: 'A\0B' }), [])).toThrow('sender');
  expect(() => submitSmFields(aSubmit({ recipient: '+919876543210' }), [])).toThrow('recipient');
});
