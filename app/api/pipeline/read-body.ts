import { DomainError } from '#domain/shared/errors.ts';
import type { Endpoint } from '../endpoint.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
const json = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i;

/**
 * Reads a JSON body.
 *
 * @param raw the bytes as received
 * @throws DomainError `unsupported_media_type`, `body_too_large` or `invalid_json`
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
  try {
    return JSON.parse(decoder.decode(raw));
  } catch (error) {
    // Both throw for bytes that are not JSON in UTF-8, and for nothing else.
    if (error instanceof SyntaxError || error instanceof TypeError) {
      throw new DomainError('invalid_json');
    }
    throw error;
  }
}
