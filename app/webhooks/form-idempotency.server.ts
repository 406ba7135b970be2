import { createHash } from 'node:crypto';
import type { Idempotency } from '#domain/shared/idempotency/contract.ts';
import { newId } from '#platform/ids.ts';

/**
 * Has a form that is sent twice carried out once.
 *
 * @param once what the page gave the form; null is returned without it
 * @param content what the form says: sent with other content it is another form
 */
export function formIdempotency(
  userId: string,
  once: FormDataEntryValue | null,
  content: unknown,
): Idempotency | null {
  if (typeof once !== 'string' || once === '') return null;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([once, content]))
    .digest();
  const key = `webhook form ${requestHash.toString('hex')}`;
  return { scope: userId, key, requestHash, requestId: newId('req') };
}
