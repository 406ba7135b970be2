import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { createInstance, runIn } from '#platform/instance.ts';
import { parseConfig } from '#platform/settings.ts';
import { parseIndianMobile } from './phone-number.ts';

const number = '+919876543210';
const reasonOf = (typed: string) => {
  const parsed = parseIndianMobile(typed);
  return 'error' in parsed ? parsed.reason : parsed.number;
};

describe('each usual notation is read as +919876543210', () => {
  const notations: Record<string, string[]> = {
    type: [
      '9876543210',
      '09876543210',
      '+919876543210',
      '919876543210',
      '00919876543210',
      ' +91 98765-43210 ',
      '(98765) 43210',
    ],
    'write with the trunk zero behind the country code': [
      '+9109876543210',
      '+91 (0) 98765 43210',
      '0919876543210',
      '+91-0-98765-43210',
      '9109876543210',
      '0091 0 98765 43210',
      '+0919876543210',
      '+09876543210',
      '+91 00 98765 43210',
      '000919876543210',
      '+00919876543210',
      '00+91 98765 43210',
      '+011 91 98765 43210',
    ],
    'get from a form that adds the country code once more': [
      '+91919876543210',
      '+91+919876543210',
      '+91 +91 98765 43210',
      '+91 91 91 98765 43210',
    ],
    'write with other separators': [
      '+91.98765.43210',
      '98765/43210',
      '98765_43210',
      '98,76,54,32,10',
      '98765·43210',
      '+91–98765–43210',
      '98765\u221243210',
      '[98765] 43210',
      '9876543210,',
      '9876543210;',
      '+91|98765|43210',
    ],
    'paste with invisible characters': [
      '\u202a+91 98765 43210\u202c',
      '\u202d+91 98765 43210\u202c',
      '\u2068+919876543210\u2069',
      '98765\u00ad43210',
      '+91\ufe0d9876543210',
      '\ufeff9876543210',
      '98765\u200b43210',
      '98765\u200d43210',
      '9876543210\u200e',
      '\u20609876543210',
      '98765\u034f43210',
      '98765\ufe0f43210',
      '98765\u316443210',
      '\u28009876543210',
      '\ufffc9876543210',
      '\u115f9876543210',
    ],
    'paste with spaces and hyphens of other kinds': [
      '+91\u00a098765\u00a043210',
      '98765\u201143210',
      '98765\u202f43210',
      '98765\u300043210',
      '98765\t43210',
      '98765\n43210',
      '98765\u200943210',
      '98765\u2010 43210',
    ],
    'write with digits of other writing systems': [
      '९८७६५४३२१०',
      '+९१ ९८७६५ ४३२१०',
      '৯৮৭৬৫৪৩২১০',
      '௯௮௭௬௫௪௩௨௧௦',
      '٩٨٧٦٥٤٣٢١٠',
      '۹۸۷۶۵۴۳۲۱۰',
      '９８７６５４３２１０',
      '＋９１９８７６５４３２１０',
    ],
    export: [
      "'+919876543210",
      '’+919876543210',
      "'9876543210",
      '="+919876543210"',
      '="9876543210"',
      '"+919876543210"',
      '“9876543210”',
      '`9876543210',
      '9876543210.0',
      '919876543210.00',
      '+919876543210.0',
      '9876543210,0',
      '919876543210,00',
    ],
    'copy from a link': [
      'tel:+919876543210',
      'tel:+91-98765-43210',
      'TEL:9876543210',
      'sms:+919876543210',
      '<tel:+919876543210>',
      'tel:9876543210;phone-context=+91',
      'Mob: 98765 43210',
    ],
    'send in a query, where a plus is a blank': [' 919876543210', ' 91 98765 43210'],
  };
  for (const [what, typed] of Object.entries(notations)) {
    test.each(typed)(`reads what people ${what}: %j`, (one) =>
      expect(parseIndianMobile(one)).toEqual({ number }),
    );
  }
});

test('reads ten digits that begin with 91 as a complete number', () => {
  expect(parseIndianMobile('9199999999')).toEqual({ number: '+919199999999' });
  expect(parseIndianMobile('919199999999')).toEqual({ number: '+919199999999' });
});

test.each([
  '7259700001',
  '7795700001',
  '7337000001',
  '7396600001',
  '7204512345',
  '7411512345',
  '8861512345',
  '8459512345',
  '7760512345',
])('accepts %s, which begins like the area code of a landline', (typed) => {
  expect(parseIndianMobile(typed)).toEqual({ number: `+91${typed}` });
});

test('accepts exactly the prefixes that libphonenumber lists as mobile or possibly mobile', () => {
  const count = { mobile: 0, either: 0, refused: 0, disagree: 0 };
  for (let prefix = 60_000; prefix < 100_000; prefix += 1) {
    const type = parsePhoneNumberFromString(`+91${prefix}12345`)?.getType();
    const expected = type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
    const accepted = 'number' in parseIndianMobile(`${prefix}12345`);
    if (accepted !== expected) count.disagree += 1;
    if (!expected) count.refused += 1;
    else if (type === 'MOBILE') count.mobile += 1;
    else count.either += 1;
  }
  expect(count).toEqual({ mobile: 26_891, either: 7_034, refused: 6_075, disagree: 0 });
});

