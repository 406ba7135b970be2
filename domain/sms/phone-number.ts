import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { withoutInvisible } from '#domain/shared/characters.browser.ts';
import { perInstance } from '#platform/instance.ts';
import { defineSettings, textFor } from '#platform/settings.ts';
import { foldDigits, withoutPrefix } from './digits.browser.ts';

export type PhoneNumberError = 'unsupported_country' | 'invalid_recipient';

/** A number in E.164, or an error code and a sentence that explains the error. */
export type ParsedPhoneNumber = { number: string } | { error: PhoneNumberError; reason: string };

/** The maximum length of the input. Even a phone number with separators and invisible characters is shorter. */
const maxTyped = 100;

/** A number that needs no normalization. Most numbers that programs send have this form. */
const plain = /^(?:\+?91)?[6-9][0-9]{9}$/;

/**
 * Ten digits that begin with 6 to 9, after any usual prefix. The country code may follow a `+` or zeros, and may be repeated,
 * because some forms add it to a number that already has a country code. Trunk zeros may also follow the country code,
 * because some forms add it to `098…`. Without a country code, only one zero may precede, because `+98…` and `0098…` are
 * numbers of another country.
 */
const indianMobile = /^(?:(?:\+?0)?|(?:(?:[+0]{0,5}|\+?011)91){1,3}0{0,3})([6-9][0-9]{9})$/;

/** A number of another country, for example `+1…` or `0044…`. No country has numbers of fewer than seven digits with its code. */
const foreign = /^(?:\+|\+?00)(?!91)[1-9][0-9]{6}/;

/** A number that a spreadsheet has shortened. Its last digits are lost. */
const shortened = /^[1-9](?:[.,][0-9]+)?e\+?[0-9]+$/i;

/** The scheme of a link or a label, for example on a business card. It is not part of the number. */
const scheme = /^(?:tel|sms|smsto|callto|phone|mobile|mob|ph)\s*[:.]\s*(?:\/\/)?/i;

/** Characters that people write between the digits: spaces, dashes, dots, brackets, slashes and commas. */
const separators = /[\s\p{Zs}\p{Pd}\u2212\u00b7\u2022\u2027.,()[\]{}/\\|_~]/gu;

/** Quotes and apostrophes. Spreadsheets and exports put these around a number, so that programs read the number as text. */
const quotes = `'"\`\u00b4\u02bc\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u2032\u2033\u00ab\u00bb`;
/** Quotes around a number. A bracket may precede or follow them, as in `['9876543210'` from a list in program code. */
const quotesAround = new RegExp(`^[[({]?[${quotes}]+|[${quotes}]+[\\])}]?$`, 'g');

/** Caches for each prefix of five digits whether its numbers can be mobile. The cache has at most 40,000 entries. */
const mobilePrefixes = new Map<string, boolean>();

/** Parses a list of prefixes. @throws Error that names the first part that is not a series of mobile numbers */
function parsePrefixes(list: string): string[] {
  const prefixes = list.split(',').map((prefix) => prefix.trim());
  const wrong = prefixes.find((prefix) => prefix !== '' && !/^[6-9]\d{1,8}$/.test(prefix));
  if (wrong !== undefined) {
    throw new Error(
      `“${wrong}” is not a series of Indian mobile numbers. Write 2 to 9 leading digits, without +91, separated by commas, such as 62999,7000`,
    );
  }
  return prefixes.filter((prefix) => prefix !== '');
}

/** `MOBILE_PREFIXES` lists series of mobile numbers that are in use, but not yet in libphonenumber's metadata. */
const numberSettings = defineSettings({
  MOBILE_PREFIXES: textFor(parsePrefixes).optional(),
});

const addedPrefixes = perInstance(() => parsePrefixes(numberSettings.MOBILE_PREFIXES ?? ''));

/**
 * Parses an Indian mobile number in the forms in which people type, paste and export it (README.md says what is rejected).
 * Checks the pattern first, because libphonenumber would also find numbers within other text. Then checks libphonenumber's
 * numbering plan, because not every number that begins with 6 to 9 is mobile.
 *
 * @param typed the number as entered, for example `98765 43210`, `+91 (0) 98765-43210` or `tel:+919876543210`
 * @returns the number in E.164, for example `+919876543210`, or the error. The sentence of the error does not repeat the
 *   number, because errors are logged
 */
