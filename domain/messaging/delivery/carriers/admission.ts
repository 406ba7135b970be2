import type { Lane } from './contract.ts';
import type { TokenBucket } from './token-bucket.ts';
import type { Window } from './window.ts';

type Waiter = (admitted: boolean) => void;

/** Codes are served first. */
const lanes = ['otp', 'messages'] as const;

/**
 * Who may submit next: brings together the window, the rate, and whether the carrier takes
 * submits at all.
 *
 * Whoever can be admitted at once is, without a timer; one timer serves all who wait for the rate.
 */
export function createAdmission(window: Window, bucket: TokenBucket) {
  const waiting = {
    otp: { holding: new Set<Waiter>(), arriving: new Set<Waiter>() },
    messages: { holding: new Set<Waiter>(), arriving: new Set<Waiter>() },
  };
  let gate: 'open' | 'paused' | 'shut' = 'shut';
  /** Serves who waits for the rate. */
  let timer: NodeJS.Timeout | undefined;

  /**
   * Admits all of a lane who can be, those first who hold a place.
   *
   * @returns false if somebody waits for the rate alone
   */
  function serveLane(lane: Lane): boolean {
    const { holding, arriving } = waiting[lane];
    for (const waiter of holding) {
      if (!bucket.take(lane)) return false;
      holding.delete(waiter);
      waiter(true);
    }
    for (const waiter of arriving) {
      if (!window.hasRoom(lane)) break;
      if (!bucket.take(lane)) return false;
      window.take(lane);
      arriving.delete(waiter);
      waiter(true);
    }
    return true;
  }

  function serve(): void {
    if (gate !== 'open') return;
    const waits = lanes.find((lane) => !serveLane(lane));
    if (!waits) return;
    clearTimeout(timer);
    timer = setTimeout(serve, bucket.waitMs(waits));
  }

  function turnAway(waiters: Set<Waiter>): void {
    for (const waiter of waiters) waiter(false);
    waiters.clear();
  }

  return {
    get isOpen(): boolean {
      return gate === 'open';
    },

    /**
     * Waits for a place in the window and a token of the rate.
     *
     * @returns false as soon as the gate is not open or the signal aborts
     */
    enter(lane: Lane, signal?: AbortSignal): Promise<boolean> {
      if (gate !== 'open' || signal?.aborted) return Promise.resolve(false);
      const { arriving } = waiting[lane];
      return new Promise((resolve) => {
        const giveUp = () => {
          arriving.delete(waiter);
          resolve(false);
        };
        const waiter: Waiter = (admitted) => {
          signal?.removeEventListener('abort', giveUp);
          resolve(admitted);
        };
        signal?.addEventListener('abort', giveUp);
        arriving.add(waiter);
        serve();
      });
    },

    /**
     * Waits for another token in a place that is held already, through a pause if need be.
     *
     * @returns false as soon as the gate is shut
     */
    again(lane: Lane): Promise<boolean> {
      if (gate === 'shut') return Promise.resolve(false);
      return new Promise((resolve) => {
        waiting[lane].holding.add(resolve);
        serve();
      });
    },

    /** Gives a place back. */
    leave(lane: Lane): void {
      window.giveBack(lane);
      serve();
    },

    open(): void {
      gate = 'open';
      serve();
    },

    /** Turns arrivals away; those who hold a place wait. */
    pause(): void {
      gate = 'paused';
      for (const lane of lanes) turnAway(waiting[lane].arriving);
    },

    shut(): void {
      gate = 'shut';
      clearTimeout(timer);
      for (const lane of lanes) {
        turnAway(waiting[lane].arriving);
        turnAway(waiting[lane].holding);
      }
    },
  };
}

export type Admission = ReturnType<typeof createAdmission>;
