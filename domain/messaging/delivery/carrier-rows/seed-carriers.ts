import { isDeepStrictEqual } from 'node:util';
import { query, transaction } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import type { CarrierConfig } from '../carriers/carrier-config.ts';
import { parseCarrierText, readCarrierText, writeCarrier } from './carrier-row.ts';
import { carrierLock } from './manage-carriers.ts';

/**
 * Writes the carriers of a worker's settings, in their order, and removes those that came from settings and are not there
 * any more. What commands added stays; a carrier of the settings takes the place of one that has its name. Whether a
 * carrier is paused is not a setting, and stays as it is.
 */
export async function seedCarriers(configs: readonly CarrierConfig[]): Promise<void> {
  await transaction(
    async (tx) => {
      const { rows, unusable } = parseCarrierText(await readCarrierText(tx));
      for (const [position, config] of configs.entries()) {
        const row = rows.find((one) => one.config.name === config.name);
        const isSame = row?.source === 'settings' && row.position === position;
        if (isSame && isDeepStrictEqual(row.config, withoutUndefined(config))) continue;
        if (row?.source === 'operator') {
          logger.warn({ carrier: config.name }, 'the settings replace a carrier that was added');
        }
        await writeCarrier(tx, config, 'settings', position);
      }
      const names = new Set(configs.map(({ name }) => name));
      const gone = [
        ...rows.map(({ source, config }) => ({ source, name: config.name })),
        ...unusable,
      ]
        .filter(({ source, name }) => source === 'settings' && !names.has(name))
        .map(({ name }) => name);
      if (gone.length === 0) return;
      await query('drop-carriers', 'DELETE FROM carriers WHERE name = ANY ($1)', [gone], tx);
      logger.info({ carriers: gone }, 'removed carriers that the settings do not name any more');
    },
    { lock: carrierLock },
  );
}

/** As JSON would store it. */
const withoutUndefined = (config: CarrierConfig): unknown => JSON.parse(JSON.stringify(config));
