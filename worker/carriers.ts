import type { Carrier } from '#domain/messaging/delivery/carriers/contract.ts';
import { openCarrier } from '#domain/messaging/delivery/carriers/open-carrier.server.ts';
import { recordLateResponse } from '#domain/messaging/delivery/record-late-response.server.ts';
import { deliverySettings } from '#domain/messaging/delivery/settings.server.ts';
import { storeReceipt } from '#domain/messaging/delivery/store-receipt.server.ts';
import { logger } from '#platform/logger.ts';

/** The carriers of this worker, in the order in which they are tried. */
export function openCarriers(): Carrier[] {
  return deliverySettings.carriers.map((config) =>
    openCarrier(config, {
      onReceipt: storeReceipt,
      onLateAnswer: (answer) => {
        recordLateResponse(config.name, answer).catch((error) =>
          logger.error({ error, carrier: config.name }, 'a late answer could not be recorded'),
        );
      },
    }),
  );
}
