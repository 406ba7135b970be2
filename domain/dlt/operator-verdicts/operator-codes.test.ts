import { describe, expect, test } from 'vitest';
import rows from './operator-codes.test-data.json' with { type: 'json' };
import { findOperatorVerdict, type OperatorCodes, operatorCodes } from './operator-codes.ts';
import { isDrift, type OperatorVerdict } from './operator-verdicts.browser.ts';

/** The 168 documented codes: the name of the list, the code or range of codes, and the words of the source. */
const documented = rows as [OperatorCodes, string, string][];

/** The verdict for the words of a source. The first pattern that matches counts. */
const meanings: [RegExp, OperatorVerdict][] = [
  [/SCRUBBING.*(redis|TIMEOUT)|^SCRUBBING_FAILED/i, 'dlt_scrubbing_failed'],
  [/PREFERENCE|^DND|preference\/DND/, 'dlt_preference_blocked'],
  [/CONSENT|without consent/i, 'dlt_consent_failed'],
  [/PROMO_TIME|outside promo hours/, 'dlt_promo_window'],
  [/WHITELISTED|CTA not matched/i, 'dlt_cta_not_whitelisted'],
  [/TLV (PEID|TMPID) NOT|TAG_.*_ABSENT|TLV missing = SMPP/, 'dlt_tlv_missing'],
  [/multipart/i, 'dlt_multipart_incomplete'],
  [/EXCEEDED|variable exceeded/, 'dlt_var_too_long'],
  [/^header suspended/i, 'dlt_header_suspended'],
  [/^HEADER_BLACKLISTED|header blacklisted/, 'dlt_header_blacklisted'],
  [/^HEADER_INACTIVE$/, 'dlt_header_inactive'],
  [/PEID_NOT_MATCHED|header entity vs/, 'dlt_header_wrong_entity'],
  [/HEADER_NOT_FOUND|header unknown/, 'dlt_header_not_found'],
  [/HEADER_NOT_REGISTERED_FOR|CLI mismatch/, 'dlt_template_header_not_bound'],
  [/template.*blacklisted/i, 'dlt_template_blacklisted'],
  [/template(_| )(inactive|suspended)/i, 'dlt_template_inactive'],
  [/TEMPLATE_NOT_FOUND|platform: no template/, 'dlt_template_unknown'],
  [/(template|text).*(not match)/i, 'dlt_template_not_matched'],
  [/^entity_?\s?blacklisted/i, 'dlt_entity_blacklisted'],
  [/^entity_?\s?inactive/i, 'dlt_entity_inactive'],
  [/^ENTITY_NOT_(FOUND|REGISTERED)/, 'dlt_entity_unknown'],
  [/(invalid|sms type|type) .*(category|match)|category mismatch/i, 'dlt_category_mismatch'],
];

/** The first and the last code of a range. */
const ends = (codes: string) => (/^\d+-\d+$/.test(codes) ? codes.split('-') : [codes]);

describe('each documented code has the verdict that its description implies', () => {
  test.each(documented)('in the list %s, the code %s means: %s', (list, codes, words) => {
    const meant = meanings.find(([pattern]) => pattern.test(words))?.[1];
    for (const code of ends(codes)) {
      const verdict = findOperatorVerdict(list, code);
      expect(verdict).not.toBeNull();
      if (meant) expect(verdict).toBe(meant);
    }
  });
});

test('the codes 611 to 616 have a verdict only in lists of single operators, because their meanings differ', () => {
  for (const code of ['611', '612', '613', '614', '615', '616']) {
    expect(findOperatorVerdict('common', code)).toBeNull();
  }
  expect(findOperatorVerdict('jio', '614')).toBe('dlt_tlv_missing');
  expect(findOperatorVerdict('authkey', '614')).toBe('dlt_template_header_not_bound');
});

test.each([
  ['0633', 'dlt_template_not_matched'],
  ['000', null],
  ['', null],
  [null, null],
  ['63', null],
  ['6330', null],
  ['constructor', null],
])('in the common list, the code %s has the verdict %s', (code, verdict) => {
  expect(findOperatorVerdict('common', code)).toBe(verdict);
});

test('finds codes that operators write as words, with any separator', () => {
  for (const code of ['SENDER NOT MATCHED', 'sender-not-matched', 'SENDER_NOT_MATCHED']) {
    expect(findOperatorVerdict('kaleyra', code)).toBe('dlt_template_header_not_bound');
  }
});

test('every list has the codes that all operators share, except `none`, which has no codes', () => {
  for (const list of operatorCodes) {
    const verdict = findOperatorVerdict(list, '633');
    expect(verdict).toBe(list === 'none' ? null : 'dlt_template_not_matched');
  }
});

test('errors caused by the recipient or by the operator itself do not count as drift', () => {
  expect(isDrift('dlt_template_not_matched')).toBe(true);
  expect(isDrift('dlt_preference_blocked')).toBe(false);
  expect(isDrift('dlt_scrubbing_failed')).toBe(false);
});
