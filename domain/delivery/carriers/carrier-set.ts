import { isDeepStrictEqual } from 'node:util';
import { clock } from '#platform/clock.browser.ts';
import { logger } from '#platform/logger.ts';
import { isWithinHours } from '../../sms/hours.ts';
import type { CarrierConfig } from './carrier-config.ts';
import type { Carrier, CarrierEvents } from './contract.ts';
import { openCarrier, type RateSharing } from './open-carrier.ts';

/** The wanted configuration of a carrier. */
export type WantedCarrier = { config: CarrierConfig; isPaused: boolean };

type Entry = {
  wanted: WantedCarrier;
  /** Null while the previous connection closes. */
  carrier: Carrier | null;
  /** The configuration with which `carrier` was opened. */
  opened: CarrierConfig;
};

/** Returns the settings whose change needs a new connection. An open carrier applies changes of the other settings at once. */
function toConnection(config: CarrierConfig): Partial<CarrierConfig> {
  const { rate, window, otpShare, categories, hours, pricePaise, ...rest } = config;
  return rest;
}

/**
 * The carriers of this worker. Each carrier is opened, changed and closed separately, so that a change of one carrier does not
 * delay the messages of other carriers.
 *
 * @param eventsOf returns the event handlers of a carrier, given its name
 * @param sharing how rates are shared with other workers
 * @param on `usable` is called when a carrier begins to accept submits; `change` is called when the set of open carriers may
 *   have changed
 */
export function createCarrierSet(
  eventsOf: (name: string) => CarrierEvents,
  sharing: RateSharing,
  on: { usable: () => void; change: () => void },
) {
  const entries = new Map<string, Entry>();
  /** The carriers that are closing, by name. A carrier with the same name is opened only when the old sessions are closed. */
  const closing = new Map<string, Promise<void>>();
  let list: readonly Carrier[] = [];
  let isClosed = false;
  /** True while `apply` runs. The list is incomplete during this time, so listeners are not called. */
  let isApplying = false;

  function refreshList(): void {
    if (isApplying) return;
    list = [...entries.values()].flatMap(({ carrier }) => carrier ?? []);
    on.change();
  }

  function open(entry: Entry): void {
    const { config, isPaused } = entry.wanted;
    try {
      entry.carrier = openCarrier(
        config,
        { ...eventsOf(config.name), onUsable: on.usable },
        sharing,
      );
      entry.carrier.suspend(isPaused || !isWithinHours(config.hours, clock.now()));
    } catch (error) {
      logger.error({ error, carrier: config.name }, 'carrier cannot be opened');
    }
    entry.opened = config;
    refreshList();
  }

  /** Waits for the pending submits of a carrier and closes it, then opens the wanted carrier with the same name. */
  function retire(name: string, carrier: Carrier): void {
    const done = carrier
      .close()
      .catch((error) => logger.error({ error, carrier: name }, 'could not close a carrier'))
      .then(() => {
        closing.delete(name);
        const next = entries.get(name);
        if (next && !next.carrier && !isClosed) open(next);
      });
    closing.set(name, done);
  }

  function adjust(entry: Entry): void {
    const { carrier, opened, wanted } = entry;
    const { config, isPaused } = wanted;
    if (!carrier) {
      // If the previous connection is still closing, `retire` opens the new one afterwards.
      if (!closing.has(config.name)) open(entry);
    } else if (isDeepStrictEqual(toConnection(opened), toConnection(config))) {
      carrier.tune(config);
      carrier.suspend(isPaused || !isWithinHours(config.hours, clock.now()));
      entry.opened = config;
    } else {
      logger.info({ carrier: config.name }, 'carrier has changed; reconnecting');
      entry.carrier = null;
      retire(config.name, carrier);
    }
  }

  return {
    /** The open carriers, in the order in which they are tried. */
    list: (): readonly Carrier[] => list,

    /** Opens, changes and closes carriers so that the set matches this list and its order. */
    apply(wanted: WantedCarrier[]): void {
      if (isClosed) return;
      isApplying = true;
      const before = new Map(entries);
      entries.clear();
      for (const one of wanted) {
        const { name } = one.config;
        const known = before.get(name);
        before.delete(name);
        const entry = known ?? { wanted: one, carrier: null, opened: one.config };
        entry.wanted = one;
        entries.set(name, entry);
        adjust(entry);
      }
      for (const [name, { carrier }] of before) {
        if (!carrier) continue;
        logger.info({ carrier: name }, 'carrier is removed');
        retire(name, carrier);
      }
      isApplying = false;
      refreshList();
    },

    /** Suspends and resumes carriers by their hours; called about once a second. */
    keepHours(): void {
      for (const { carrier, wanted } of entries.values()) {
        const { isPaused, config } = wanted;
        if (config.hours) carrier?.suspend(isPaused || !isWithinHours(config.hours, clock.now()));
      }
    },

    /** Closes all carriers permanently. */
    async close(): Promise<void> {
      isClosed = true;
      const open = [...entries.values()].flatMap(({ carrier }) => carrier ?? []);
      await Promise.all([...open.map((carrier) => carrier.close()), ...closing.values()]);
    },
  };
}

export type CarrierSet = ReturnType<typeof createCarrierSet>;
