import { hash } from 'node:crypto';
import { DomainError } from '#domain/shared/errors.ts';
import type { Idempotency } from '#domain/shared/idempotency/contract.ts';
import type { Endpoint } from '../endpoint.ts';

/**
 * Reads the `Idempotency-Key` of a request, if the endpoint supports it.
 *
 * @throws DomainError `invalid_parameter` if it is not 1 to 255 printable ASCII characters
 */
export function readIdempotency(
  endpoint: Endpoint,
  headers: Headers,
  caller: { userId: string } | null,
  raw: Uint8Array,
  requestId: string,
): Idempotency | null {
  const key = headers.get('idempotency-key');
  if (key === null || !endpoint.idempotent) return null;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new DomainError('invalid_parameter', {
      param: 'Idempotency-Key',
      message: 'Idempotency-Key must be 1 to 255 printable ASCII characters.',
    });
  }
  const content = Buffer.concat([Buffer.from(`${endpoint.path}\n`), raw]);
  return {
    // Without authentication each request has a scope of its own, until the verb sets one.
    scope: caller?.userId ?? requestId,
    key,
    requestId,
    requestHash: Buffer.from(hash('sha256', content, 'hex'), 'hex'),
  };
}
