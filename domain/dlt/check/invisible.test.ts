import { expect, test } from 'vitest';
import { aTemplate, check } from './registry.test-support.ts';

const near = (body: string, text: string) =>
  check({ registry: { templates: [aTemplate(body)] }, message: { text } }).error;

const body = 'Dear {#alphanumeric#}, your Acme code is {#numeric#}. - ACME';
const before = 'Dear Asha, your ';

test.each([
  ['\u200b', 'U+200B ZERO WIDTH SPACE'],
  ['\u200c', 'U+200C ZERO WIDTH NON-JOINER'],
  ['\u200d', 'U+200D ZERO WIDTH JOINER'],
  ['\u00ad', 'U+00AD SOFT HYPHEN'],
  ['\ufeff', 'U+FEFF ZERO WIDTH NO-BREAK SPACE'],
  ['\u202a', 'U+202A LEFT-TO-RIGHT EMBEDDING'],
  ['\u202e', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
  ['\u2066', 'U+2066 LEFT-TO-RIGHT ISOLATE'],
  ['\u2069', 'U+2069 POP DIRECTIONAL ISOLATE'],
  ['\ufe0f', 'U+FE0F VARIATION SELECTOR-16'],
  ['\u2060', 'U+2060 WORD JOINER'],
  ['\u2800', 'U+2800 BRAILLE PATTERN BLANK'],
  ['\u3164', 'U+3164 HANGUL FILLER'],
  ['\u115f', 'U+115F HANGUL CHOSEONG FILLER'],
  ['\u1160', 'U+1160 HANGUL JUNGSEONG FILLER'],
  ['\uffa0', 'U+FFA0 HALFWIDTH HANGUL FILLER'],
  ['\u17b4', 'U+17B4 KHMER VOWEL INHERENT AQ'],
  ['\u17b5', 'U+17B5 KHMER VOWEL INHERENT AA'],
  ['\u180e', 'U+180E MONGOLIAN VOWEL SEPARATOR'],
  ['\u{1d159}', 'U+1D159 MUSICAL SYMBOL NULL NOTEHEAD'],
  ['\u0007', 'U+0007'],
])(
  'names %j in the fixed text of a message as a near match, with its position',
  (character, name) => {
    const error = near(body, `${before}${character}Acme code is 482913. - ACME`);
    expect(error).toMatchObject({
      code: 'dlt_template_near_match',
      kind: 'invisible',
      position: 16,
      character: name,
      detail: expect.stringContaining(name),
    });
    expect(JSON.stringify(error)).not.toContain('482913');
  },
);

test.each([
  ['at the beginning', '\u200bDear Asha, your Acme code is 482913. - ACME', 0],
  ['at the end', 'Dear Asha, your Acme code is 482913. - ACME\u200b', 43],
  ['behind characters of two code units', 'Dear 𝐀sha, your \u200bAcme code is 1. - ACME', 16],
  ['twice', 'Dear Asha, your A\u200bcm\u200be code is 1. - ACME', 17],
])('finds an invisible character %s', (_, text, position) => {
  expect(near(body, text)).toMatchObject({ kind: 'invisible', position });
});

test('reports an invisible character that the template has and the text lacks', () => {
  const conjunct = 'क्\u200dया आप {#numeric#} हैं? - ACME';
  expect(near(conjunct, 'क्या आप 12 हैं? - ACME')).toMatchObject({
    kind: 'invisible',
    position: 2,
    character: 'U+200D ZERO WIDTH JOINER',
    detail: expect.stringContaining('The template has'),
  });
  expect(near(conjunct, 'क्\u200dया आप 12 हैं? - ACME')).toBeNull();
});

test('names an invisible character within a value, without quoting the value', () => {
  expect(near(body, 'Dear Asha, your Acme code is 482\u200b913. - ACME')).toMatchObject({
    code: 'dlt_var_wrong_type',
    position: 32,
    character: 'U+200B ZERO WIDTH SPACE',
  });
});

test.each([
  ['\u00a0', 'U+00A0 NO-BREAK SPACE'],
  ['\u2009', 'U+2009 THIN SPACE'],
  ['\u2028', 'U+2028 LINE SEPARATOR'],
  ['\u0085', 'U+0085 NEXT LINE'],
  ['\u3164', 'U+3164 HANGUL FILLER'],
  ['\u115f', 'U+115F HANGUL CHOSEONG FILLER'],
  ['\uffa0', 'U+FFA0 HALFWIDTH HANGUL FILLER'],
  ['\u2800', 'U+2800 BRAILLE PATTERN BLANK'],
  ['\u17b4', 'U+17B4 KHMER VOWEL INHERENT AQ'],
  ['\u180e', 'U+180E MONGOLIAN VOWEL SEPARATOR'],
  ['\u200b', 'U+200B ZERO WIDTH SPACE'],
])('names the character %j where the template has a space or newline', (character, name) => {
  const at = `Dear Asha, your${character}Acme code is 482913. - ACME`;
  expect(near(body, at)).toMatchObject({
    ...{ kind: 'whitespace', position: 15, character: name },
    detail: expect.stringContaining(name),
  });
});

test.each(['\\n', '\\r\\n'])(
  'reports a newline that is written out as characters: %s',
  (written) => {
    const error = near('Hi {#var#}\nCode {#numeric#} - ACME', `Hi Asha${written}Code 1 - ACME`);
    expect(error).toMatchObject({
      ...{ code: 'dlt_template_near_match', kind: 'whitespace', position: 7 },
      detail: expect.stringContaining('instead of a newline'),
    });
  },
);

test.each([
  ['LF for CRLF', 'a\r\nb {#num#}\r\nc', 'a\nb 1\nc', 'a\r\nb 1\r\nc'],
  ['CRLF for LF', 'a\nb {#num#}\nc', 'a\r\nb 1\r\nc', 'a\nb 1\nc'],
  ['CR for LF', 'a\nb {#num#}\nc', 'a\rb 1\rc', 'a\nb 1\nc'],
  ['LF for CRLF and CRLF for LF', 'a\r\nb {#num#}\nc', 'a\nb 1\r\nc', 'a\r\nb 1\nc'],
  ['emoji before', '🙂🙂\r\nb {#alp#}\r\nc', '🙂🙂\nb x\nc', '🙂🙂\r\nb x\r\nc'],
])(
  'a message with %s matches, and is sent with the line ends of the template',
  (_, registered, sent, leaves) => {
    const templates = [aTemplate(registered)];
    expect(check({ registry: { templates }, message: { text: sent } })).toMatchObject({
      verdict: 'ok',
      rewritten: leaves,
    });
    const found = { text: sent, templateId: undefined };
    expect(check({ registry: { templates }, message: found })).toMatchObject({ rewritten: leaves });
    expect(check({ registry: { templates }, message: { text: leaves } })).toMatchObject({
      verdict: 'ok',
      rewritten: null,
    });
  },
);

test('gives the position of the first difference in the original text, whose line ends are not normalised', () => {
  const registered = 'Line one\r\nLine two\nThe end {#numeric#}.';
  expect(near(registered, 'Line one\r\nLine two\r\nTha end 1.')).toMatchObject({
    code: 'dlt_template_not_matched',
    position: 22,
  });
});

test('does not rewrite a message that is accepted with a difference', () => {
  const text = 'Dear asha\r\nbye';
  const given = { registry: { templates: [aTemplate('dear asha\nbye')] }, message: { text } };
  expect(check({ ...given, profile: { nearMatch: 'warning' } })).toMatchObject({
    verdict: 'ok',
    rewritten: null,
  });
});

test.each([
  ['1250.50', 'numeric', /no decimal point.*\{#alphanumeric#\}/],
  ['1,250', 'numeric', /no decimal point, comma/],
])('explains why a slot for digits refuses the value %s', (value, type, detail) => {
  expect(near(`Rs {#${type}#} due. - ACME`, `Rs ${value} due. - ACME`)).toMatchObject({
    code: 'dlt_var_wrong_type',
    detail: expect.stringMatching(detail),
  });
});

test('refuses a line break in a value, and accepts a long value that fits into adjacent slots together', () => {
  const four = 'Note: {#var#}{#var#}{#var#}{#var#} - ACME';
  expect(near(four, `Note: ${'x'.repeat(100)} - ACME`)).toBeNull();
  expect(near(four, `Note: ${'x'.repeat(121)} - ACME`)).toMatchObject({ code: 'dlt_var_too_long' });
  expect(near(four, 'Note: one\ntwo - ACME')).toMatchObject({
    code: 'dlt_var_wrong_type',
    position: 9,
    detail: expect.stringContaining('line break'),
  });
});
