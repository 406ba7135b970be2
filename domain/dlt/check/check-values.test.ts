import { expect, test } from 'vitest';
import type { DltResult } from './check-identities.ts';
import { aTemplate, check, type Given, links } from './registry.test-support.ts';

/** Checks a message against a template, for an account that has registered a link, a number and an email address. */
const checkOf = (template: string, text: string, more: Given = {}) =>
  check({ registry: { templates: [aTemplate(template)], links }, message: { text }, ...more });

/** The warnings, without the one about untyped slots, which other tests check. */
const warningsOf = ({ warnings }: DltResult) =>
  warnings.filter(({ code }) => code !== 'dlt_template_untagged');

const well = (result: DltResult) => [result.verdict, warningsOf(result)];

test.each([
  ['{#url#}', 'https://acme.in/t?id=1'],
  ['{#url#}', 'acme.in/t?id=1'],
  ['{#urlott#}', 'https://acme.in/t?id=1'],
  ['{#cbn#}', '18001234567'],
  ['{#email#}', 'help@acme.in'],
])('a slot %s accepts a registered value: %s', (slot, value) => {
  expect(well(checkOf(`See ${slot} now. - ACME`, `See ${value} now. - ACME`))).toEqual(['ok', []]);
});

test.each([
  ['dlt_var_contains_link', 'https://acme.in/t?id=1', 'var'],
  ['dlt_var_contains_number', '+919876543210', 'var'],
  ['dlt_var_contains_email', 'help@acme.in', 'var'],
  ['dlt_var_contains_email', 'help@acme.in', 'url'],
  ['dlt_var_wrong_type', 'tomorrow', 'url'],
  ['dlt_var_wrong_type', 'tomorrow', 'email'],
] as const)(
  '%s: %s in a slot %s is reported with the slot and its position',
  (code, value, type) => {
    // Each emoji is one code point and two code units.
    const name = '😀'.repeat(25);
    const text = `Dear ${name}, see ${value} now. - ACME`;
    const { error } = checkOf(`Dear {#var#}, see {#${type}#} now. - ACME`, text);
    const position = 'Dear '.length + 25 + ', see '.length;
    expect(error).toMatchObject({ code, param: 'message', position, slot: { number: 2, type } });
    expect(error?.detail).not.toContain(value);
  },
);

test('warns of an unregistered number', () => {
  const result = checkOf('Call {#cbn#} now. - ACME', 'Call 18009999999 now. - ACME');
  expect(result.verdict).toBe('ok');
  expect(result.warnings).toMatchObject([{ code: 'dlt_cta_not_whitelisted' }]);
  expect(result.warnings[0]?.detail).toContain('a number to call');
});

const landline = { template: 'Call {#cbn#} now. - ACME', text: 'Call 02212345678 now. - ACME' };

test('digits in a slot for phone numbers count as a phone number, and the finding names the slot', () => {
  const result = checkOf(landline.template, landline.text);
  expect(result.verdict).toBe('ok');
  expect(result.warnings).toMatchObject([
    { code: 'dlt_cta_not_whitelisted', param: 'message', slot: { number: 1, type: 'cbn' } },
  ]);
  const number = { kind: 'number', value: '+912212345678' } as const;
  const registry = { templates: [aTemplate(landline.template)], links: [number] };
  expect(well(check({ registry, message: { text: landline.text } }))).toEqual(['ok', []]);
});

test('a strict profile refuses an unregistered number, but only warns if the account has registered neither links nor numbers', () => {
  const profile = {
    notWhitelisted: { link: 'error', number: 'error', email: 'error' } as const,
  };
  const { verdict } = checkOf(landline.template, landline.text, { profile });
  expect(verdict).toBe('dlt_cta_not_whitelisted');
  for (const { template, text } of [
    landline,
    { template: 'See https://a.in/x {#numeric#}', text: 'See https://a.in/x 1' },
  ]) {
    const registry = { templates: [aTemplate(template)], links: [] };
    const nothing = check({ profile, registry, message: { text } });
    expect(nothing.verdict).toBe('ok');
    expect(warningsOf(nothing)).toMatchObject([{ code: 'dlt_cta_not_whitelisted' }]);
  }
});

