import type { LateResponse, Submit, SubmitOutcome } from './contract.ts';

/** Timed-out submits per session whose late response is still matched; the oldest are dropped. */
const maxLateResponses = 10_000;

type Pending = {
  submit: Submit;
  timer: NodeJS.Timeout;
  resolve: (outcome: SubmitOutcome) => void;
};

/**
 * The submits of one session that were written and not answered, by sequence number.
 *
 * @param timeoutMs after this time without a response a submit is `unanswered`
 * @param onLateResponse called for a response that arrives later, on the same session
 */
export function createPendingSubmits(
  timeoutMs: number,
  onLateResponse: (answer: LateResponse) => void,
) {
  const pending = new Map<number, Pending>();
  const late = new Map<number, Pick<LateResponse, 'reference' | 'recipient'>>();
  let whenEmpty: (() => void)[] = [];

  function settle(sequence: number, { timer, resolve }: Pending, outcome: SubmitOutcome): void {
    clearTimeout(timer);
    pending.delete(sequence);
    resolve(outcome);
    if (pending.size > 0) return;
    for (const notify of whenEmpty) notify();
    whenEmpty = [];
  }

  function timeOut(sequence: number, entry: Pending): void {
    const { reference, recipient } = entry.submit;
    late.set(sequence, { reference, recipient });
    if (late.size > maxLateResponses) {
      const [oldest] = late.keys();
      if (oldest !== undefined) late.delete(oldest);
    }
    settle(sequence, entry, { kind: 'unanswered' });
  }

  return {
    /** Resolves when no submit is pending. */
    empty(): Promise<void> {
      if (pending.size === 0) return Promise.resolve();
      return new Promise((resolve) => whenEmpty.push(resolve));
    },

    /**
     * Registers a written submit; resolves with its outcome (response, timeout or lost connection).
     */
    add(sequence: number, submit: Submit): Promise<SubmitOutcome> {
      return new Promise((resolve) => {
        const timer = setTimeout(() => timeOut(sequence, entry), timeoutMs);
        const entry: Pending = { submit, timer, resolve };
        pending.set(sequence, entry);
      });
    },

    /**
     * Resolves a submit with its response.
     *
     * @returns false if no submit with this sequence number is known
     */
    answer(sequence: number, outcome: SubmitOutcome): boolean {
      const entry = pending.get(sequence);
      if (entry) {
        settle(sequence, entry, outcome);
        return true;
      }
      const timedOut = late.get(sequence);
      if (!timedOut) return false;
      late.delete(sequence);
      onLateResponse({ ...timedOut, outcome });
      return true;
    },

    /** The session has ended: written submits may have been sent, and no response will arrive. */
    abandon(): void {
      late.clear();
      for (const [sequence, entry] of pending) settle(sequence, entry, { kind: 'unanswered' });
    },
  };
}
