import { DomainError } from '#domain/shared/errors.browser.ts';
import { OutboundError } from '#platform/http/user-address/outbound-error.ts';
import { checkUserAddress } from '#platform/http/user-address/post-to-user-address.ts';

/**
 * Where a name leads is checked at each attempt.
 *
 * @throws DomainError `invalid_parameter`
 */
export function checkEndpointUrl(url: string): void {
  try {
    checkUserAddress(url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new DomainError('invalid_parameter', { param: 'url', message: error.message });
  }
}
