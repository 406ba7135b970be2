import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { endOfDayInIndia } from './expiry-day.ts';

/**
 * The expiry of a key whose last day was selected in a form; null if none was.
 *
 * @throws DomainError `invalid_parameter` for a day in the past
 */
export function parseExpiry(day: string | undefined): Date | null {
  if (day === undefined) return null;
  const at = endOfDayInIndia(day);
  if (at > clock.now()) return at;
  throw new DomainError('invalid_parameter', {
    param: 'expiresOn',
    message: 'Please pick today or a future date',
  });
}
