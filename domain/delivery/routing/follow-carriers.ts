import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { query, transaction } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import type { CarrierConfig } from '../carriers/carrier-config.ts';
import { type CarrierRow, parseCarrierText, readCarrierText, writeCarrier } from './carrier-row.ts';
import type { Route } from './choose-route.ts';
import { carrierLock } from './manage-carriers.ts';
import { parseRouteText, readRouteText } from './route-rows.ts';

/** How often the rows are read, in milliseconds: a change takes effect within a second. */
const everyMs = 400;

/** During an outage of PostgreSQL, only one of this many failures is logged. */
const logEvery = 25;

/**
 * Writes the carriers of a worker's settings in their order, and removes carriers that came from the settings and are no longer
 * in them. Carriers that commands added stay, unless a carrier of the settings with the same name replaces them. A paused
 * carrier stays paused.
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
          logger.warn(
            { carrier: config.name },
            'the settings replace a carrier that an operator added',
          );
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
      logger.info({ carriers: gone }, 'removed carriers that the settings no longer name');
    },
    { lock: carrierLock },
  );
}

/** Drops undefined values, because they are also lost when the configuration is stored as JSON. */
const withoutUndefined = (config: CarrierConfig): unknown => JSON.parse(JSON.stringify(config));

/**
 * Writes the carriers of the settings once, then reads all carriers and routes repeatedly until `stop` is called. Any
 * difference from the previous read counts as a change, so manual changes in the database take effect too. While
 * PostgreSQL is down, the last rows stay in use.
 *
 * @param on `change` is called with the rows after the first read and after each change; `read` is called after each read
 * @returns `first` resolves after the first read; `stop` ends it
 */
export function followCarriers(
  configs: readonly CarrierConfig[],
  on: { change: (rows: CarrierRow[], routes: Route[]) => void; read: () => void },
): { first: Promise<void>; stop: () => void } {
  const stopping = new AbortController();
  let isSeeded = false;
  let known: string | undefined;
  let failures = 0;
  let onFirst: () => void;
  const first = new Promise<void>((resolve) => {
    onFirst = resolve;
  });

  async function look(): Promise<void> {
    if (!isSeeded) await seedCarriers(configs);
    isSeeded = true;
    // Routes are read after carriers: when a carrier is added or resumed, this read already contains all routes that
    // were written before.
    const carriers = await readCarrierText();
    const routes = await readRouteText();
    const text = `${carriers}${routes}`;
    if (stopping.signal.aborted || text === known) return;
    const { rows, unusable } = parseCarrierText(carriers);
    for (const { name, problem } of unusable) {
      logger.error({ carrier: name, problem }, 'carrier cannot be used');
    }
    on.change(rows, parseRouteText(routes));
    known = text;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await look();
        on.read();
        failures = 0;
        onFirst();
      } catch (error) {
        if (failures % logEvery === 0) logger.warn({ error }, 'could not read the carriers');
        failures += 1;
      }
      await pause(everyMs, undefined, { ref: false });
    }
  }

  void run();
  return { first, stop: () => stopping.abort() };
}
