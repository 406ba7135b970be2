import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { z } from 'zod';
import {
  describeIssue,
  firstInputError,
  type InputError,
} from '#domain/shared/describe-issue.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import type { Idempotency } from '#domain/shared/idempotency/saved-response.ts';
import { findUnknownField } from '#domain/shared/unknown-field.ts';
import type { ApiRequestContext, RequestHeaders } from '#platform/http/api-adapter.ts';
import type { BodyProblem } from '#platform/http/read-body.ts';
import type { Endpoint } from '../endpoint.ts';

const decoder = new TextDecoder('utf-8');
const json = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i;

/**
 * Maximum number of fields of all objects in a body: twice as many as 1,000 batch items have. Parsing cannot
 * be interrupted, and takes 80 ms for the 90,000 distinct fields that fit into 1 MiB.
 */
export const maxFields = 20_000;

/**
 * Maximum size of a JSON body, in bytes: the maximum of a batch. Parsing cannot be interrupted, and a larger body would block
 * the event loop for too long.
 */
const maxJson = 1024 * 1024;

/** A body of at most this many bytes cannot exceed `maxFields`: a field takes at least four bytes. */
const alwaysAllowedBytes = maxFields * 4;

/**
 * Parses a JSON body.
 *
 * @param raw the bytes as received
 * @throws DomainError `unsupported_media_type`, `invalid_json`, `invalid_parameter` for more than 20,000 fields, and the errors
 *   of `requireWholeBody`
 */
export function readBody(
  endpoint: Endpoint,
  headers: RequestHeaders,
  { rawBody: raw, bodyProblem }: Pick<ApiRequestContext, 'rawBody' | 'bodyProblem'>,
): unknown {
  // JSON bodies have a lower limit. Only forms with files may be larger.
  const maxBody = Math.min(endpoint.maxBody, maxJson);
  requireReadable(headers);
  requireWholeBody(bodyProblem, maxBody);
  if (raw.byteLength > maxBody) throw tooLarge(maxBody);
  return parseJson(raw);
}

/** @throws DomainError `invalid_json`, or `invalid_parameter` for more than 20,000 fields */
export function parseJson(raw: Uint8Array): unknown {
  if (raw.byteLength > alwaysAllowedBytes && countFields(raw) > maxFields) {
    throw new DomainError('invalid_parameter', {
      message: `The request body has more than ${formatCount(maxFields)} fields.`,
    });
  }
  const text = decode(raw);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new DomainError('invalid_json', wideText(raw));
    throw error;
  }
}

/** Returns a more specific message for a body in UTF-16 or UTF-32. One of the first two octets of such a body is 0. */
const wideText = ([first, second]: Uint8Array) =>
  first === 0 || second === 0
    ? { message: 'The body is not in UTF-8, but probably in UTF-16. Send JSON in UTF-8.' }
    : {};

/** @throws DomainError `unsupported_media_type` that names the compression of a body */
export function requireNoCoding(headers: RequestHeaders): void {
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') {
    const message = `The body has the content coding ${coding.slice(0, 40)}, which Dakiya does not support. Send it without compression, and without Content-Encoding.`;
    throw new DomainError('unsupported_media_type', { message });
  }
}

/** @throws DomainError `unsupported_media_type` that names the media type of the body and the supported media types */
function requireReadable(headers: RequestHeaders): void {
  requireNoCoding(headers);
  const type = headers.get('content-type')?.trim() ?? '';
  if (!json.test(type)) {
    throw new DomainError('unsupported_media_type', {
      message:
        type === ''
          ? 'Send the body as JSON, with Content-Type: application/json.'
          : `The body is ${type.slice(0, 60)}. Send JSON, with Content-Type: application/json.`,
    });
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1];
  if (charset && !/^(?:utf-?8|us-ascii|ascii)$/i.test(charset)) {
    const message = `The Content-Type names the charset ${charset.slice(0, 40)}. Send JSON in UTF-8.`;
    throw new DomainError('unsupported_media_type', { message });
  }
}

/** @throws DomainError `invalid_json` that names the first octet that is not UTF-8 */
function decode(raw: Uint8Array): string {
  if (isUtf8(raw)) return decoder.decode(raw);
  throw new DomainError('invalid_json', {
    message: `The body is not in UTF-8: octet ${findWrongOctet(raw) + 1} does not begin a character. Send JSON in UTF-8.`,
  });
}

