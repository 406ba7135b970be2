import { DomainError } from '#domain/shared/errors.ts';
import { beginNumber } from './begin-number.server.ts';
import { findWaitingNumber } from './find-waiting-number.server.ts';

/**
 * Sends the code again to the number that is not confirmed yet.
 *
 * @throws DomainError as `beginNumber`; `not_found` if no number waits
 */
export async function resendCode(userId: string, from: string): Promise<void> {
  const waiting = await findWaitingNumber(userId);
  if (!waiting) throw new DomainError('not_found', { message: 'Please enter the number first.' });
  await beginNumber(userId, waiting.number, from);
}
