import { expect, test } from 'vitest';
import { readPdu, writePdu } from './pdu.ts';
import { classifyRefusal, isCredentialRefusal, toSubmitOutcome } from './submit-outcome.ts';

test.each([
  ['throttled', [0x58, 0x14]],
  ['temporary', [0x08, 0x64, 0x102]],
  ['limited_retry', [0x45, 0xfe, 0xff, 0x61]],
  ['bind_lost', [0x04, 0x05, 0x0d, 0x0e, 0x0f]],
  ['permanent', [0x01, 0x02, 0x03, 0x06, 0x07, 0x0a, 0x0b, 0x15, 0x43, 0x48, 0x49, 0x50, 0x51]],
  ['permanent', [0x53, 0x54, 0x62, 0x65, 0x66, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0x100, 0x101, 0x103]],
])('%s: %j', (refusal, statuses) => {
  for (const status of statuses) expect(classifyRefusal(status, [])).toBe(refusal);
});

test('a vendor code is final unless the carrier’s settings call it temporary', () => {
  expect(classifyRefusal(0x410, [])).toBe('permanent');
  expect(classifyRefusal(0x410, [0x410])).toBe('temporary');
});

test('only rejections of system id, password or bind are about credentials', () => {
  expect([0x04, 0x05, 0x08, 0x0d, 0x0e, 0x0f, 0x58].filter(isCredentialRefusal)).toEqual([
    0x0d, 0x0e, 0x0f,
  ]);
});

test('the profile’s entry for a status overrides the defaults, and gives the reason', () => {
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
