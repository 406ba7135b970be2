import { expect, test } from 'vitest';
import { createServiceInput } from './contract.ts';

const problemOf = (web_domain: string) =>
  createServiceInput.safeParse({ name: 'Acme', web_domain }).error?.issues[0]?.message ?? null;

test.each(['example.com', 'shop.acme.co.in', 'xn--p1b6ci4b4b3a.xn--h2brj9c', 'acme.xn--h2brj9c'])(
  'an OTP service may have the domain %s',
  (domain) => {
    expect(problemOf(domain)).toBeNull();
  },
);

test.each([
  ['उदाहरण.भारत', 'xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['acme', 'such as example.com'],
  ['acme.c1', 'such as example.com'],
  ['-acme.in', 'such as example.com'],
  ['acme-.in', 'such as example.com'],
  ['https://acme.in', 'such as example.com'],
])(
  'rejects the domain %s of an OTP service, with an error that says what to send',
  (domain, sentence) => {
    expect(problemOf(domain)).toContain(sentence);
  },
);