export function parseIndianMobile(typed: string): ParsedPhoneNumber {
  if (plain.test(typed)) return toMobile(typed.slice(-10));
  if (typed.length > maxTyped) return invalid('This is too long for a phone number.');
  const bare = unwrap(typed);
  if (shortened.test(bare)) {
    return invalid(
      'A spreadsheet has shortened this number (as in 9.87654E+09), and its last digits are lost. Format the column as text and enter it again.',
    );
  }
  const digits = bare
    // Removes the fraction of a number that pandas or a spreadsheet has written as a float.
    .replace(/^(\+?[0-9]{10,14})[.,]0+$/, '$1')
    .replace(separators, '')
    .replace(/[;:]+$/, '');
  const national = indianMobile.exec(digits)?.[1];
  return national ? toMobile(national) : explain(digits);
}

/** Removes characters around a number, and converts its digits and its plus sign to ASCII. */
function unwrap(typed: string): string {
  return (
    foldDigits(withoutInvisible(typed))
      .replace(/[＋﹢⁺]/g, '+')
      .trim()
      // Exports write a number as a formula, ="+919876543210", so that a spreadsheet reads it as text.
      .replace(/^=\s*/, '')
      .replace(/^<(.*)>$/, '$1')
      .replace(quotesAround, '')
      .trim()
      .replace(scheme, '')
      .replace(/;phone-context=\+?91$/i, '')
  );
}

function toMobile(national: string): ParsedPhoneNumber {
  if (canBeMobile(national)) return { number: `+91${national}` };
  return explainNational(national);
}

/**
 * Whether a number can be mobile. The type `FIXED_LINE_OR_MOBILE` counts as mobile: libphonenumber returns it if the landline
 * code of a city has the same first digits. Each prefix of five digits is looked up only once, because India assigns numbers
 * in blocks of 100,000. A test of this file checks this assumption against the metadata.
 */
function canBeMobile(national: string): boolean {
  if (addedPrefixes().some((prefix) => national.startsWith(prefix))) return true;
  const prefix = national.slice(0, 5);
  const known = mobilePrefixes.get(prefix);
  if (known !== undefined) return known;
  const type = typeOf(national);
  const mobile = type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
  mobilePrefixes.set(prefix, mobile);
  return mobile;
}

const typeOf = (national: string) => parsePhoneNumberFromString(`+91${national}`)?.getType();

const invalid = (reason: string): ParsedPhoneNumber => ({ error: 'invalid_recipient', reason });

/** @param digits the input without separators; any other character is an error */
function explain(digits: string): ParsedPhoneNumber {
  if (foreign.test(digits)) return explainForeign(digits);
  if (holdsTwoNumbers(digits)) {
    return invalid('This looks like several numbers. Send one number at a time.');
  }
  const other = /[^0-9]/u.exec(digits.replace(/^\+/, ''))?.[0];
  if (other === '+') return invalid('This has a + after other characters. Write + only before 91.');
  if (other) return invalid(explainOther(digits, other));
  const national = withoutPrefix(digits);
  if (national === '') return invalid('There are no digits in this number.');
  if (national.length === 10) return explainNational(national);
  const special = explainService(national);
  if (special) return invalid(special);
  const digitsOf = national.length === 1 ? '1 digit' : `${national.length} digits`;
  return invalid(
    `This number has ${digitsOf}. An Indian mobile number has 10, with or without +91 in front.`,
  );
}

function explainOther(digits: string, other: string): string {
  if (/\p{Cc}/u.test(other)) return 'This contains a control character. Send the number alone.';
  if (/\p{L}/u.test(other)) {
    return `This contains letters (“${other}”). Send the number alone, without a name or an extension.`;
  }
  return digits.startsWith('+') || /[0-9]/.test(digits)
    ? `This contains “${other}”, which is not part of a phone number.`
    : 'There are no digits in this number.';
}

/** Whether the digits are two or more complete phone numbers without their separator, as from `9876543210/9876543211`. */
function holdsTwoNumbers(digits: string): boolean {
  return /^\+?(?:91|0)?[6-9][0-9]{9}\+?(?:91|0)?[6-9][0-9]{9}(?:[0-9]{10,})?$/.test(digits);
}

