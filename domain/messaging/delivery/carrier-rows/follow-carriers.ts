import { setTimeout as pause } from 'node:timers/promises';
import { logger } from '#platform/logger.ts';
import type { CarrierConfig } from '../carriers/carrier-config.ts';
import type { Route } from '../routing/choose-route.ts';
import { parseRouteText, readRouteText } from '../routing/route-rows.ts';
import { type CarrierRow, parseCarrierText, readCarrierText } from './carrier-row.ts';
import { seedCarriers } from './seed-carriers.ts';

/** How often the rows are read, in milliseconds: a change is felt within a second. */
const everyMs = 400;

/** Of an outage of PostgreSQL, every so many failures are logged. */
const logEvery = 25;

/**
 * Writes the carriers of the settings once, then reads all of them and the routes until it is stopped. What is read is compared as a
 * whole, so that a change by hand is felt as well. While PostgreSQL is down the last that was read goes on.
 *
 * @param on `change` is called with the rows at first, and whenever something of them has changed; `read` each time
 * @returns `first` resolves when they were read for the first time; `stop` ends it
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
    // Routes are read after carriers: a carrier is never used without the routes that were written before it was added or resumed.
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
