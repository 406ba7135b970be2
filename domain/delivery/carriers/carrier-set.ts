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

/**
 * The configuration without the values that an open carrier can take over; a change of the remaining ones needs a new
 * connection.
 */
function toConnection(config: CarrierConfig): Partial<CarrierConfig> {
  const { rate, window, otpShare, categories, hours, pricePaise, ...rest } = config;
  return rest;
}

/**
 * The carriers of this worker. They are opened, changed and closed one by one, so messages of the other carriers are not
 * held up.
 *
 * @param eventsOf the events of a carrier, by its name
 * @param sharing how rates are shared with other workers
 * @param on `usable` is called when a carrier begins to accept submits, `change` when the set of open carriers differs
 */
export function createCarrierSet(
  eventsOf: (name: string) => CarrierEvents,
  sharing: RateSharing,
  on: { usable: () => void; change: () => void },
) {
  const entries = new Map<string, Entry>();
  /** By name: a carrier binds again when its last sessions are closed. */
  const closing = new Map<string, Promise<void>>();
  let list: readonly Carrier[] = [];
  let isClosed = false;
  /** Listeners are not called while the list is incomplete. */
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

  /** Closes a carrier after its pending submits; then opens the carrier that is wanted under its name. */
  function retire(name: string, carrier: Carrier): void {
    const done = carrier
      .close()
      .catch((error) => logger.error({ error, carrier: name }, 'carrier was not closed in order'))
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

    /** Opens, changes and closes carriers until they are as wanted, in this order. */
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
