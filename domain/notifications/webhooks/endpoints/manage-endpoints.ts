import { prisma } from '#platform/db.ts';
import type { EndpointOutput } from '../endpoint-contract.browser.ts';
import { isEndpointId, noSuchEndpoint } from './no-such-endpoint.ts';
import { toEndpointOutput } from './to-endpoint-output.ts';

/** An account's endpoints, oldest first. @param livemode of this mode; of either mode if left out */
export async function listEndpoints(userId: string, livemode?: boolean): Promise<EndpointOutput[]> {
  const rows = await prisma.webhookEndpoint.findMany({
    where: { userId, ...ofMode(livemode) },
    orderBy: { id: 'asc' },
  });
  return rows.map(toEndpointOutput);
}

const ofMode = (livemode: boolean | undefined) => (livemode === undefined ? {} : { livemode });

/**
 * @param livemode of this mode; of either mode if left out
 * @throws DomainError `not_found`
 */
export async function getEndpoint(
  userId: string,
  id: string,
  livemode?: boolean,
): Promise<EndpointOutput> {
  const row = isEndpointId(id)
    ? await prisma.webhookEndpoint.findFirst({ where: { id, userId, ...ofMode(livemode) } })
    : null;
  if (!row) throw noSuchEndpoint();
  return toEndpointOutput(row);
}

/**
 * Deletes an endpoint. Its events stay in the log for 30 days; pending ones are discarded.
 *
 * @throws DomainError `not_found`
 */
export async function deleteEndpoint(userId: string, id: string): Promise<void> {
  const { count } = isEndpointId(id)
    ? await prisma.webhookEndpoint.deleteMany({ where: { id, userId } })
    : { count: 0 };
  if (count === 0) throw noSuchEndpoint();
}
