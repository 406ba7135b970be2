/** However rarely we ask, a peer that is alive answers within so long. */
const maxResponseMs = 10_000;

type Options = {
  everyMs: number;
  /** Sends an enquire_link and returns its sequence number. */
  ask: () => number;
  /** The peer gave no answer in time. */
  onSilence: () => void;
};

/**
 * Finds out whether the peer still lives: a TCP connection says nothing of a peer that lost its
 * power or hangs, so it is asked at intervals and has to answer.
 */
export function createKeepAlive({ everyMs, ask, onSilence }: Options) {
  let timer: NodeJS.Timeout | undefined;
  let asked: number | undefined;

  function enquire(): void {
    asked = ask();
    timer = setTimeout(
      // The answer may have come while this process was held up: first let the socket be read.
      () => setImmediate(() => asked !== undefined && onSilence()),
      Math.min(everyMs, maxResponseMs),
    );
  }

  return {
    /** Asks for the first time one interval from now. */
    start(): void {
      timer = setTimeout(enquire, everyMs);
    },
    /** Takes an answer; false if it is to another request. */
    answered(sequence: number): boolean {
      if (sequence !== asked) return false;
      asked = undefined;
      clearTimeout(timer);
      timer = setTimeout(enquire, everyMs);
      return true;
    },
    stop(): void {
      asked = undefined;
      clearTimeout(timer);
    },
  };
}
