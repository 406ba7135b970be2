import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { parseIndianMobile } from './phone-number.ts';

test.each([
  '9876543210',
  '919876543210',
  '+919876543210',
  '00919876543210',
  '09876543210',
  ' +91 98765-43210 ',
  '(98765) 43210',
])('%s is +919876543210', (typed) => {
  expect(parseIndianMobile(typed)).toEqual({ number: '+919876543210' });
});

test('ten digits that begin with 91 are a number of their own', () => {
  expect(parseIndianMobile('9199999999')).toEqual({ number: '+919199999999' });
});

test.each([
  '',
  'hello 9876543210',
  '9876543210 ext 5',
  '98765 4321',
  '98765432101',
  '5876543210',
  '6123456789',
  '02212345678',
  '1400123456',
  '+911600123456',
  '९८७६५४३२१०',
  '9876543210\0',
  '9'.repeat(10_000),
])('%s is no Indian mobile number', (typed) => {
  expect(parseIndianMobile(typed)).toEqual({ error: 'invalid_recipient' });
});

test.each(['+15551234567', '+44 7911 123456', '0044 7911 123456', '+8613812345678'])(
  '%s is of another country',
  (typed) => {
    expect(parseIndianMobile(typed)).toEqual({ error: 'unsupported_country' });
  },
);

test('the first five digits decide whether a number is mobile', () => {
  for (let prefix = 60_000; prefix < 100_000; prefix += 7) {
    const types = ['00000', '12345', '87654', '99999'].map(
      (rest) => parsePhoneNumberFromString(`+91${prefix}${rest}`)?.getType() === 'MOBILE',
    );
    expect(new Set(types).size, `${prefix}`).toBe(1);
  }
});
