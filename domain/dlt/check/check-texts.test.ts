import { expect, test } from 'vitest';
import { aTemplate, check, codes, text } from './registry.test-support.ts';

test.each([
  ['case', 'Dear Asha, Your code is 482913. - ACME', 12],
  ['whitespace', 'Dear Asha,  your code is 482913. - ACME', 12],
  ['whitespace', 'Dear Asha,\u00a0your code is 482913. - ACME', 11],
  ['quotes_and_dashes', 'Dear Asha, your code is 482913. – ACME', 32],
  ['punctuation', 'Dear Asha your code is 482913. - ACME', 9],
])(
  'reports a text that differs from its template only in %s as a near match of the corresponding kind',
  (kind, message) => {
    const { error } = check({ message: { text: message } });
    expect(error).toMatchObject({ code: 'dlt_template_near_match', kind });
  },
);

test('a composed and a decomposed letter count as different', () => {
  const registry = { templates: [aTemplate('Café {#numeric#} - ACME')] };
  const { error } = check({ registry, message: { text: 'Cafe\u0301 5 - ACME' } });
  expect(error).toMatchObject({
    code: 'dlt_template_near_match',
    kind: 'unicode_form',
    position: 3,
  });
});

test('near matches are accepted with a warning if the profile allows them', () => {
  const result = check({
    message: { text: text.toUpperCase() },
    profile: { nearMatch: 'warning' },
  });
  expect([result.verdict, codes(result)]).toEqual([
    'ok',
    expect.arrayContaining(['dlt_template_near_match']),
  ]);
});

test('the error gives the first character that differs, and the template’s text at this position', () => {
  const { error } = check({ message: { text: 'Dear Asha, your pin is 482913. - ACME' } });
  expect(error).toMatchObject({
    code: 'dlt_template_not_matched',
    position: 16,
    expected: ', your code is ',
  });
});

test('positions count code points, not UTF-16 code units', () => {
  const { error } = check({ message: { text: 'Dear 😀😀, your pin is 1. - ACME' } });
  expect(error?.position).toBe(14);
});

test.each([
  ['missing_end', 'Dear Asha, your code is 1.', 26],
  ['extra_end', `${text} Thanks`, 38],
])(
  'reports the kind %s and the position if a text differs from the template',
  (kind, message, position) => {
    expect(check({ message: { text: message } }).error).toMatchObject({
      code: 'dlt_template_not_matched',
      kind,
      position,
    });
  },
);

test.each([
  ['dlt_var_empty', 'Dear , your code is 1. - ACME', { number: 1, type: 'var' }],
  [
    'dlt_var_too_long',
    `Dear ${'x'.repeat(31)}, your code is 1. - ACME`,
    { number: 1, length: 31, max: 30 },
  ],
  ['dlt_var_wrong_type', 'Dear Asha, your code is 12-34. - ACME', { number: 2, type: 'numeric' }],
  ['dlt_var_contains_link', 'Dear acme.com/x, your code is 1. - ACME', { number: 1 }],
  ['dlt_var_contains_email', 'Dear a@acme.com, your code is 1. - ACME', { number: 1 }],
  ['dlt_var_contains_number', 'Dear +91 98765 43210, your code is 1. - ACME', { number: 1 }],
])('the error %s names the slot', (code, message, slot) => {
  expect(check({ message: { text: message } }).error).toMatchObject({ code, slot });
});

test('a link that two slots form together is found', () => {
  const registry = { templates: [aTemplate('Dear {#var#}.{#var#} - ACME')] };
  expect(check({ registry, message: { text: 'Dear evil.com/x - ACME' } }).verdict).toBe(
    'dlt_var_contains_link',
  );
});

const linked = {
  templates: [aTemplate('See https://acme.in/t?id={#alphanumeric#} or {#url#} - ACME')],
};
const links = [
  { kind: 'url_dynamic', value: 'https://acme.in/t?' },
  { kind: 'url', value: 'https://acme.in/help' },
] as const;

test.each([
  ['https://acme.in/help', 'ok'],
  ['https://acme.in/t?x=1&y=2', 'ok'],
  ['acme.in/help', 'ok'],
  ['http://acme.in/help', 'dlt_cta_not_whitelisted'],
  ['https://acme.in/help2', 'dlt_cta_not_whitelisted'],
  ['https://acme.in.evil.com/help', 'dlt_cta_not_whitelisted'],
  ['https://evil.com/?https://acme.in/t?', 'dlt_cta_not_whitelisted'],
  ['nothing', 'dlt_var_wrong_type'],
])('the verdict about the link %s is %s', (link, verdict) => {
  const message = { text: `See https://acme.in/t?id=A7 or ${link} - ACME` };
  expect(check({ registry: { ...linked, links }, message }).verdict).toBe(verdict);
});

test('while the account has registered no link, unregistered links cause only a warning', () => {
  const message = { text: 'See https://acme.in/t?id=7 or https://acme.in - ACME' };
  const registry = { templates: [aTemplate('See https://acme.in/t?id=7 or {#url#} - ACME')] };
  const result = check({ registry, message });
  expect([result.verdict, codes(result)]).toEqual([
    'ok',
    ['dlt_cta_not_whitelisted', 'dlt_cta_not_whitelisted'],
  ]);
});

test('the findings never contain a value', () => {
  const secret = '91827364';
  for (const message of [
    `Dear Asha, your code is x${secret}. - ACME`,
    `Dear Asha, Your code is ${secret}. - ACME`,
    `Dear +91${secret}99, your code is 1. - ACME`,
    `Dear https://acme.com/${secret}, your code is 1. - ACME`,
    `Dear Asha, your code is ${secret}`,
  ]) {
    const result = check({ message: { text: message } });
    expect(result.error).not.toBeNull();
    expect(JSON.stringify(result)).not.toContain(secret);
  }
});

test('finds each of thirty templates that differ only in a short number or word', () => {
  const bodies = [
    ...Array.from({ length: 25 }, (_, i) => `{#var#} ${i} {#numeric#} was sent. - ACME`),
    ...['A', 'ß', 'क', '😀', '१२'].map((word) => `{#var#} ${word} {#numeric#} was sent. - ACME`),
  ];
  const templates = bodies.map((body, i) =>
    aTemplate(body, { templateId: `11071600000000001${String(i).padStart(2, '0')}` }),
  );
  for (const [i, body] of bodies.entries()) {
    const message = body.replace('{#var#}', 'Order').replace('{#numeric#}', '482913');
    const found = check({
      registry: { templates },
      message: { text: message, templateId: undefined },
    });
    expect([message, found.verdict, found.templateId]).toEqual([
      message,
      'ok',
      templates[i]?.templateId,
    ]);
  }
});
