import { expect, test } from 'vitest';
import { findAsciiForm } from '#domain/shared/text.browser.ts';
import { linkInput } from './inputs.browser.ts';

test.each([
  ['email', 'help@xn--p1b6ci4b4b3a.xn--h2brj9c', null],
  ['email', 'help@उदाहरण.भारत', 'help@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['url', 'https://xn--p1b6ci4b4b3a.xn--h2brj9c/a', null],
  ['url', 'https://उदाहरण.भारत/a', 'https://xn--p1b6ci4b4b3a.xn--h2brj9c/a'],
  ['url_dynamic', 'https://xn--p1b6ci4b4b3a.xn--h2brj9c/a?', null],
])(
  'for a link of the kind %s, %s is accepted, or the error names its ASCII form',
  (kind, value, written) => {
    const message = linkInput.safeParse({ kind, value }).error?.issues[0]?.message;
    if (written === null) expect(message).toBeUndefined();
    else expect(message).toContain(written);
  },
);

test('findAsciiForm returns null for an address in ASCII', () => {
  expect(findAsciiForm('help@acme.in')).toBeNull();
  expect(findAsciiForm('भारत')).toContain('ASCII');
});