/**
 * The first offset at which the octets differ from their decoded text in UTF-8, where U+FFFD (EF BF BD) replaces invalid
 * octets.
 */
function findWrongOctet(raw: Uint8Array): number {
  const replaced = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(raw));
  const at = raw.findIndex((octet, place) => octet !== replaced[place]);
  // The invalid octets may begin with the same octets as the replacement, so they may begin up to two octets earlier.
  if (raw[at - 1] === 0xef) return at - 1;
  return raw[at - 2] === 0xef && raw[at - 1] === 0xbf ? at - 2 : at;
}

const problems: Record<Exclude<BodyProblem, 'too_large'>, () => DomainError> = {
  unwanted: () => new DomainError('unavailable', { retryAfterSeconds: 1 }),
  slow: () => new DomainError('request_timeout'),
  own_limit: () =>
    new DomainError('rate_limited', {
      message: 'Too many of your large requests are arriving. Send fewer at a time.',
      retryAfterSeconds: 1,
    }),
  full: () =>
    new DomainError('unavailable', {
      message: 'The server is receiving too many large requests. Send your request again.',
      retryAfterSeconds: 5,
    }),
};

const tooLarge = (maxBody: number) =>
  new DomainError('body_too_large', {
    message: `The request body is larger than ${maxBody / 1024} KiB.`,
  });

/**
 * Requires that a body was read to its end.
 *
 * @throws DomainError `body_too_large`, `request_timeout`, `rate_limited` or `unavailable`
 */
export function requireWholeBody(problem: BodyProblem | null, maxBody: number): void {
  if (problem === null) return;
  throw problem === 'too_large' ? tooLarge(maxBody) : problems[problem]();
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];

/**
 * Counts the fields of all objects in a JSON text, by counting the colons outside strings. The text need not be well-formed.
 *
 * @param json UTF-8, in which these bytes are never part of another character
 */
export function countFields(json: Uint8Array): number {
  let fields = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) isInString = !isInString;
    else if (isInString && byte === backslash) at += 1;
    else if (!isInString && byte === colon) fields += 1;
  }
  return fields;
}

/**
 * Parses an input.
 *
 * @throws DomainError with the code and field of the first error
 */
export function parseInput(schema: z.ZodType | null, input: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(input, { error: describeIssue });
  if (parsed.success) return parsed.data;
  throw toError(firstInputError(parsed.error));
}

/**
 * Rejects a field that the schema does not have, for callers with request validation on.
 *
 * @param schema null if the endpoint accepts no such input
 * @throws DomainError `invalid_parameter`, with the field
 */
export function rejectUnknownFields(schema: z.ZodType | null, input: unknown): void {
  const unknownField = findUnknownField(schema, input);
  if (unknownField) throw toError(unknownField);
}

/**
 * Rejects a field that would change what happens if it were supported, regardless of the caller's settings.
 *
 * @throws DomainError `invalid_parameter`, with the field
 */
export function rejectUnsupportedFields({ findUnsupported }: Endpoint, body: unknown): void {
  const unsupported = findUnsupported?.(body);
  if (unsupported) throw toError(unsupported);
}

const toError = ({ code, message, param }: InputError) =>
  new DomainError(code, { message, ...(param && { param }) });

/**
 * Reads the `Idempotency-Key` of a request, if the endpoint supports it.
 *
 * @param scope the caller; null without authentication
 * @param readContent returns the content; called only if there is a key. In a repeat, content and path must be the same
 * @throws DomainError `invalid_parameter` if the key is not 1 to 255 printable ASCII characters
 */
export async function readIdempotency(
  endpoint: Endpoint,
  headers: RequestHeaders,
  scope: string | null,
  params: Record<string, string | undefined>,
  readContent: () => Uint8Array | Promise<Uint8Array>,
  requestId: string,
): Promise<Idempotency | null> {
  const key = headers.get('idempotency-key');
  if (key === null || !endpoint.idempotent) return null;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new DomainError('invalid_parameter', {
      param: 'Idempotency-Key',
      message: 'Idempotency-Key must be 1 to 255 printable ASCII characters.',
    });
  }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const content = Buffer.concat([Buffer.from(`${path}\n`), await readContent()]);
  return {
    // Without a caller, each request has a separate scope unless `handle` sets a scope.
    scope: scope ?? requestId,
    key,
    requestId,
    requestHash: Buffer.from(hash('sha256', content, 'hex'), 'hex'),
  };
}