test('all numbers of a five-digit prefix get the same type', () => {
  for (let prefix = 60_000; prefix < 100_000; prefix += 7) {
    const types = ['00000', '12345', '87654', '99999'].map((rest) =>
      ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(
        parsePhoneNumberFromString(`+91${prefix}${rest}`)?.getType() ?? '',
      ),
    );
    expect(new Set(types).size, `${prefix}`).toBe(1);
  }
});

describe('MOBILE_PREFIXES', () => {
  test('accepts numbers of a configured series that libphonenumber’s metadata does not have', () => {
    expect(parseIndianMobile('6123456789')).toMatchObject({ error: 'invalid_recipient' });
    const instance = createInstance(parseConfig({ MOBILE_PREFIXES: '6123, 61123' }));
    runIn(instance, () => {
      expect(parseIndianMobile('+91 61234 56789')).toEqual({ number: '+916123456789' });
      expect(parseIndianMobile('6112345678')).toEqual({ number: '+916112345678' });
      expect(parseIndianMobile('6122345678')).toMatchObject({ error: 'invalid_recipient' });
    });
  });
});

test.each([
  ['98765 4321', /has 9 digits/],
  ['98765432101', /has 11 digits/],
  ['+91 98765 4321', /has 9 digits/],
  ['+91 987654321012', /has 12 digits/],
  ['5876543210', /begins with 5/],
  ['6123456789', /landline number with the code of Patna/],
  ['0612-2345678', /landline number with the code of Patna/],
  ['02212345678', /landline number with the code of Mumbai/],
  ['+91 22 2345 6789', /landline number with the code of Mumbai/],
  ['91 22 1234 5678', /landline number with the code of Mumbai/],
  ['+91 91 22 1234 5678', /landline number with the code of Mumbai/],
  ['911800123456', /toll-free/],
  ['01191234567', /landline number with the code of Delhi/],
  ['910987654321', /has 9 digits/],
  ['000 98765 43210', /too many zeros/],
  ['+91 +98765 43210', /Write \+ only before 91/],
  ['1400123456', /companies call \(140\)/],
  ['+911600123456', /companies call \(1600\)/],
  ['1800 123 4567', /toll-free/],
  ['18001234567', /toll-free/],
  ['hello 9876543210', /contains letters \(“h”\)/],
  ['9876543210 ext 5', /contains letters \(“e”\)/],
  ['9876543210x12', /contains letters/],
  ['98765O3210', /contains letters \(“O”\)/],
  ['9.19877E+11', /spreadsheet has shortened/],
  ['9,19877e11', /spreadsheet has shortened/],
  ['9876543210/9876543211', /several numbers/],
  ['+919876543210 +919876543211', /several numbers/],
  ['9876543210, 9876543211', /several numbers/],
  ['9876543210#', /contains “#”/],
  ['', /no digits/],
  ['+91', /no digits/],
  ['+12', /has 2 digits/],
  ['0044 20', /has 4 digits/],
  ['+1555CALLNOW', /contains letters/],
  ['-', /no digits/],
  ['☎', /no digits/],
  ['9'.repeat(10_000), /too long/],
])('the error for %j explains the problem', (typed, reason) => {
  expect(parseIndianMobile(typed)).toMatchObject({ error: 'invalid_recipient' });
  expect(reasonOf(typed)).toMatch(reason);
});

test.each([
  ['+15551234567', /another country|United States|\+1/],
  ['+44 20 7946 0958', /United Kingdom \(\+44\)/],
  ['0044 20 7946 0958', /United Kingdom/],
  ['+0044 20 7946 0958', /United Kingdom/],
  ['+8613812345678', /China/],
  ['＋６５９１２３４５６７', /Singapore/],
])('the error for %s says that the number belongs to another country', (typed, reason) => {
  expect(parseIndianMobile(typed)).toMatchObject({ error: 'unsupported_country' });
  expect(reasonOf(typed)).toMatch(reason);
});

test('an error never says that ten digits are the wrong length, and never says that no operator uses a number that is valid without its prefix', () => {
  const prefix = fc.array(fc.constantFrom('+', '0', '00', '91', '+91', '0091', '011', '1', ' '), {
    maxLength: 5,
  });
  const national = fc.oneof(
    fc.constantFrom('9876543210', '7259700001', '9199999999'),
    fc.stringMatching(/^[0-9]{1,14}$/),
  );
  fc.assert(
    fc.property(prefix, national, (parts, digits) => {
      const reason = reasonOf(parts.join('') + digits);
      expect(reason).not.toMatch(/has 10 digits/);
      if ('number' in parseIndianMobile(digits)) expect(reason).not.toMatch(/No operator|begins/);
    }),
    { numRuns: 3_000 },
  );
});

test('the error does not repeat the number, because errors are logged', () => {
  for (const typed of ['98765432101', '6123456789', '+6591234567', '9876543210/9876543211']) {
    expect(reasonOf(typed)).not.toMatch(/\d{5}/);
  }
});

test('a hostile text is refused in a short time', () => {
  for (const part of ['+91', '91', '0', '(', "'", 'tel:', '9', '\u202a', ' ']) {
    const began = performance.now();
    parseIndianMobile(part.repeat(Math.floor(100 / part.length)));
    expect(performance.now() - began).toBeLessThan(500);
  }
});
