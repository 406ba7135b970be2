import type { Carrier } from '#domain/messaging/delivery/carriers/contract.ts';
import { openCarrier } from '#domain/messaging/delivery/carriers/open-carrier.server.ts';
import { recordLateResponse } from '#domain/messaging/delivery/record-late-response.server.ts';
import { deliverySettings } from '#domain/messaging/delivery/settings.server.ts';
import { storeReceipt } from '#domain/messaging/delivery/store-receipt.server.ts';
import { logger } from '#platform/logger.ts';

/** Opens this worker's carriers, in the order in which they are tried. */
export function openCarriers(): Carrier[] {
  return deliverySettings.carriers.map((config) =>
    openCarrier(config, {
      onReceipt: storeReceipt,
      onLateResponse: (answer) => {
        recordLateResponse(config.name, answer).catch((error) =>
          logger.error({ error, carrier: config.name }, 'could not record a late response'),
        );
      },
    }),
  );
}