function explainForeign(digits: string): ParsedPhoneNumber {
  const number = parsePhoneNumberFromString(digits.replace(/^\+?00/, '+'));
  const country = number?.country;
  const from = country
    ? `${countryNames.of(country)} (+${getCountryCallingCode(country)})`
    : 'another country';
  return {
    error: 'unsupported_country',
    reason: `This is a number of ${from}. Only Indian mobile numbers can be used.`,
  };
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/**
 * Landline codes (STD codes) of large cities, without the trunk zero. The list only makes an error message clearer;
 * libphonenumber's metadata decides whether a number is a landline.
 *
 * Source: the list of short distance charging areas in the National Numbering Plan.
 */
const cities: Record<string, string> = {
  11: 'Delhi',
  20: 'Pune',
  22: 'Mumbai',
  33: 'Kolkata',
  40: 'Hyderabad',
  44: 'Chennai',
  79: 'Ahmedabad',
  80: 'Bengaluru',
  120: 'Ghaziabad and Noida',
  121: 'Meerut',
  124: 'Gurugram',
  129: 'Faridabad',
  135: 'Dehradun',
  141: 'Jaipur',
  144: 'Alwar',
  145: 'Ajmer',
  151: 'Bikaner',
  161: 'Ludhiana',
  172: 'Chandigarh',
  175: 'Patiala',
  177: 'Shimla',
  181: 'Jalandhar',
  183: 'Amritsar',
  184: 'Karnal',
  191: 'Jammu',
  194: 'Srinagar',
  217: 'Solapur',
  231: 'Kolhapur',
  240: 'Chhatrapati Sambhajinagar',
  253: 'Nashik',
  261: 'Surat',
  265: 'Vadodara',
  278: 'Bhavnagar',
  281: 'Rajkot',
  288: 'Jamnagar',
  291: 'Jodhpur',
  294: 'Udaipur',
  341: 'Asansol',
  343: 'Durgapur',
  353: 'Siliguri',
  360: 'Itanagar',
  361: 'Guwahati',
  364: 'Shillong',
  370: 'Kohima',
  381: 'Agartala',
  385: 'Imphal',
  389: 'Aizawl',
  413: 'Puducherry',
  416: 'Vellore',
  422: 'Coimbatore',
  427: 'Salem',
  431: 'Tiruchirappalli',
  452: 'Madurai',
  462: 'Tirunelveli',
  471: 'Thiruvananthapuram',
  474: 'Kollam',
  484: 'Kochi',
  487: 'Thrissur',
  495: 'Kozhikode',
  497: 'Kannur',
  512: 'Kanpur',
  522: 'Lucknow',
  532: 'Prayagraj',
  542: 'Varanasi',
  551: 'Gorakhpur',
  562: 'Agra',
  565: 'Mathura',
  571: 'Aligarh',
  581: 'Bareilly',
  591: 'Moradabad',
  612: 'Patna',
  621: 'Muzaffarpur',
  631: 'Gaya',
  641: 'Bhagalpur',
  651: 'Ranchi',
  657: 'Jamshedpur',
  661: 'Rourkela',
  671: 'Cuttack',
  674: 'Bhubaneswar',
  712: 'Nagpur',
  731: 'Indore',
  744: 'Kota',
  751: 'Gwalior',
  755: 'Bhopal',
  761: 'Jabalpur',
  771: 'Raipur',
  788: 'Durg',
  821: 'Mysuru',
  824: 'Mangaluru',
  831: 'Belagavi',
  832: 'Goa',
  836: 'Hubballi and Dharwad',
  861: 'Nellore',
  863: 'Guntur',
  866: 'Vijayawada',
  870: 'Warangal',
  883: 'Rajamahendravaram',
  884: 'Kakinada',
  891: 'Visakhapatnam',
};

/** @param national ten digits without the trunk zero @returns null if the landline code is not in the list */
const cityOfLandline = (national: string): string | null =>
  cities[national.slice(0, 2)] ?? cities[national.slice(0, 3)] ?? null;

/** Explains why a number of ten digits is rejected: it is not a mobile number, or it has too many zeros in front. */
function explainNational(national: string): ParsedPhoneNumber {
  if (/^[6-9]/.test(national) && canBeMobile(national)) {
    return invalid('There are too many zeros in front of this number. Write it with +91 instead.');
  }
  const special = explainService(national);
  if (special) return invalid(special);
  const isLandline = typeOf(national) === 'FIXED_LINE';
  const city = cityOfLandline(national);
  if (city && (isLandline || /^[1-5]/.test(national))) {
    return invalid(`This is a landline number with the code of ${city}. Send a mobile number.`);
  }
  if (/^[0-5]/.test(national)) {
    return invalid(
      `This number begins with ${national[0]}. Indian mobile numbers begin with 6, 7, 8 or 9.`,
    );
  }
  if (isLandline) return invalid('This is a landline number. Send a mobile number.');
  return invalid(
    `No operator is known to use mobile numbers that begin with ${national.slice(0, 4)}. Check the number.`,
  );
}

/** Explains a number of a company, which cannot receive SMS. @returns null for all other numbers */
function explainService(national: string): string | null {
  if (/^1800/.test(national)) return 'This is a toll-free number. Send a mobile number.';
  if (/^1860/.test(national)) return 'This is a number of a company (1860). Send a mobile number.';
  if (/^(?:140|16[0-9]{2})[0-9]{6,7}$/.test(national)) {
    return `This is a number from which companies call (${national.slice(0, national.startsWith('140') ? 3 : 4)}). Send a mobile number.`;
  }
  return null;
}
