import { expect, test } from 'vitest';
import { findTemplateRisks, parseNewTemplate, parseTemplate } from './parse-template.browser.ts';

const typesOf = (body: string) => {
  const parts = parseNewTemplate(body);
  return 'problem' in parts ? parts.problem : parts.slots.map(({ type }) => type);
};

test.each([
  ['{#num#}', 'numeric'],
  ['{#alp#}', 'alphanumeric'],
  ['{#urg#}', 'url'],
  ['{#uro#}', 'urlott'],
  ['{#number#}', 'numeric'],
  ['{#numeric#}', 'numeric'],
  ['{#cbn#}', 'cbn'],
  ['{#email#}', 'email'],
  ['{#var#}', 'var'],
  ['{#NUM#}', 'numeric'],
  ['{#Alp#}', 'alphanumeric'],
  ['{# num #}', 'numeric'],
  ['{#var #}', 'var'],
  ['{# VAR#}', 'var'],
  ['{#UrlOtt#}', 'urlott'],
])('reads the tag %s as %s', (tag, type) => {
  expect(typesOf(`Your Acme code is ${tag}.`)).toEqual([type]);
});

test('keeps a body with a tag in an unusual form unchanged, with a warning', () => {
  const body = 'Your Acme login code is {# NUM #}. - ACME';
  const parts = parseTemplate(body);
  if ('problem' in parts) throw new Error(parts.problem);
  expect(parts.texts).toEqual(['Your Acme login code is ', '. - ACME']);
  expect(findTemplateRisks(body, parts)).toEqual([
    'It has {# NUM #}, read as numeric: portals write {#numeric#} or {#num#}, in lower case and without spaces.',
  ]);
});

test.each([
  ['##OTP##', '##OTP##'],
  ['##company.name##', '##company.name##'],
  ['#VAR1#', '#VAR1#'],
  ['#otp#', '#otp#'],
  ['{{name}}', '{{name}}'],
  ['{{ name }}', '{{ name }}'],
  ['{{#var#}}', '{{#var#}}'],
  ['{{1}}', '{{1}}'],
  ['{ #var# }', '{ #var# }'],
  ['{ # var # }', '{ # var # }'],
  ['{#var}', '{#var}'],
  ['{var}', '{var}'],
  ['{0}', '{0}'],
  ['\u0024{otp}', '\u0024{otp}'],
  ['#{otp}', '#{otp}'],
  ['{% otp %}', '{% otp %}'],
  ['%s', '%s'],
  ['%1$s', '%1$s'],
  ['%06d', '%06d'],
  ['%-6s', '%-6s'],
  ['%u', '%u'],
  ['[% otp %]', '[% otp %]'],
  ['%(name)s', '%(name)s'],
  ['%otp%', '%otp%'],
  ['%%otp%%', '%%otp%%'],
  ['<otp>', '<otp>'],
  ['<%= otp %>', '<%= otp %>'],
  ['*|NAME|*', '*|NAME|*'],
  ['{#var1#}', '{#var1#}'],
  ['{#otp#}', '{#otp#}'],
  ['{#var#', '{#var#'],
  ['{##var##}', '{##var##}'],
])('refuses the slot %s with its name and position, and says what to write', (slot, named) => {
  const problem = typesOf(`Hi, code: ${slot} - ACME`);
  expect(problem).toEqual(expect.stringContaining(`“${named}”`));
  expect(problem).toEqual(expect.stringContaining('at character 11'));
  expect(problem).toEqual(expect.stringContaining('{#numeric#}'));
});

test.each([
  ['[name]', '[name]'],
  ['«name»', '«name»'],
  ['#otp', '#otp'],
  ['*otp*', '*otp*'],
  ['_code_', '_code_'],
  ['@NAME@', '@NAME@'],
  ['$otp', '$otp'],
  ['$(otp)', '$(otp)'],
  [':otp', ':otp'],
  [':code:', ':code'],
  ['::otp::', '::otp'],
  ['=OTP=', '=OTP='],
  ['______', '______'],
  ['#diwali#', '#diwali#'],
])('registers %s as fixed text, with a warning that it looks like a slot', (slot, named) => {
  const body = `Hi, code: ${slot} - ACME`;
  const parts = parseNewTemplate(body);
  if ('problem' in parts) throw new Error(parts.problem);
  expect(findTemplateRisks(body, parts)).toEqual([
    expect.stringMatching(/at character 11 looks like a slot .* would be fixed text/),
  ]);
  expect(findTemplateRisks(body, parts)[0]).toContain(`“${named}”`);
});

