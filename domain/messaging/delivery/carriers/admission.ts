import type { Claimant } from './contract.ts';
import type { TokenBucket } from './token-bucket.ts';

type Waiter = (admitted: boolean) => void;

/** By priority: OTPs first. */
const claimants = ['otp', 'messages', 'query'] as const;

/**
 * Decides which submit is admitted next, by the window, the rate, and whether the carrier accepts
 * submits at all. Uses no timer while submits can be admitted at once, and one timer for all that
 * wait for the rate.
 */
export function createAdmission(window: Window, bucket: TokenBucket) {
  const waiting = {
    otp: { holding: new Map<Waiter, number>(), arriving: new Set<Waiter>() },
    messages: { holding: new Map<Waiter, number>(), arriving: new Set<Waiter>() },
    query: { holding: new Map<Waiter, number>(), arriving: new Set<Waiter>() },
  };
  let gate: 'open' | 'paused' | 'shut' = 'shut';
  /** Runs when the rate allows the next submit. */
  let timer: NodeJS.Timeout | undefined;

  /**
   * Admits as many waiters of a kind as possible, first those that hold a place in the window. One that waits for
   * several tokens gets all of them before the next one gets any: else many would be complete at once, as a burst.
   *
   * @returns false if a waiter is blocked by the rate alone
   */
  function admitAll(lane: Claimant): boolean {
    const { holding, arriving } = waiting[lane];
    for (const [waiter, tokens] of holding) {
      for (let missing = tokens; missing > 0; missing -= 1) {
        if (bucket.consume(lane)) continue;
        holding.set(waiter, missing);
        return false;
      }
      holding.delete(waiter);
      waiter(true);
    }
    for (const waiter of arriving) {
      if (!window.hasRoom(lane)) break;
      if (!bucket.consume(lane)) return false;
      window.acquire(lane);
      arriving.delete(waiter);
      waiter(true);
    }
    return true;
  }

  function admitWaiting(): void {
    if (gate !== 'open') return;
    const blocked = claimants.find((claimant) => !admitAll(claimant));
    if (!blocked) return;
    clearTimeout(timer);
    timer = setTimeout(admitWaiting, bucket.waitMs(blocked));
  }

  function rejectAll(waiters: Set<Waiter> | Map<Waiter, number>): void {
    for (const waiter of waiters.keys()) waiter(false);
    waiters.clear();
  }

  bucket.onTokens(admitWaiting);

  return {
    get isOpen(): boolean {
      return gate === 'open';
    },

    /**
     * Waits for a place in the window and a token of the rate.
     *
     * @returns false as soon as the gate is not open or the signal aborts
     */
    enter(lane: Claimant, signal?: AbortSignal): Promise<boolean> {
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
        admitWaiting();
      });
    },

    /**
     * Waits for more tokens for a place that is held already, also during a pause.
     *
     * @returns false as soon as the gate is shut
     */
    again(lane: Claimant, tokens: number): Promise<boolean> {
      if (gate === 'shut') return Promise.resolve(false);
      return new Promise((resolve) => {
        waiting[lane].holding.set(resolve, tokens);
        admitWaiting();
      });
    },

    /** Releases a place. */
    leave(lane: Claimant): void {
      window.release(lane);
      admitWaiting();
    },

    open(): void {
      gate = 'open';
      admitWaiting();
    },

    /** Rejects new arrivals; waiters that hold a place keep waiting. */
    pause(): void {
      gate = 'paused';
      for (const claimant of claimants) rejectAll(waiting[claimant].arriving);
    },

    shut(): void {
      gate = 'shut';
      clearTimeout(timer);
      for (const claimant of claimants) {
        rejectAll(waiting[claimant].arriving);
        rejectAll(waiting[claimant].holding);
      }
    },
  };
}

export type Admission = ReturnType<typeof createAdmission>;

/**
 * The window of one carrier: how many submits may await a response at once. Bulk messages leave a
 * share of it free, so that an OTP finds room however long the backlog. A query takes no place in it, so that one that
 * is never answered holds up nothing; but there is only one, and only while messages would have room.
 *
 * @param size places in total
 * @param otpShare part of them that `messages` never use; one place is always left to `messages`
 */
export function createWindow(size: number, otpShare: number) {
  const toLimits = (of: number, share: number) => ({
    otp: of,
    messages: Math.max(1, of - Math.ceil(of * share)),
  });
  let limit = toLimits(size, otpShare);
  const used = { otp: 0, messages: 0, query: 0 };

  return {
    hasRoom: (lane: Claimant): boolean =>
      lane === 'query'
        ? used.query === 0 && used.otp + used.messages < limit.messages
        : used.otp + used.messages < limit.otp && used[lane] < limit[lane],
    acquire(lane: Claimant): void {
      used[lane] += 1;
    },
    release(lane: Claimant): void {
      used[lane] -= 1;
    },
    /** What is used stays so: a smaller window is kept to as places are released. */
    resize(newSize: number, newOtpShare: number): void {
      limit = toLimits(newSize, newOtpShare);
    },
  };
}

type Window = ReturnType<typeof createWindow>;
