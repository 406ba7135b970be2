import { expect, test } from 'vitest';
import { createProfile } from './profile.ts';
import { findStart, optOut, wrongHour } from './promotional.ts';
import { check, codes } from './registry.test-support.ts';

const { promotionalHours: hours } = createProfile();
const [night, noon] = [new Date('2026-11-24T18:00:00Z'), new Date('2026-11-24T06:30:00Z')];

test('a promotional message to India waits until morning, and a message to another country does not wait', () => {
  expect(findStart('+919876543210', hours, night)).toEqual(new Date('2026-11-25T04:30:00Z'));
  expect(findStart('+919876543210', hours, noon)).toBeNull();
  expect(findStart('+14155550100', hours, night)).toBeNull();
});

test('the error names the actual hours, or the configured text about the hours', () => {
  expect(wrongHour(hours)).toMatchObject({
    ...{ code: 'dlt_promo_window', param: 'message' },
    detail: 'Promotional messages may be sent only from 10:00 to 21:00 India time.',
  });
  expect(wrongHour({ ...hours, shownAs: '10 am to 9 pm' }).detail).toContain('from 10 am to 9 pm.');
});

const promotional = {
  header: { category: 'promotional' },
  template: { category: 'promotional' },
} as const;

test.each<[string, Date, string]>([
  ['at 10:00', new Date('2026-11-24T04:30:00Z'), 'ok'],
  ['just before 21:00', new Date('2026-11-24T15:29:59.999Z'), 'ok'],
  ['at 21:00', new Date('2026-11-24T15:30:00Z'), 'dlt_promo_window'],
])('promotional messages may be sent %s in India: %s', (_, now, verdict) => {
  expect(check({ ...promotional, now }).verdict).toBe(verdict);
});

test('a service explicit template may be sent only in the hours for promotional messages', () => {
  expect(check({ template: { category: 'service_explicit' }, now: night }).verdict).toBe(
    'dlt_promo_window',
  );
  expect(check({ now: night }).verdict).toBe('ok');
});

test.each(['Reply STOP', 'opt out', 'Opt-out', 'OPTOUT', 'unsub', 'DND', 'call 1909'])(
  '“%s” says how to opt out',
  (text) => expect(text).toMatch(optOut),
);

test('a promotional message that says how to opt out has no warning', () => {
  const message = { text: 'Dear stop, your code is 482913. - ACME' };
  expect(codes(check(promotional))).toContain('dlt_promo_optout_missing');
  expect(codes(check({ ...promotional, message }))).not.toContain('dlt_promo_optout_missing');
});
