import { expect, test } from 'vitest';
import { createProfile } from './profile.ts';
import { aTemplate } from './registry.test-support.ts';
import { renderTemplate } from './render-template.ts';

const template = aTemplate('Dear {#var#}, your code is {#numeric#}. - ACME');
const render = (...variables: string[]) => renderTemplate(template, variables, createProfile());

test('puts values into the slots in their order', () => {
  expect(render('Asha', '482913')).toEqual({ text: 'Dear Asha, your code is 482913. - ACME' });
});

test.each<[string, string[], object]>([
  ['a value is missing', ['Asha'], { code: 'dlt_var_empty', slot: { number: 2, length: 0 } }],
  ['a value is empty', ['', '1'], { code: 'dlt_var_empty', slot: { number: 1, type: 'var' } }],
  [
    'there are more values than slots',
    ['Asha', '1', 'secret'],
    {
      code: 'dlt_var_too_long',
      detail: 'The template has 2 slots, but 3 values were sent.',
    },
  ],
  [
    'a value is too long, in characters',
    ['😀'.repeat(31), '1'],
    {
      code: 'dlt_var_too_long',
      slot: { number: 1, length: 31, max: 30 },
      detail: 'Variable 1 has 31 characters; at most 30 are allowed.',
    },
  ],
  [
    'a value is not of the type',
    ['Asha', '48a'],
    {
      code: 'dlt_var_wrong_type',
      slot: { number: 2, type: 'numeric', length: 3 },
      detail: expect.stringMatching(/^Variable 2 is not numeric/),
    },
  ],
  ['a value is a tag itself', ['{#var#}', '1'], { code: 'dlt_var_unfilled' }],
])('if %s, the finding names the slot and the reason, without the value', (_, variables, error) => {
  const result = render(...variables);
  expect(result).toMatchObject({ error: { param: 'variables', ...error } });
  expect(JSON.stringify(result)).not.toMatch(/secret|48a/);
});

test('a value may have thirty characters, regardless of how many bytes they take', () => {
  expect(render('😀'.repeat(30), '1')).toHaveProperty('text');
});
