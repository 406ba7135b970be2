import { isUtf8 } from 'node:buffer';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { RequestHeaders } from '#platform/http/api-adapter.ts';

const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

export const isForm = (headers: RequestHeaders): boolean =>
  formType.test(headers.get('content-type') ?? '');

/**
 * Parses a form or a query. A repeated field becomes a list, which a schema for a single value rejects.
 *
 * @throws DomainError `invalid_parameter` if the text is not UTF-8
 */
export function readFields(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    // Decoding invalid UTF-8 would replace characters, and the recipient would get another text than the
    // author typed.
    if (value.includes('\uFFFD')) {
      throw new DomainError('invalid_parameter', { message: 'Send the form in UTF-8.' });
    }
    const known = fields[name];
    if (known === undefined) fields[name] = value;
    else if (Array.isArray(known)) known.push(value);
    else fields[name] = [known, value];
  }
  return fields;
}

/** @throws DomainError `unsupported_media_type`, and the errors of `readFields` */
export function readForm(headers: RequestHeaders, bytes: Uint8Array): Record<string, unknown> {
  if (bytes.byteLength === 0) return {};
  if (!isForm(headers)) {
    const message = 'Send the body as application/x-www-form-urlencoded.';
    throw new DomainError('unsupported_media_type', { message });
  }
  if (!isUtf8(bytes)) {
    throw new DomainError('invalid_parameter', { message: 'Send the form in UTF-8.' });
  }
  return readFields(Buffer.from(bytes).toString());
}

/**
 * Returns the headers of a request with some of them replaced.
 *
 * @param changes the new values by lower-case header name; null removes the header
 */
export function withHeaders(
  headers: RequestHeaders,
  changes: Record<string, string | null>,
): RequestHeaders {
  const own = (name: string) => Object.hasOwn(changes, name.toLowerCase());
  const get = (name: string) =>
    own(name) ? (changes[name.toLowerCase()] ?? null) : headers.get(name);
  return {
    get,
    has: (name) => get(name) !== null,
    *[Symbol.iterator]() {
      for (const [name, value] of headers) if (!own(name)) yield [name, value];
      for (const [name, value] of Object.entries(changes)) if (value !== null) yield [name, value];
    },
  };
}
