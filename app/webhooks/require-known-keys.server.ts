import { createHash } from 'node:crypto';
import { findUnknownApiIds } from '#domain/identity/api-keys/user-keys.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { Idempotency } from '#domain/shared/idempotency/saved-response.ts';
import type {
  EndpointChanges,
  EndpointOutput,
} from '#domain/webhooks/endpoint-contract.browser.ts';
import { getEndpoint } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import type { Transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';

/**
 * Creates the check that the keys of an endpoint exist. With a mistyped API ID, the endpoint would get no events, and
 * the mistake would stay unnoticed.
 *
 * @param param the caller's name for the keys
 * @returns a function that throws DomainError `invalid_parameter`
 */
export const requireKnownKeys =
  (userId: string, param: string) =>
  async (apiIds: string[], livemode: boolean, tx?: Transaction): Promise<void> => {
    const [unknown] = await findUnknownApiIds(userId, livemode, apiIds, tx);
    if (unknown === undefined) return;
    const message = `You have no ${livemode ? 'live' : 'test'} key with the API ID ${unknown}. An endpoint gets events only of keys in its own mode.`;
    throw new DomainError('invalid_parameter', { param, message });
  };

/**
 * Checks only newly added keys, because keys that the endpoint already has may have been deleted.
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

/**
 * Returns an endpoint of the account.
 *
 * @throws Response 404 if the account has no endpoint with this id
 */
export const findEndpoint = (userId: string, id: string): Promise<EndpointOutput> =>
  orNotFound(() => getEndpoint(userId, id));

/** @throws Response 404 if the account has no such object */
export async function orNotFound<T>(find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') {
      throw new Response(null, { status: 404 });
    }
    throw error;
  }
}

/**
 * Processes a form only once if it is submitted twice.
 *
 * @param once the idempotency key of the page; if undefined, the result is null
 * @param content the content of the form; a form with other content is processed again
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