test.each([
  'Get 20% off on #Acme today. T&C apply. - ACME',
  'A/c XX1234 credited with Rs. 500 (incl. 5%). Ref #A12, #B13. - ACME',
  '[Acme] Your order #{#num#} is packed. Pay $5 or Rs.400. - ACME',
  'Flat 50%savings on all items* - ACME',
  'Login code:{#num#}. Contact: customer care, order :12 at 10:30. See https://acme.in:8080/code - ACME',
  'Up to 20% discount, 5% in cash. Balance = amount - fees. A_B__c - ACME',
  'Your code is {#num#}\n\n@acme.example.in #{#num#}',
  'क्‍या आप {#alp#} हैं? धन्यवाद 👨‍👩‍👧 ❤️ - ACME',
])('finds no slots of other systems in %j', (body) => {
  const parts = parseNewTemplate(body);
  if ('problem' in parts) throw new Error(parts.problem);
  expect(findTemplateRisks(body, parts).filter((risk) => !/fixed text\.$/.test(risk))).toEqual([]);
});

test.each([
  ['Hi <br/>you', /<br\/> at character 4.*HTML for a line break/],
  ['Hi <b>you</b>', /“<b>” at character 4.*HTML/],
  ['5 < 6', /< at character 3/],
  ['Hi\u0085you', /U\+0085 NEXT LINE at character 3/],
  ['Hi\u000byou', /U\+000B LINE TABULATION at character 3/],
])('names the character of %j that DLT does not allow, and its position', (body, problem) => {
  expect(typesOf(body)).toMatch(problem);
});

test.each([
  ['Terms &amp; conditions of Acme apply', /“&amp;” at character 7/],
  ['Hi\\nyou of Acme', /has the characters/],
  ['Hi\u2028you of Acme', /U\+2028 LINE SEPARATOR at character 3/],
  ['Hi\u200b you of Acme', /U\+200B ZERO WIDTH SPACE at character 3/],
  ['Hi\u200d you of Acme', /U\+200D ZERO WIDTH JOINER at character 3/],
  ['\ufeffHi you of Acme', /U\+FEFF ZERO WIDTH NO-BREAK SPACE at character 1/],
  ['Hi you\n of Acme', /begins with a space/],
])('registers %j, with a warning about characters that may prevent matches', (body, risk) => {
  const parts = parseNewTemplate(body);
  if ('problem' in parts) throw new Error(parts.problem);
  expect(findTemplateRisks(body, parts)).toEqual([expect.stringMatching(risk)]);
});

test('reads a registered body even if it seems to contain a slot of another system', () => {
  expect(parseTemplate('Your code is ##OTP##.')).toEqual({
    texts: ['Your code is ##OTP##.'],
    slots: [],
  });
});

test('the error for an unknown tag names the long and the short tags', () => {
  expect(parseTemplate('Code {#otp#} - ACME')).toMatchObject({
    problem: expect.stringContaining('{#numeric#}, {#num#}, {#alphanumeric#}, {#alp#}'),
  });
});

test.each([
  ['Code {#num\u200b#} - ACME', 'U+200B ZERO WIDTH SPACE at character 11'],
  ['Code {#\u00adnum#} - ACME', 'U+00AD SOFT HYPHEN at character 8'],
  ['Code {#\u00a0num#} - ACME', 'U+00A0 NO-BREAK SPACE at character 8'],
  ['Code {#num#\u2060} - ACME', 'U+2060 WORD JOINER at character 12'],
  ['Code {\u200b#num#} - ACME', 'U+200B ZERO WIDTH SPACE at character 7'],
])('names the invisible character in the slot of %j', (body, named) => {
  expect(parseNewTemplate(body)).toMatchObject({ problem: expect.stringContaining(named) });
});
