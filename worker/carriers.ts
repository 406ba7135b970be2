import { type CarrierSet, createCarrierSet } from '#domain/delivery/carriers/carrier-set.ts';
import type { Carrier } from '#domain/delivery/carriers/contract.ts';
import { countSubmit, startHealthChecks } from '#domain/delivery/health/check-health.ts';
import type { Dispatcher } from '#domain/delivery/queue/dispatcher.ts';
import { countWorkers } from '#domain/delivery/queue/worker-heartbeat.ts';
import { startQueries } from '#domain/delivery/receipts/query-carriers.ts';
import { receiveReceipt } from '#domain/delivery/receipts/receive-receipt.ts';
import { keepUnread } from '#domain/delivery/receipts/unread-pdus.ts';
import { recordLateResponse } from '#domain/delivery/record-late-response.ts';
import { followCarriers } from '#domain/delivery/routing/follow-carriers.ts';
import { createRouting, type Routing } from '#domain/delivery/routing/routing.ts';
import { deliverySettings } from '#domain/delivery/settings.ts';
import { takeTokens } from '#platform/limits/shared-rate.ts';
import { logger } from '#platform/logger.ts';
import { gauge } from '#platform/metrics/instruments.ts';
import { checkReadiness, type Readiness } from '#platform/readiness/readiness.ts';

/**
 * Opens this worker's carriers, and then applies every change in the rows of carriers and routes.
 *
 * @param dispatchers returns the dispatchers that use the carriers
 */
export function openCarriers(dispatchers: () => readonly Dispatcher[]) {
  const carriers = createCarrierSet(
    (name) => ({
      onReceipt: receiveReceipt,
      onUnread: keepUnread,
      onOutcome: (outcome) => countSubmit(name, outcome),
      onLateResponse: (answer) => {
        recordLateResponse(name, answer).catch((error) =>
          logger.error({ error, carrier: name }, 'could not record a late response'),
        );
      },
    }),
    { take: takeTokens, workers: countWorkers },
    {
      usable() {
        for (const dispatcher of dispatchers()) dispatcher.carrierUsable();
      },
      change() {
        routing.refresh();
        for (const dispatcher of dispatchers()) dispatcher.reroute();
      },
    },
  );
  const routing = createRouting(carriers);
  const following = followCarriers(deliverySettings.carriers, {
    change: (rows, routes) => routing.apply(rows, routes),
    read: () => carriers.keepHours(),
  });
  const stopHealthChecks = startHealthChecks();
  const stopQueries = startQueries(carriers.list);
  const stop = () => {
    following.stop();
    stopQueries();
    stopHealthChecks();
  };
  return { carriers, routing, firstRead: following.first, stop };
}

/** Whether a carrier is bound. A carrier that is throttling us is bound too. */
const isBound = ({ state }: Carrier) => state === 'bound' || state === 'paused';

/**
 * A worker is ready while it can deliver: it needs PostgreSQL and at least one bound carrier. Without Redis it is degraded,
 * and finds its work in PostgreSQL.
 */
export const workerReadiness = (carriers: CarrierSet): Promise<Readiness> =>
  checkReadiness({
    needed: ['postgres', 'carriers'],
    others: { carriers: () => carriers.list().some(isBound) },
  });

/** Registers gauges for bound, throttling and unhealthy carriers. */
export function registerCarrierMetrics(carriers: CarrierSet, routing: Routing): void {
  gauge({
    name: 'dakiya_carrier_out',
    help: '1 while the carrier is unhealthy and tried last, else 0. All workers report the same value.',
    aggregator: 'max',
    labelNames: ['carrier'],
    collect(out) {
      out.reset();
      for (const { name } of carriers.list())
        out.set({ carrier: name }, routing.out().has(name) ? 1 : 0);
    },
  });
  gauge({
    name: 'dakiya_carrier_bound',
    help: 'Whether this worker is bound to the carrier: 1 or 0.',
    aggregator: 'max',
    labelNames: ['carrier'],
    collect(bound) {
      bound.reset();
      for (const carrier of carriers.list())
        bound.set({ carrier: carrier.name }, isBound(carrier) ? 1 : 0);
    },
  });
  gauge({
    name: 'dakiya_carrier_paused',
    help: '1 while this worker pauses because the carrier throttles it, else 0.',
    aggregator: 'max',
    labelNames: ['carrier'],
    collect(paused) {
      paused.reset();
      for (const { name, state } of carriers.list()) {
        paused.set({ carrier: name }, state === 'paused' ? 1 : 0);
      }
    },
  });
}
