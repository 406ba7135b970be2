import { DomainError } from '#domain/shared/errors.ts';
import type { Endpoint } from '../endpoint.ts';
import { countFields } from './count-fields.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
const json = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i;

/**
 * Maximum number of fields of all objects in a body: twice as many as 1,000 batch items have. Parsing cannot
 * be interrupted, and takes 80 ms for the 90,000 distinct fields that fit into 1 MiB.
 */
const maxFields = 20_000;

/** A body of at most this many bytes cannot exceed `maxFields`: a field takes at least four bytes. */
const alwaysAllowedBytes = maxFields * 4;

/**
 * Parses a JSON body.
 *
 * @param raw the bytes as received
 * @throws DomainError `unsupported_media_type`, `body_too_large`, `invalid_json`, or `invalid_parameter` for
 *   more than 20,000 fields
 */
export function readBody({ maxBody }: Endpoint, headers: Headers, raw: Uint8Array): unknown {
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
