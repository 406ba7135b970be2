import { describe, expect, test } from 'vitest';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { fillIn, findCode } from './payload.ts';

describe('finding the code in a text', () => {
  test.each([
    ['Your login code is: 271828\n\nIt expires in 15 minutes.', '271828'],
    ['4711 is your code. Do not share 4711.', '4711'],
    ['12345678 is your code', '12345678'],
    ['Your code is 271828.', '271828'],
  ])('finds the code in “%s”', (text, code) => expect(findCode(text)).toBe(code));

  test.each([
    ['Hello', 'no series'],
    ['Your code is 123', 'no series'],
    ['Call 9876543210', 'no series'],
    ['Pay 100.5000 rupees', 'no series'],
    ['Your code is 271828, valid until 2027', 'several series'],
  ])('does not guess a code in “%s”', (text, found) => expect(() => findCode(text)).toThrow(found));
});

describe('filling in slots', () => {
  const payload = {
    ...{ a: { b: [{ c: 'deep' }], n: 5 }, code: 'of the payload' },
    ...JSON.parse('{"__proto__": {"x": "own"}}'),
  };

  test.each([
    ['plain', 'plain'],
    ['{a.b.0.c} and {a.n}', 'deep and 5'],
    ['{code}', '271828'],
    ['{ not a name }', '{ not a name }'],
    ['{__proto__.x}', 'own'],
  ])('fills “%s” in as “%s”', (text, filled) => {
    expect(fillIn(text, { code: '271828' }, payload)).toBe(filled);
  });

  test.each(['{a}', '{a.b}', '{a.x}', '{constructor.name}', '{toString}'])(
    'rejects %s, because the call has no text there',
    (text) => expect(() => fillIn(text, {}, payload)).toThrow(DomainError),
  );
});
