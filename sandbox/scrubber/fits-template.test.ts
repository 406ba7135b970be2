import { expect, it } from 'vitest';
import { fitsTemplate } from './fits-template.ts';

it.each([
  ['Hi {#var#}', 'Hi Asha', true],
  ['Hi {#var#}', 'hi Asha', false],
  ['Hi {#var#}', 'Hi ', false],
  ['Hi {#var#}', 'Hi Asha\u00a0', true],
  ['Hi {#var#}!', 'Hi Asha', false],
  ['{#var#}{#var#}', 'x'.repeat(60), true],
  ['{#var#}{#var#}', 'x'.repeat(61), false],
  ['{#numeric#} and {#numeric#}', '1 and 2 and 3', false],
  ['{#var#} and {#numeric#}', '1 and 2 and 3', true],
  ['{#numeric#}', '१२', false],
  ['{#var#}', '😀'.repeat(30), true],
  ['{#unknown#}', '{#unknown#}', true],
  ['a\nb', 'a\r\nb', false],
  ['(a+)+$ {#var#}', `(a+)+$ ${'a'.repeat(30)}`, true],
])('for the template %s and the text %s, returns %s', (body, text, fits) => {
  expect(fitsTemplate(body, text)).toBe(fits);
});

it('stays fast for a template with many adjacent slots', () => {
  const body = '{#alphanumeric#}'.repeat(40);
  const begin = performance.now();
  expect(fitsTemplate(`${body}!`, 'a'.repeat(1_600))).toBe(false);
  expect(performance.now() - begin).toBeLessThan(5_000);
});
