import { expect, test } from 'vitest';
import { findIdProblem, guessKind } from './contract.browser.ts';
import { findTemplateRisks, parseTemplate } from './parse-template.browser.ts';

test('splits a body into fixed texts and slots without changing a character', () => {
  expect(parseTemplate(' Dear {#var#},\r\nRs {#number#}{#alphanumeric#} ')).toEqual({
    texts: [' Dear ', ',\r\nRs ', '', ' '],
    slots: ['var', 'numeric', 'alphanumeric'].map((type) => ({ type, max: null })),
  });
});

test.each([
  ['a tag of another portal', 'Dear {#var1#}'],
  ['a tag that does not end', 'Dear {#var#'],
  ['a tag within a tag', 'Dear {#{#var#}#}'],
  ['slots alone', '{#var#} {#var#}'],
  ['nothing', ' '],
  ['<', 'a < b'],
  ['NUL', 'a \0 b'],
  ['more than 2,000 characters', 'x'.repeat(2_001)],
  ['more than 50 slots', 'x{#var#}'.repeat(51)],
])('refuses a body with %s, and says why', (_, body) => {
  expect(parseTemplate(body)).toEqual({ problem: expect.stringMatching(/\.$/) });
});

test('accepts slot types that the portal stores separately from the text', () => {
  const declared = [{ position: 2, type: 'url', max: 60 }] as const;
  expect(parseTemplate('a {#var#} b {#var#}', declared)).toMatchObject({
    slots: [
      { type: 'var', max: null },
      { type: 'url', max: 60 },
    ],
  });
  expect(parseTemplate('a {#var#}', declared)).toEqual({ problem: 'The text has no slot 2.' });
  expect(parseTemplate('a {#var#} {#numeric#}', declared)).toHaveProperty('problem');
});

function risksOf(body: string): string[] {
  const parts = parseTemplate(body);
  return 'problem' in parts ? [parts.problem] : findTemplateRisks(body, parts);
}

test.each([
  ['x'.repeat(90) + '{#numeric#}x'.repeat(4), /4 slots/],
  [`${'x'.repeat(90)}{#numeric#}{#alphanumeric#}`, /adjacent/],
  ['a{#numeric#} {#numeric#}', /60 %/],
  [`${'x'.repeat(90)}{#var#}`, /untyped/],
  ['Dear  Asha', /two spaces/],
  ['Dear Asha\n', /ends with/],
])('warns of %j, because portals may refuse it', (body, risk) => {
  expect(risksOf(body)).toEqual([expect.stringMatching(risk)]);
});

test('an ordinary template gets no warning', () => {
  expect(
    risksOf('{#numeric#} is your OTP for the Acme login. Valid for 10 minutes. - ACME'),
  ).toEqual([]);
});

test.each([
  ['1107161951486743588', null],
  ['110100001341', null],
  ['1'.repeat(20), null],
  ['1.10716E+18', /spreadsheet/],
  ['1,10716e+18', /spreadsheet/],
  ['1'.repeat(11), /12 to 20 digits/],
  ['1'.repeat(21), /12 to 20 digits/],
  ['110716195148674358x', /12 to 20 digits/],
  ['१२३४५६७८९०१२', /12 to 20 digits/],
  ['', /12 to 20 digits/],
])('the id %j gets the result: %s', (id, problem) => {
  if (problem) expect(findIdProblem(id)).toMatch(problem);
  else expect(findIdProblem(id)).toBeNull();
});

test('guesses the kind of an id', () => {
  expect(guessKind('1101172974420810001')).toBe('entity');
  expect(guessKind('1007493130372339254')).toBe('template');
  expect(guessKind('110100001341')).toBeUndefined();
});
