import { hash } from 'node:crypto';
import type { z } from 'zod';
import { describeIssue } from '#domain/shared/describe-issue.ts';
import { DomainError } from '#domain/shared/errors.ts';
import type { Idempotency } from '#domain/shared/idempotency/contract.ts';
import { firstInputError, type InputError } from '#domain/shared/input-error.ts';
import { findUnknownField } from '#domain/shared/unknown-field.ts';
import type { Endpoint } from '../endpoint.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
const json = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i;

/**
 * Maximum number of fields of all objects in a body: twice as many as 1,000 batch items have. Parsing cannot
 * be interrupted, and takes 80 ms for the 90,000 distinct fields that fit into 1 MiB.
 */
const maxFields = 20_000;

/** In bytes: parsing more cannot be interrupted for too long. A batch is the largest. */
const maxJson = 1024 * 1024;

/** A body of at most this many bytes cannot exceed `maxFields`: a field takes at least four bytes. */
const alwaysAllowedBytes = maxFields * 4;

/**
 * Parses a JSON body.
 *
 * @param raw the bytes as received
 * @throws DomainError `unsupported_media_type`, `body_too_large`, `invalid_json`, or `invalid_parameter` for
 *   more than 20,000 fields
 */
export function readBody(endpoint: Endpoint, headers: Headers, raw: Uint8Array): unknown {
  // What takes files may be larger, in a form.
  const maxBody = Math.min(endpoint.maxBody, maxJson);
  if (!json.test(headers.get('content-type') ?? '')) {
    throw new DomainError('unsupported_media_type');
  }
  if (raw.byteLength > maxBody) {
    throw new DomainError('body_too_large', {
      message: `The request body is larger than ${maxBody / 1024} KiB.`,
    });
  }
  if (raw.byteLength > alwaysAllowedBytes && countFields(raw) > maxFields) {
    throw new DomainError('invalid_parameter', {
      message: `The request body has more than ${maxFields.toLocaleString('en')} fields.`,
    });
  }
  try {
    return JSON.parse(decoder.decode(raw));
  } catch (error) {
    // `decode` and `parse` throw these for bytes that are not JSON in UTF-8, and for nothing else.
    if (error instanceof SyntaxError || error instanceof TypeError) {
      throw new DomainError('invalid_json');
    }
    throw error;
  }
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];

/**
 * Counts the fields of all objects in a JSON text, well-formed or not, as the colons outside strings.
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
 * Rejects a field that would change what happens if it were supported, whatever the caller's settings.
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
 * @param readContent what a repeat must have as well, besides the path; asked for only if there is a key
 * @throws DomainError `invalid_parameter` if it is not 1 to 255 printable ASCII characters
 */
export async function readIdempotency(
  endpoint: Endpoint,
  headers: Headers,
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
    // Without authentication each request has a scope of its own, until the verb sets one.
    scope: scope ?? requestId,
    key,
    requestId,
    requestHash: Buffer.from(hash('sha256', content, 'hex'), 'hex'),
  };
}
