import { z } from 'zod';
import { isStorable } from '#platform/storable-text.browser.ts';

const storable = {
  message: 'Please remove the characters that are not text: NUL, or half of a Unicode character.',
};

/** Text that PostgreSQL can store and a carrier can encode. It has no NUL character and no lone surrogate. */
export const safeText = z.string().refine(isStorable, storable);

/** A required `safeText`. @param sentence the error message if the value is missing */
export const requiredText = (sentence: string) =>
  z.string({ error: messageIfMissing(sentence) }).refine(isStorable, storable);

/**
 * Characters that are not allowed in a name, because they are invisible and change how the text around the name is shown:
 * control characters, line separators and direction marks. Joiners are allowed, because Indian scripts need them.
 */
const unshown = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Whether a name is one line without invisible characters that affect the text around it. For use with `refine`. */
export const isOneLine = (text: string): boolean => !unshown.test(text);

/** The error for a name for which `isOneLine` is false. */
export const notOneLine = {
  message: 'Please remove the characters that cannot be seen, such as line breaks and tabs.',
};

/** Converts a name from a user's file to one line, for which `isOneLine` is true. */
export const toOneLine = (text: string): string =>
  text.replaceAll(new RegExp(unshown, 'gu'), ' ').replaceAll(/ {2,}/g, ' ').trim();

/** Returns an error function for zod that sets the message for a missing value. Other errors keep their default messages. */
export const messageIfMissing = (sentence: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? sentence : undefined;

/** Replaces CRLF by LF. Browsers send each newline of a form field as CRLF, but a message has LF. */
export const withLf = (text: string) => text.replaceAll('\r\n', '\n');

/** Normalizes an email address. Two accounts cannot have the same normalized address. */
export const normalizeEmail = (email: string) => email.trim().toLowerCase();

/** The last label of a domain: letters, or punycode, such as `xn--h2brj9c` for `.भारत` (RFC 5890). */
const lastLabel = '(?:[a-z]{2,24}|xn--[a-z0-9-]{1,59})';

/** A domain in ASCII, as part of a larger pattern. */
export const domainPattern = `(?:[a-z0-9-]{1,63}\\.){1,8}${lastLabel}`;

/**
 * Finds the ASCII form of a link, domain or email address with non-ASCII letters, because browsers and operators compare
 * addresses in ASCII.
 *
 * @returns a sentence with the ASCII form, if there is one; null if the address is already in ASCII
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
