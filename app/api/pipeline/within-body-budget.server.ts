import { DomainError } from '#domain/shared/errors.ts';
import { createFairSlots } from '#platform/fair-slots.ts';

/** In bytes. A body of 100 usual messages is smaller. */
const largeBody = 64 * 1024;

/**
 * While it is handled, a body takes about ten times its size: 100 bodies of 1 MiB at once made a web grow by 800 MiB.
 * Bodies that wait take their size.
 */
const takeTurn = createFairSlots({ perCaller: 2, total: 8, maxWaiting: 16 });

/**
 * Handles a call with a large body in turns of the accounts: two of an account at once, eight in all. So no account
 * can fill the memory of a web, or delay the calls of others by its own.
 *
 * @param caller null for calls without authentication, whose bodies are never large when they are handled
 * @throws DomainError `rate_limited` if 16 of the account wait already
 */
export async function inTurnIfLarge<T>(
  caller: { userId: string } | null,
  body: Uint8Array,
  handle: () => Promise<T>,
): Promise<T> {
  if (!caller || body.byteLength <= largeBody) return handle();
  const handled = takeTurn(caller.userId, handle);
  if (handled) return handled;
  throw new DomainError('rate_limited', {
    message: 'Too many of your requests with a body of more than 64 KiB are being handled.',
    retryAfterSeconds: 1,
  });
}
