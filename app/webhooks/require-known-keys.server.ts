import { findUnknownApiIds } from '#domain/identity/api-keys/list-keys.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { EndpointChanges } from '#domain/webhooks/endpoint-contract.browser.ts';
import { getEndpoint } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import type { Transaction } from '#platform/db.ts';

/**
 * Makes what requires that the keys of an endpoint exist: with a mistyped API ID it would get nothing, and nobody would
 * notice.
 *
 * @param param what the caller names them
 * @returns a function that throws DomainError `invalid_parameter`
 */
export const requireKnownKeys =
  (userId: string, param: string) =>
  async (apiIds: string[], livemode: boolean, tx?: Transaction): Promise<void> => {
    const [unknown] = await findUnknownApiIds(userId, livemode, apiIds, tx);
    if (unknown === undefined) return;
    const message = `You have no ${livemode ? 'live' : 'test'} key with the API ID ${unknown}. An endpoint gets events of keys of its own mode.`;
    throw new DomainError('invalid_parameter', { param, message });
  };

/**
 * The same for the keys that an endpoint did not have before: one that it has may be deleted.
 *
 * @throws DomainError `invalid_parameter`, `not_found`
 */
export async function requireKnownNewKeys(
  userId: string,
  param: string,
  id: string,
  { api_ids }: EndpointChanges,
): Promise<void> {
  if (!api_ids?.length) return;
  const { apiIds, livemode } = await getEndpoint(userId, id);
  const added = api_ids.filter((apiId) => !apiIds.includes(apiId));
  await requireKnownKeys(userId, param)(added, livemode);
}
