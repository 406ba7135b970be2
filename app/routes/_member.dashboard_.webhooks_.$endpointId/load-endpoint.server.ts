import type { LoaderFunctionArgs } from '@remix-run/node';
import { type Bar, layOutBars } from '#app/charts/lay-out.server.ts';
import { findEndpoint } from '#app/webhooks/require-known-keys.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { indiaOffsetMs, lastDaysInIndia } from '#domain/shared/days-in-india.browser.ts';
import { formatStep } from '#domain/shared/format.browser.ts';
import { listEventsInput } from '#domain/webhooks/contract.browser.ts';
import {
  type AttemptHour,
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

const hourMs = 3_600_000;

/** Up to this number of hours, each bar covers an hour; beyond it, a day. */
const maxHours = 48;

/** The minimum number of bars. Fewer bars would be too wide. */
const leastSteps = 12;

/** Attempts by hour, or by day over a longer time. Hours and days without attempts are included. */
function layOutAttempts(hours: readonly AttemptHour[]): Bar[] {
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return [];
  const isByHour = Date.parse(last.at) - Date.parse(first.at) < maxHours * hourMs;
  const step = isByHour ? hourMs : 24 * hourMs;
  const begin = (at: string) =>
    Math.floor((Date.parse(at) + indiaOffsetMs) / step) * step - indiaOffsetMs;
  const counts = new Map<number, Bar['counts']>();
  const from = Math.min(begin(first.at), begin(last.at) - (leastSteps - 1) * step);
  for (let at = from; at <= begin(last.at); at += step)
    counts.set(at, { accepted: 0, delivered: 0, failed: 0 });
  for (const { at, succeeded, failed } of hours) {
    const of = counts.get(begin(at));
    if (!of) continue;
    of.accepted += succeeded + failed;
    of.delivered += succeeded;
    of.failed += failed;
  }
  return layOutBars(
    [...counts].map(([at, of]) => ({
      ...{ from: new Date(at), to: new Date(at + step), counts: of },
      name: formatStep(new Date(at), isByHour ? 'hour' : 'day', 'long'),
    })),
  );
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
  const failures = health.failures.map(({ first }) => Date.parse(first));
  const dayOf = (at: Date) => lastDaysInIndia(at, 1)[0] ?? '';
  const now = clock.now();
  return {
    ...{ endpoint, health, events, recoveries, filter },
    /** The days of a replay: from the first failure that is shown until today. */
    days: { from: dayOf(new Date(Math.min(now.getTime(), ...failures))), to: dayOf(now) },
    bars: layOutAttempts(health.hours),
    limits: { countedAttempts, maxCountedWaiting },
    /** Idempotency key of the form that rotates the secret. */
    once: newId('req'),
  };
}

export type EndpointView = Awaited<ReturnType<typeof loadEndpoint>>;
