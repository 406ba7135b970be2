import { DomainError } from '#domain/shared/errors.browser.ts';
import type { EndpointOutput } from '#domain/webhooks/endpoint-contract.browser.ts';
import { getEndpoint } from '#domain/webhooks/endpoints/manage-endpoints.ts';

/** An endpoint of the account. @throws Response 404 if it has none of this id */
export const findEndpoint = (userId: string, id: string): Promise<EndpointOutput> =>
  orNotFound(() => getEndpoint(userId, id));

/** @throws Response 404 for what the account does not have */
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
