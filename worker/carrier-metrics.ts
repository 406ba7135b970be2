import type { Carrier } from '#domain/messaging/delivery/carriers/contract.ts';
import { gauge } from '#platform/metrics/instruments.server.ts';
import { isBound } from './readiness.ts';

/** Registers gauges of the bound and the throttling carriers. */
export function registerCarrierMetrics(carriers: readonly Carrier[]): void {
  gauge({
    name: 'dakiya_carrier_bound',
    help: 'Whether this worker is bound to the carrier: 1 or 0.',
    labelNames: ['carrier'],
    collect(bound) {
      for (const carrier of carriers)
        bound.set({ carrier: carrier.name }, isBound(carrier) ? 1 : 0);
    },
  });
  gauge({
    name: 'dakiya_carrier_paused',
    help: '1 while this worker pauses because the carrier throttles it, else 0.',
    labelNames: ['carrier'],
    collect(paused) {
      for (const { name, state } of carriers) {
        paused.set({ carrier: name }, state === 'paused' ? 1 : 0);
      }
    },
  });
}
