import type { LoaderFunctionArgs } from '@remix-run/node';
import { findEndpoint } from '#app/webhooks/require-known-keys.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { lastDaysInIndia } from '#domain/shared/days-in-india.browser.ts';
import { listEventsInput } from '#domain/webhooks/contract.browser.ts';
import {
  countedAttempts,
  maxCountedWaiting,
  readEndpointHealth,
} from '#domain/webhooks/log/read-endpoint-health.ts';
import { listEvents } from '#domain/webhooks/log/read-events.ts';
import { listRecoveries } from '#domain/webhooks/log/recover-events.ts';
import { clock } from '#platform/clock.browser.ts';
import { newId } from '#platform/ids.ts';

/** Events per page. */
const pageSize = 25;

const { type: typeInput, status: statusInput, after: afterInput } = listEventsInput.shape;

/** The filter in an address; unknown types and states are ignored. */
function readFilter({ searchParams }: URL) {
  const given = (name: string) => searchParams.get(name) || undefined;
  return {
    type: typeInput.safeParse(given('type')).data,
    status: statusInput.safeParse(given('status')).data,
    after: afterInput.safeParse(given('after')).data,
  };
}

/**
 * Loads an endpoint with its health, a page of its events, and its recoveries.
 *
 * @throws Response 404 if the account has no such endpoint
 */
export async function loadEndpoint(
  { userId }: SignedInUser,
  { request, params: { endpointId = '' } }: LoaderFunctionArgs,
) {
  const endpoint = await findEndpoint(userId, endpointId);
  const filter = readFilter(new URL(request.url));
  const [health, events, recoveries] = await Promise.all([
    readEndpointHealth(userId, endpoint._id),
    listEvents(userId, { ...filter, endpoint: endpoint._id, limit: pageSize }),
    listRecoveries(userId, endpoint._id),
  ]);
  const [today = ''] = lastDaysInIndia(clock.now(), 1);
  return {
    ...{ endpoint, health, events, recoveries, filter, today },
    limits: { countedAttempts, maxCountedWaiting },
    /** Idempotency key of the form that rotates the secret. */
    once: newId('req'),
  };
}

export type EndpointView = Awaited<ReturnType<typeof loadEndpoint>>;
