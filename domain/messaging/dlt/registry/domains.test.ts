import { expect, test } from 'vitest';
import { createServiceInput } from '#domain/messaging/otp/services/contract.ts';
import { findAsciiForm } from '#domain/shared/text.browser.ts';
import { linkInput } from './inputs.browser.ts';

const problemOf = (web_domain: string) =>
  createServiceInput.safeParse({ name: 'Acme', web_domain }).error?.issues[0]?.message ?? null;

test.each(['example.com', 'shop.acme.co.in', 'xn--p1b6ci4b4b3a.xn--h2brj9c', 'acme.xn--h2brj9c'])(
  'takes the domain %s of an OTP service',
  (domain) => {
    expect(problemOf(domain)).toBeNull();
  },
);

test.each([
  ['उदाहरण.भारत', 'xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['acme', 'such as example.com'],
  ['acme.c1', 'such as example.com'],
  ['https://acme.in', 'such as example.com'],
])('refuses the domain %s of an OTP service, and says what to send', (domain, sentence) => {
  expect(problemOf(domain)).toContain(sentence);
});

test.each([
  ['email', 'help@xn--p1b6ci4b4b3a.xn--h2brj9c', null],
  ['email', 'help@उदाहरण.भारत', 'help@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['url', 'https://xn--p1b6ci4b4b3a.xn--h2brj9c/a', null],
  ['url', 'https://उदाहरण.भारत/a', 'https://xn--p1b6ci4b4b3a.xn--h2brj9c/a'],
  ['url_dynamic', 'https://xn--p1b6ci4b4b3a.xn--h2brj9c/a?', null],
])('takes a link of the kind %s, %s, or says how it is written', (kind, value, written) => {
  const message = linkInput.safeParse({ kind, value }).error?.issues[0]?.message;
  if (written === null) expect(message).toBeUndefined();
  else expect(message).toContain(written);
});

test('says nothing of an address in ASCII', () => {
  expect(findAsciiForm('help@acme.in')).toBeNull();
  expect(findAsciiForm('भारत')).toContain('ASCII');
});