test('ten digits in a numeric slot do not count as a phone number', () => {
  const [template, text] = ['Order {#numeric#} came. - ACME', 'Order 9876543210 came. - ACME'];
  expect(well(checkOf(template, text))).toEqual(['ok', []]);
});

test('a link that a slot and fixed text form together is found', () => {
  const template = 'Go to {#var#}.com/x now. - ACME';
  const { error } = checkOf(template, 'Go to evil.com/x now. - ACME');
  expect(error).toMatchObject({ code: 'dlt_var_contains_link', slot: { number: 1, type: 'var' } });
});

test('a slot of any type is allowed only after a registered dynamic link', () => {
  const inside = checkOf('See https://acme.in/t?{#var#} - ACME', 'See https://acme.in/t?x - ACME');
  expect(well(inside)).toEqual(['ok', []]);
  const before = checkOf('See https://acme.in/{#var#} - ACME', 'See https://acme.in/t?x - ACME');
  expect(before.verdict).toBe('dlt_var_contains_link');
  const twice = checkOf(
    'See https://acme.in/{#var#}?{#var#} - ACME',
    'See https://acme.in/t?x - ACME',
  );
  expect(twice.error).toMatchObject({ code: 'dlt_var_contains_link', slot: { number: 1 } });
});

test('an unregistered link in fixed text is refused, and only its host is named', () => {
  const template = 'See https://other.in/secret for {#var#} - ACME';
  const { error } = checkOf(template, 'See https://other.in/secret for it - ACME');
  expect(error).toMatchObject({ code: 'dlt_cta_not_whitelisted', param: 'message' });
  expect(error?.detail).toContain('a link to other.in that you have not registered');
  expect(error?.detail).not.toContain('secret');
});

const greeted = (value: string) => checkOf('Dear {#var#} - ACME', `Dear ${value} - ACME`);

test.each(['Asha', '0', '9', 'a', 'z', 'A', 'Z', 'a.b', 'आशा', 'Asha 2', '+x', 'x+'])(
  'the value %s does not start or end with punctuation',
  (value) => expect(well(greeted(value))).toEqual(['ok', []]),
);

test.each(['.Asha', 'Asha.', '/x', 'x:', '@x', 'x[', '-1', '1,', 'आशा।'])(
  'the value %s starts or ends with punctuation, and the finding names its slot',
  (value) => {
    const result = greeted(value);
    expect(result.verdict).toBe('ok');
    expect(warningsOf(result)).toMatchObject([
      {
        ...{ code: 'dlt_var_edge_punctuation', param: 'message', position: 5 },
        slot: { number: 1, type: 'var' },
      },
    ]);
  },
);

test('a WebOTP line whose domain is in an untyped slot causes only a warning, but any other link in an untyped slot is refused', () => {
  const otp = 'Your Acme code is {#var#}.\n@{#var#} #{#var#}';
  const of = (body: string, text: string) =>
    check({ registry: { templates: [aTemplate(body)] }, message: { text } });
  const line = of(otp, 'Your Acme code is 482913.\n@acme.in #482913');
  expect(line).toMatchObject({ verdict: 'ok' });
  expect(line.warnings).toContainEqual(
    expect.objectContaining({
      code: 'dlt_var_contains_link',
      detail: expect.stringContaining('WebOTP'),
    }),
  );
  expect(of(otp, 'Your Acme code is 1.\n@https://acme.in/x #1').verdict).toBe(
    'dlt_var_contains_link',
  );
  const fixed = 'Your Acme code is {#num#}.\n@acme.in #{#num#}';
  expect(of(fixed, 'Your Acme code is 1.\n@acme.in #1')).toMatchObject({
    verdict: 'ok',
    warnings: [],
  });
});
