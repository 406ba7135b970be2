import { expect, test } from 'vitest';
import { parseTemplate } from '../registry/parse-template.browser.ts';
import { checkDlt } from './check-dlt.ts';
import pairs from './dlt-pairs.test-data.json' with { type: 'json' };
import { createProfile } from './profile.ts';
import { aRegistry, aTemplate, noon, templateId } from './registry.test-support.ts';

/** The links in the pairs. They are registered, so that the findings are only about texts. */
const links = [
  { kind: 'url', value: 'https://example.in/t/88213' },
  { kind: 'number', value: '+919876543210' },
] as const;

const check = (template: string, text: string) =>
  checkDlt(
    { text, sender: 'ACMEIN', templateId },
    aRegistry({ templates: [aTemplate(template)], links }),
    noon,
    createProfile(),
  );

test.each(pairs.filter(({ expected }) => expected === 'accept'))(
  'pair $n: accepts a message of its template ($why)',
  ({ template, message }) => expect(check(template, message).verdict).toBe('ok'),
);

test.each(pairs.filter(({ expected }) => /^reject/.test(expected)))(
  'pair $n: refuses what operators refuse ($why)',
  ({ template, message }) => {
    const { verdict, error } = check(template, message);
    expect(verdict).toMatch(/^dlt_(template_n|var_|char_)/);
    expect(error?.detail).toMatch(/\w/);
  },
);

test.each(pairs.filter(({ expected }) => expected === 'doc_reject_regex_accept'))(
  'pair $n: warns of a value that only some operators refuse ($why)',
  ({ template, message }) => {
    const { verdict, warnings } = check(template, message);
    expect(verdict).toBe('ok');
    expect(warnings.map(({ code }) => code)).toContain('dlt_var_edge_punctuation');
  },
);

test.each(pairs.filter(({ expected }) => expected === 'bad_template'))(
  'pair $n: refuses to register the template ($why)',
  ({ template }) => expect(parseTemplate(template)).toHaveProperty('problem'),
);

test('every pair belongs to one of the groups above', () => {
  const known = ['accept', 'reject', 'reject_policy', 'doc_reject_regex_accept', 'bad_template'];
  expect(pairs.length).toBeGreaterThan(30);
  expect(pairs.filter(({ expected }) => !known.includes(expected))).toEqual([]);
});
