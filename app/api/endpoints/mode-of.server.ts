import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { getEndpoint } from '#domain/notifications/webhooks/endpoints/manage-endpoints.ts';

/** The mode of a caller's key; undefined for a person who is signed in, who has both. */
export const modeOf = (caller: Caller | SignedInUser): boolean | undefined =>
  'keyId' in caller ? caller.livemode : undefined;

/**
 * Requires that a webhook endpoint is of the mode of the caller's key.
 *
 * @throws DomainError `not_found`
 */
export async function requireOwnMode(caller: Caller | SignedInUser, id: string): Promise<void> {
  const livemode = modeOf(caller);
  if (livemode !== undefined) await getEndpoint(caller.userId, id, livemode);
}
