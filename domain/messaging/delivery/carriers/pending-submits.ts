import type { LateResponse, Submit, SubmitOutcome } from './contract.ts';

/** Given-up submits whose answer is still hoped for, per session; the oldest are forgotten. */
const maxLateResponses = 10_000;

type Pending = {
  submit: Submit;
  timer: NodeJS.Timeout;
  resolve: (outcome: SubmitOutcome) => void;
};

/**
 * The submits of one session that were written and are not answered, by sequence number.
 *
 * The protocol library keeps none of this: its callbacks know no time limit and never hear of a
 * lost connection.
 *
 * @param timeoutMs after so long without an answer a submit is `unanswered`
 * @param onLateAnswer hears of an answer that came after that, on the same session
 */
export function createPendingSubmits(
  timeoutMs: number,
  onLateAnswer: (answer: LateResponse) => void,
) {
  const pending = new Map<number, Pending>();
  const late = new Map<number, Pick<LateResponse, 'reference' | 'recipient'>>();
  let whenEmpty: (() => void)[] = [];

  function settle(sequence: number, { timer, resolve }: Pending, outcome: SubmitOutcome): void {
    clearTimeout(timer);
    pending.delete(sequence);
    resolve(outcome);
    if (pending.size > 0) return;
    for (const tell of whenEmpty) tell();
    whenEmpty = [];
  }

  function giveUp(sequence: number, entry: Pending): void {
    const { reference, recipient } = entry.submit;
    late.set(sequence, { reference, recipient });
    if (late.size > maxLateResponses) {
      const [oldest] = late.keys();
      if (oldest !== undefined) late.delete(oldest);
    }
    settle(sequence, entry, { kind: 'unanswered' });
  }

  return {
    /** Resolves when no submit waits for its answer. */
    empty(): Promise<void> {
      if (pending.size === 0) return Promise.resolve();
      return new Promise((resolve) => whenEmpty.push(resolve));
    },

    /** Notes a submit that was just written; resolves when its fate is known. */
    add(sequence: number, submit: Submit): Promise<SubmitOutcome> {
      return new Promise((resolve) => {
        const timer = setTimeout(() => giveUp(sequence, entry), timeoutMs);
        const entry: Pending = { submit, timer, resolve };
        pending.set(sequence, entry);
      });
    },

    /**
     * Gives a submit its answer.
     *
     * @returns false if no submit with this sequence number is known
     */
    answer(sequence: number, outcome: SubmitOutcome): boolean {
      const entry = pending.get(sequence);
      if (entry) {
        settle(sequence, entry, outcome);
        return true;
      }
      const given = late.get(sequence);
      if (!given) return false;
      late.delete(sequence);
      onLateAnswer({ ...given, outcome });
      return true;
    },

    /** The session is over: whatever was written may have been sent, and no answer will come. */
    abandon(): void {
      late.clear();
      for (const [sequence, entry] of pending) settle(sequence, entry, { kind: 'unanswered' });
    },
  };
}
