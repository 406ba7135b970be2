import type { Carrier } from '#domain/messaging/delivery/carriers/contract.ts';
import { openCarrier } from '#domain/messaging/delivery/carriers/open-carrier.server.ts';
import { receiveReceipt } from '#domain/messaging/delivery/receipts/receive-receipt.server.ts';
import { recordLateResponse } from '#domain/messaging/delivery/record-late-response.server.ts';
import { deliverySettings } from '#domain/messaging/delivery/settings.server.ts';
import { logger } from '#platform/logger.ts';
import { gauge } from '#platform/metrics/instruments.server.ts';
import { checkReadiness, type Readiness } from '#platform/readiness/readiness.server.ts';

/** Opens this worker's carriers, in the order in which they are tried. */
export function openCarriers(): Carrier[] {
  return deliverySettings.carriers.map((config) =>
    openCarrier(config, {
      onReceipt: receiveReceipt,
      onLateResponse: (answer) => {
        recordLateResponse(config.name, answer).catch((error) =>
          logger.error({ error, carrier: config.name }, 'could not record a late response'),
        );
      },
    }),
  );
}

/** Whether a carrier is bound, throttling or not. */
const isBound = ({ state }: Carrier) => state === 'bound' || state === 'paused';

/** A worker is ready while it can deliver: it needs PostgreSQL, Redis and a bound carrier. */
export const workerReadiness = (carriers: readonly Carrier[]): Promise<Readiness> =>
  checkReadiness({
    needed: ['postgres', 'redis', 'carriers'],
    others: { carriers: () => carriers.some(isBound) },
  });

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
