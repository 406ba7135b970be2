import { createAccountRing, type Waiting } from '#domain/shared/account-ring.ts';
import type { Lane, Slot, SlotSource } from '../carriers/contract.ts';

/** A slot, and the carriers that were skipped because they were unusable. */
export type AcquiredSlot = { slot: Slot; skipped: string[] };

/**
 * Waits for a slot of another carrier of the message's route.
 *
 * @param tried names of the carriers that were already tried in this attempt
 * @param segments number of segments that remain to be submitted
 * @returns null if no carrier is usable, or no slot becomes free in time
 */
export type AcquireNext = (
  tried: ReadonlySet<string>,
  segments: number,
) => Promise<AcquiredSlot | null>;

/**
 * Longest wait for a slot of the next carrier, in milliseconds. It is short because the first carrier's outcome is not
 * recorded yet.
 */
const nextCarrierMs = 2_000;

const noSlot = Promise.resolve(null);

/** A message that waits for a slot of its first usable carrier. */
export type Turn = Waiting & {
  /** The carriers of the message, in the order in which they are tried. */
  carriers: readonly SlotSource[];
  /** Set only if another carrier has refused the message. It is called with a slot, or with null if no carrier is usable. */
  resume?: (acquired: AcquiredSlot | null) => void;
};

type Options<T> = {
  lane: Lane;
  stopping: AbortSignal;
  /** Called when a message gets a slot. The callee must release the slot. */
  onSlot: (turn: T, acquired: AcquiredSlot) => void;
  /** Called with messages that have no usable carrier, in the order in which they were waiting. */
  onNoCarrier: (turns: T[]) => void;
  /** Adds a promise for which shutdown waits. */
  track: (work: Promise<void>) => void;
};

/**
 * Gives the slots of the carriers to messages. Each carrier has one ring with all accounts whose messages wait for it. So all
 * accounts that compete for a carrier take turns, regardless of the route of a message, and of whether it comes from the queue
 * or from a carrier that refused it. Messages for one carrier never delay messages for another.
 *
 * This lane waits for only one slot of a carrier at a time. The account that gets the slot is chosen when the slot is free.
 */
export function createCarrierTurns<T extends Turn>(options: Options<T>) {
  const { lane, stopping, onSlot, onNoCarrier, track } = options;
  type Ring = ReturnType<typeof createAccountRing<T>>;
  const rings = new Map<SlotSource, Ring>();
  let submitted = 0;

  const sum = (of: (ring: Ring) => number) =>
    [...rings.values()].reduce((total, ring) => total + of(ring), 0);

  const firstUsable = ({ carriers }: T) => carriers.find((carrier) => carrier.usable());

  /** Puts messages into the rings of their first usable carriers. @returns false if a message has no usable carrier */
  function add(turns: T[]): boolean {
    const without: T[] = [];
    for (const turn of turns) {
      const carrier = firstUsable(turn);
      if (carrier) addTo(carrier, turn);
      else if (turn.resume) turn.resume(null);
      else without.push(turn);
    }
    if (without.length > 0) onNoCarrier(without);
    return without.length === 0;
  }

  function addTo(carrier: SlotSource, turn: T): void {
    const known = rings.get(carrier);
    const ring = known ?? createAccountRing<T>();
    ring.add(turn, turn.resume !== undefined);
    if (known) return;
    rings.set(carrier, ring);
    if (!stopping.aborted) track(giveSlots(carrier, ring));
  }

  /** Gives a carrier's slots to accounts round-robin, until no message waits for it. */
  async function giveSlots(carrier: SlotSource, ring: Ring): Promise<void> {
    while (ring.size > 0 && !stopping.aborted) {
      const slot = await carrier.acquire(lane, stopping);
      const turn = slot ? ring.next() : undefined;
      if (!slot) move();
      else if (turn) give(turn, carrier, slot);
      else slot.release();
    }
    // An empty ring has no order of accounts that must be kept.
    if (ring.size === 0) rings.delete(carrier);
  }

  function give(turn: T, carrier: SlotSource, slot: Slot): void {
    submitted += 1;
    const skipped = turn.carriers.slice(0, turn.carriers.indexOf(carrier)).map(({ name }) => name);
    if (turn.resume) turn.resume({ slot, skipped });
    else onSlot(turn, { slot, skipped });
  }

  /**
   * Moves messages that should now wait for a different carrier. Called after a carrier becomes usable or unusable, or a route
   * changes.
   *
   * @param update changes the carriers of a waiting message
   */
  function move(update?: (turn: T) => void): void {
    const isMoving = (from: SlotSource) => (turn: T) => {
      update?.(turn);
      return firstUsable(turn) !== from;
    };
    add([...rings].flatMap(([carrier, ring]) => ring.remove(isMoving(carrier))));
  }

  /**
   * Lets a message that a carrier has refused wait for its other carriers. The message goes before the other messages of its
   * account.
   */
  const nextOf =
    (turn: T): AcquireNext =>
    (tried, cost) => {
      const carriers = turn.carriers.filter(({ name }) => !tried.has(name));
      if (stopping.aborted || !carriers.some((carrier) => carrier.usable())) return noSlot;
      return new Promise((resolve) => {
        const timeout = AbortSignal.any([stopping, AbortSignal.timeout(nextCarrierMs)]);
        const giveUp = () => {
          for (const ring of rings.values()) ring.removeUrgent(waiting);
          resolve(null);
        };
        const resume = (acquired: AcquiredSlot | null) => {
          timeout.removeEventListener('abort', giveUp);
          resolve(acquired);
        };
        const waiting: T = { ...turn, cost, carriers, resume };
        timeout.addEventListener('abort', giveUp);
        add([waiting]);
      });
    };

  return {
    add,
    move,
    nextOf,
    /** Number of waiting accounts. An account counts once per carrier that it waits for. */
    accounts: (): number => sum((ring) => ring.accounts),
    /** The number of messages that wait for a slot, and of messages that have got a slot so far. */
    load: () => ({ waiting: sum((ring) => ring.size), submitted }),
    /** How many messages of an account wait, not counting messages that a carrier has refused. */
    waiting: (userId: string): number => sum((ring) => ring.waiting(userId)),
    /** Removes and returns all waiting messages. */
    drain: (): T[] => [...rings.values()].flatMap((ring) => ring.remove(() => true)),
  };
}
