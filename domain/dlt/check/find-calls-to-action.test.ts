import { expect, test } from 'vitest';
import { findCallsToAction } from './find-calls-to-action.ts';

test.each([
  ['See https://acme.in/a?b=c.', ['link https://acme.in/a?b=c']],
  ['See:http://acme.in/a, now', ['link http://acme.in/a']],
  ['(www.acme.shop)', ['link www.acme.shop']],
  ['acme.com', ['link acme.com']],
  ['+acme.com -acme.com/x', ['link acme.com', 'link acme.com/x']],
  ['еacme.com', ['link acme.com']],
  ['ACME.COM', ['link ACME.COM']],
  ['Open youtu.be/abc!', ['link youtu.be/abc']],
  ['market://details?id=7', ['link market://details?id=7']],
  ['mail help@acme.in.', ['email help@acme.in']],
  ['Call +91 98765-43210', ['number +91 98765-43210']],
  ['Call 98765 43210.', ['number 98765 43210']],
  ['Call 1800 123 4567', ['number 1800 123 4567']],
  ['a@b.in https://c.in 9876543210', ['email a@b.in', 'link https://c.in', 'number 9876543210']],
  ['Rs 1,200.50 on 12.03.2026 to Dr.Rao', []],
  ['credited.To know more', []],
  ['order.In case of doubt', []],
  ['Rs.3,000 and A/C XX1234', []],
  ['Order 12345678901234567890', []],
  ['Order 1234567890', []],
  ['ratio 1:2, e.g. this', []],
  ['', []],
])('finds the calls to action in %j: %j', (text, found) => {
  expect(findCallsToAction(text).map(({ kind, value }) => `${kind} ${value}`)).toEqual(found);
});

test.each([
  '1'.repeat(20_000),
  '+'.repeat(20_000),
  'a.'.repeat(10_000),
  '.'.repeat(20_000),
  '@'.repeat(20_000),
  '1 '.repeat(10_000),
  'a'.repeat(20_000),
  '://'.repeat(7_000),
  '1-'.repeat(10_000),
  'क.'.repeat(10_000),
  'क'.repeat(20_000),
])('searches a text of 20,000 characters in a few milliseconds', (text) => {
  expect(findCallsToAction(`${text} a.b`).length).toBeLessThan(10_000);
});

test.each([
  ['See xn--p1b6ci4b4b3a.xn--h2brj9c today', 'link', 'xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['See XN--P1B6CI4B4B3A.XN--H2BRJ9C.', 'link', 'XN--P1B6CI4B4B3A.XN--H2BRJ9C'],
  ['Write to help@xn--p1b6ci4b4b3a.xn--h2brj9c.', 'email', 'help@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['देखें उदाहरण.भारत/ऑर्डर आज', 'link', 'उदाहरण.भारत/ऑर्डर'],
  ['देखें https://उदाहरण.भारत.', 'link', 'https://उदाहरण.भारत'],
  ['लिखें help@उदाहरण.भारत आज', 'email', 'help@उदाहरण.भारत'],
  ['देखें दुकान.com आज', 'link', 'दुकान.com'],
  ['see दुकान.co.in.', 'link', 'दुकान.co.in'],
  ['see https://café.in/a', 'link', 'https://café.in/a'],
  ['see café.shop/menu?a=1, now', 'link', 'café.shop/menu?a=1'],
  ['see www.दुकान.com', 'link', 'www.दुकान.com'],
  ['see घर.acme.in', 'link', 'घर.acme.in'],
  ['लिखें help@दुकान.com आज', 'email', 'help@दुकान.com'],
  ['பார்க்க உதாரணம்.இந்தியா/அ', 'link', 'உதாரணம்.இந்தியா/அ'],
])('finds a domain with non-ASCII letters in %j', (text, kind, value) => {
  expect(findCallsToAction(text)).toMatchObject([{ kind, value }]);
});

test('a word after a full stop without a space is not taken for a domain', () => {
  expect(findCallsToAction('यह अच्छा है.भारत महान है.')).toEqual([]);
  expect(findCallsToAction('धन्यवाद.Regards Acme')).toEqual([]);
  expect(findCallsToAction('भुगतान हुआ.To know more')).toEqual([]);
});
