import { domainPattern } from '#domain/shared/text.browser.ts';
import type { Link } from '../registry/contract.browser.ts';

/** A link, phone number or email address in a message, and its span in UTF-16 code units. */
export type CallToAction = {
  kind: 'link' | 'number' | 'email';
  from: number;
  to: number;
  value: string;
  /**
   * False if the number may be something else than a phone number. For example, ten digits may be an order
   * number.
   */
  isCertain: boolean;
};

const words = (text: string) => new Set(text.split(' '));

/**
 * Endings by which a domain without `http://` is recognised. The list has only common endings, because `Dr.Rao`, `Rs.500`
 * and `credited.To`, where only a space is missing, are not links.
 */
const endings = words(
  'com in org net co io me ly gl app dev info biz xyz ai edu gov nic mil shop store online site tech link live top club page click bank gd uk',
);

/** Endings of domains that are also English words or abbreviations. Such a domain counts only if a path follows. */
const endingsBeforePath = words('be it to so us id pe re sh is at cc tv gle life today news world');

const email = new RegExp(`^[a-z0-9._%+-]{1,64}@${domainPattern}$`, 'i');
const domain = new RegExp(`^${domainPattern}$`, 'i');

/**
 * A domain whose ending has non-ASCII letters. Such a domain counts only before a path or after an @. Otherwise `भारत`,
 * which is also an ordinary word, would count as an ending where it follows a full stop without a space. `findAddresses`
 * finds any domain after `://` or `www.`.
 */
const unicodeDomain =
  /(@?)(?:[\p{L}\p{M}\p{N}-]{1,63}\.){1,8}(?=\P{ASCII})[\p{L}\p{M}]{2,24}(?![\p{L}\p{M}\p{N}])/gu;

/** A domain with an ASCII ending. `findUnicodeDomains` ignores a match whose other labels are all ASCII too. */
const partlyUnicodeDomain =
  /(@?)((?:[\p{L}\p{M}\p{N}-]{1,63}\.){1,8})([a-z]{2,24})(?![\p{L}\p{M}\p{N}])/giu;

/** The digits of a mobile number in its usual forms, or of a toll-free number. */
const possibleNumber = /^(?:(?:0|91|0091)?[6-9]\d{9}|18[06]0\d{4,7})$/;

/** @returns the calls to action of a text, ordered by kind */
export function findCallsToAction(text: string): CallToAction[] {
  if (!mayHaveOne(text)) return [];
  const domains = /\P{ASCII}/u.test(text) ? findDomainsWithUnicode(text) : [];
  // Drops `acme.in` if it is only the end of `घर.acme.in`.
  const addresses = findAddresses(text).filter(
    ({ from, to }) =>
      text.charAt(from - 1) !== '.' || !domains.some((one) => one.from < from && one.to >= to),
  );
  const others = domains.filter(isApartFrom(addresses));
  return [...addresses, ...others, ...findNumbers(text)];
}

function findDomainsWithUnicode(text: string): CallToAction[] {
  const written = findUnicodeDomains(text, unicodeDomain);
  return [
    ...written,
    ...findUnicodeDomains(text, partlyUnicodeDomain).filter(isApartFrom(written)),
  ];
}

const isApartFrom =
  (found: CallToAction[]) =>
  ({ from, to }: CallToAction) =>
    !found.some((one) => one.from < to && one.to > from);

/** @param pattern `unicodeDomain` or `partlyUnicodeDomain` */
function findUnicodeDomains(text: string, pattern: RegExp): CallToAction[] {
  const found: CallToAction[] = [];
  let done = 0;
  for (const match of text.matchAll(pattern)) {
    const { 0: whole, 1: at, 2: labels, 3: ending = '', index } = match;
    const end = index + whole.length;
    const isBeforePath = /[/?#]/.test(text.charAt(end));
    if (labels === undefined) {
      if (at === '' && !isBeforePath) continue;
    } else if (!/\P{ASCII}/u.test(labels) || !isEnding(ending, whole, isBeforePath)) continue;
    const user = at === '' ? '' : (/[\w.%+-]{1,64}$/.exec(text.slice(0, index))?.[0] ?? '');
    // An @ without a user is the beginning of a WebOTP line, `@example.com #123456`, and not an email address.
    if (at !== '' && user === '') continue;
    const from = index - user.length;
    if (from < done) continue;
    const kind = user === '' ? 'link' : 'email';
    const to = withoutClosing(text, from, kind === 'email' ? end : endOfWord(text, end));
    found.push({ kind, from, to, value: text.slice(from, to), isCertain: true });
    done = to;
  }
  return found;
}

/**
 * A quick test for a dot within a word, an @, `:/` or eight digits. Most texts contain none of these and need no search.
 */
function mayHaveOne(text: string): boolean {
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x39) digits += 1;
    else if (unit > 0x40) digits = 0;
    else if (unit === 0x40) return true;
    else if (unit === 0x2e && text.charCodeAt(at + 1) > 0x20) return true;
    else if (unit === 0x3a && text.charCodeAt(at + 1) === 0x2f) return true;
    if (digits === 8) return true;
  }
  return false;
}

