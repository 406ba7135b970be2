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
])('%j has %j', (text, found) => {
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
])('a text of 20,000 characters is looked through at once', (text) => {
  expect(findCallsToAction(`${text} a.b`).length).toBeLessThan(10_000);
});
