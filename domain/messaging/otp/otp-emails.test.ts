import { expect, test } from 'vitest';
import { toShownName } from './otp-emails.ts';

test.each([
  ['Acme', 'Acme'],
  [' Acme  &\tSons ', 'Acme & Sons'],
  ['O’Neil + Co.', 'O’Neil + Co.'],
  ['दूकान', 'दूकान'],
  ['Ａｃｍｅ', 'Acme'],
  ['Studio 1984', 'Studio 1984'],
])('the email shows the service name %j as %j', (name, shown) => {
  expect(toShownName(name)).toBe(shown);
});

test.each([
  'acme.com',
  'www.acme',
  'https://acme',
  'Acme\nhttp://a.b',
  'Call 98110',
  'Call ९८११०',
  'Acme: click here',
  '<b>Acme</b>',
  'Acme\u202Emoc',
  'a@b',
  '',
  'x'.repeat(31),
])('the email omits the service name %j', (name) => {
  expect(toShownName(name)).toBe('');
});