/** Finds links and email addresses. Reads each run of host and scheme characters once. */
function findAddresses(text: string): CallToAction[] {
  const found: CallToAction[] = [];
  let done = 0;
  for (const { 0: whole, index } of text.matchAll(/[a-z0-9.@_%+-]+/gi)) {
    const run = whole.replace(/^[._%+-]+/, '');
    const end = index + whole.length;
    const from = end - run.length;
    if (from < done) continue;
    const kind = classifyRun(run, text, from);
    if (!kind) continue;
    const to = withoutClosing(text, from, kind === 'email' ? end : endOfWord(text, end));
    found.push({ kind, from, to, value: text.slice(from, to), isCertain: true });
    done = to;
  }
  return found;
}

function classifyRun(run: string, text: string, from: number): 'link' | 'email' | null {
  const end = from + run.length;
  if (text.startsWith('://', end) || /^www\./i.test(run)) return 'link';
  const bare = run.slice(0, withoutClosing(run, 0, run.length));
  if (email.test(bare)) return 'email';
  if (!domain.test(bare)) return null;
  const ending = bare.slice(bare.lastIndexOf('.') + 1);
  const lower = ending.toLowerCase();
  if (lower.startsWith('xn--')) return 'link';
  const isBeforePath = bare.length === run.length && /[/?#:]/.test(text.charAt(end));
  return isEnding(ending, bare, isBeforePath) ? 'link' : null;
}

/**
 * Whether the last label of a host is the ending of a domain. Without a path, the ending counts only if it is in lower
 * case, or if the whole host is in upper case and the ending is longer than two letters.
 */
function isEnding(ending: string, host: string, isBeforePath: boolean): boolean {
  const lower = ending.toLowerCase();
  if (isBeforePath) return endings.has(lower) || endingsBeforePath.has(lower);
  const isWritten = ending === lower || (host === host.toUpperCase() && ending.length > 2);
  return isWritten && endings.has(lower);
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !/\s/.test(text.charAt(at))) at += 1;
  return at;
}

const closing = words('. , ; : ! ? ) " \' ” ’ ] } -');

/** Returns the end of a link or address, without punctuation that belongs to the sentence. */
function withoutClosing(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && closing.has(text.charAt(end - 1))) end -= 1;
  return end;
}

function findNumbers(text: string): CallToAction[] {
  const found: CallToAction[] = [];
  for (const { 0: value, index: from } of text.matchAll(/\+?\d(?:[ ()-]?\d){7,13}(?!\d)/g)) {
    // Ignores the last digits of a longer number.
    if (/\d/.test(text.charAt(from - 1))) continue;
    const isCertain = value.startsWith('+');
    if (!isCertain && !possibleNumber.test(digitsOf(value))) continue;
    found.push({ kind: 'number', from, to: from + value.length, value, isCertain });
  }
  return found;
}

const digitsOf = (value: string) => value.replace(/[ ()-]/g, '');

/** Registered links, prepared for `isWhitelisted`. */
export type Whitelist = {
  exact: ReadonlySet<string>;
  dynamic: readonly string[];
  isEmpty: boolean;
};

export function toWhitelist(links: readonly Link[]): Whitelist {
  const exact = new Set<string>();
  const dynamic: string[] = [];
  for (const { kind, value } of links) {
    if (kind === 'number') exact.add(nationalNumber(value));
    else if (kind === 'email') exact.add(value);
    else if (kind === 'url') exact.add(value).add(value.replace(scheme, ''));
    else dynamic.push(value, value.replace(scheme, ''));
  }
  return { exact, dynamic, isEmpty: links.length === 0 };
}

/** Portals require a scheme in links; messages often omit it. A link with a scheme must have the registered scheme. */
const scheme = /^https?:\/\//i;

/** Finds the registered dynamic link with which a value begins. The part after the `?` can vary. */
export const findDynamic = ({ dynamic }: Whitelist, value: string): string | undefined =>
  dynamic.find((prefix) => value.startsWith(prefix));

/**
 * Whether a call to action is registered. Static links, phone numbers and email addresses must be equal to a registered
 * value; the country code of a phone number can be omitted.
 */
export function isWhitelisted(
  whitelist: Whitelist,
  { kind, value }: Pick<CallToAction, 'kind' | 'value'>,
): boolean {
  if (kind === 'number') return whitelist.exact.has(nationalNumber(value));
  if (whitelist.exact.has(value)) return true;
  return kind === 'link' && findDynamic(whitelist, value) !== undefined;
}

function nationalNumber(value: string): string {
  const digits = digitsOf(value);
  return /^(?:\+91|0091|91|0)?([1-9]\d{9})$/.exec(digits)?.[1] ?? digits;
}

/**
 * Describes a call to action for a finding. Names only the host of a link, because the path may contain a customer's data,
 * and omits phone numbers and email addresses.
 */
export function describeCallToAction({ kind, value }: CallToAction): string {
  if (kind === 'number') return 'a number to call';
  if (kind === 'email') return 'an email address';
  const host = value.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').split(/[/:?#]/)[0] ?? '';
  return `a link to ${host.slice(host.indexOf('@') + 1, 253)}`;
}
