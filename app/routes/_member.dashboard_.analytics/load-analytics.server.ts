import { z } from 'zod';
import { layOutLatency, layOutVolume } from '#app/charts/lay-out.server.ts';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import { loadKeyNames } from '#app/messages/read-filter.server.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { loadUsage } from '#app/usage/load-usage.server.ts';
import { findTemplateNames } from '#domain/dlt/registry/list-registry.ts';
import {
  type Dimension,
  dimensions,
  periodNames,
  periodOf,
  type StatFilter,
} from '#domain/messaging/stats/contract.ts';
import { addVerdicts, readStats } from '#domain/messaging/stats/read-stats.ts';
import { endpointName } from '#domain/webhooks/endpoint-contract.browser.ts';
import { listEndpoints } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { readDeliveries } from '#domain/webhooks/log/read-endpoint-health.ts';
import { clock } from '#platform/clock.browser.ts';

/** The parameters of the URL. An unknown value is replaced by the default, so that old links still open. */
const addressInput = z.object({
  range: z.enum(periodNames).catch('7d'),
  by: z.enum(dimensions).catch('template'),
  order: z.enum(['messages', 'failures']).catch('messages'),
});

function readFilter(search: URLSearchParams): StatFilter {
  const filter: StatFilter = {};
  for (const dimension of dimensions) {
    const value = search.get(dimension);
    if (value !== null && value.length <= 64 && !value.includes('\0')) filter[dimension] = value;
  }
  return filter;
}

/** Loads the figures of a period and of the previous period, for the dashboard's mode. */
export async function loadAnalytics(request: Request) {
  const signedIn = await requireSignedInUser(request);
  const { userId } = signedIn;
  const search = new URL(request.url).searchParams;
  const { range, by, order } = addressInput.parse(Object.fromEntries(search));
  const filter = readFilter(search);
  const livemode = await readLivemode(request, signedIn);
  const now = clock.now();
  const period = periodOf(range, now);
  const read = (splitBy: Dimension) => readStats(userId, period, { livemode, filter, splitBy });
  const [stats, ofCarriers, keys, endpoints, deliveries, usage] = await Promise.all([
    read(by),
    by === 'carrier' ? null : read('carrier'),
    loadKeyNames(userId, livemode),
    listEndpoints(userId, livemode),
    readDeliveries(userId, period, livemode),
    // Test messages do not use the plan.
    livemode ? loadUsage(signedIn) : null,
  ]);
  const carriers = (ofCarriers ?? stats).parts;
  const [names, reasons] = await Promise.all([
    loadNames(userId, by, keys, stats.parts),
    addVerdicts(
      stats.reasons.slice(0, 8),
      carriers.map(({ value }) => value),
    ),
  ]);
  return {
    ...{ livemode, range, by, order, filter, period, stats },
    /** The values of the dimension in the chosen order. */
    parts: order === 'failures' ? stats.parts.toSorted((a, b) => b.failed - a.failed) : stats.parts,
    volume: layOutVolume(stats.steps, period.step),
    latency: layOutLatency(stats.steps, period.step),
    ...{ carriers, reasons },
    names: { ...names, ...(filter.key && nameOfKey(keys, filter.key)) },
    webhooks: deliveries.map((of) => {
      const endpoint = endpoints.find(({ _id }) => _id === of.endpointId);
      return { ...of, name: endpoint ? endpointName(endpoint) : null };
    }),
    plan: usage,
  };
}

export type AnalyticsView = Awaited<ReturnType<typeof loadAnalytics>>;

type Names = Record<string, string>;

/**
 * The names of the values of a dimension, by value. Keys and templates have a name besides their id.
 */
async function loadNames(
  userId: string,
  by: Dimension,
  keys: { keyId: string; name: string }[],
  parts: { value: string }[],
): Promise<Names> {
  if (by === 'key') return Object.fromEntries(keys.map(({ keyId, name }) => [keyId, name]));
  if (by !== 'template') return {};
  return findTemplateNames(
    userId,
    parts.map(({ value }) => value),
  );
}

const nameOfKey = (keys: { keyId: string; name: string }[], wanted: string): Names =>
  Object.fromEntries(
    keys.filter(({ keyId }) => keyId === wanted).map(({ keyId, name }) => [keyId, name]),
  );
