import { z } from 'zod';
import { isStorable } from '#platform/storable-text.browser.ts';

const storable = {
  message: 'Please remove the characters that are not text: NUL, or half of a Unicode character.',
};

/** Text that PostgreSQL can store and a carrier can encode: no NUL, no lone surrogate. */
export const safeText = z.string().refine(isStorable, storable);

/** A required `safeText`. @param sentence the error when it is missing */
export const requiredText = (sentence: string) =>
  z.string({ error: messageIfMissing(sentence) }).refine(isStorable, storable);

/**
 * Characters that are invisible in a name and change how the text around it is shown: control characters, line separators,
 * and direction marks. Joiners are allowed, because Indian scripts need them.
 */
const unshown = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** For `refine`: a name is one line. */
export const isOneLine = (text: string): boolean => !unshown.test(text);

/** The error for a name with several lines or such characters. */
export const notOneLine = {
  message: 'Please remove the characters that cannot be seen, such as line breaks and tabs.',
};

/** Converts a name from a user's file to one line. */
export const toOneLine = (text: string): string =>
  text.replaceAll(new RegExp(unshown, 'gu'), ' ').replaceAll(/ {2,}/g, ' ').trim();

/** An error message for a missing value only; other errors keep theirs. */
export const messageIfMissing = (sentence: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? sentence : undefined;

/** Browsers send each newline of a text as CRLF; in a message it is LF. */
export const withLf = (text: string) => text.replaceAll('\r\n', '\n');

/** The normalized address, by which accounts are unique. */
export const normalizeEmail = (email: string) => email.trim().toLowerCase();

/** The last label of a domain: letters, or punycode as of `.भारत`, which is `xn--h2brj9c` (RFC 5890). */
const lastLabel = '(?:[a-z]{2,24}|xn--[a-z0-9-]{1,59})';

/** A domain as it is written in ASCII, for a larger pattern. */
export const domainPattern = `(?:[a-z0-9-]{1,63}\\.){1,8}${lastLabel}`;

/**
 * Gives the ASCII form of an address with other letters, because browsers and operators compare addresses in ASCII.
 *
 * @returns a sentence with the ASCII form; null if the address is in ASCII, or is not an address
 */
export function findAsciiForm(address: string): string | null {
  if (!/[^\x20-\x7e]/.test(address)) return null;
  const [, scheme = '', user = '', host = '', rest = ''] =
    /^([a-z]+:\/\/)?([^@/\s]*@)?([^/?#\s]+)(.*)$/i.exec(address) ?? [];
  const url = URL.canParse(`https://${host}`) ? new URL(`https://${host}`) : null;
  if (url === null || !url.hostname.includes('xn--') || /[^\x20-\x7e]/.test(user + rest)) {
    return 'Please write it in ASCII letters.';
  }
  return `Please write its domain in ASCII: ${scheme}${user}${url.hostname}${rest}`;
}
