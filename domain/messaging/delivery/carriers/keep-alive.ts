/** Longest time for a response, whatever the interval. */
const maxResponseMs = 10_000;

type Options = {
  everyMs: number;
  /** Sends an enquire_link and returns its sequence number. */
  ask: () => number;
  /** Called when the peer did not respond in time. */
  onSilence: () => void;
};

/**
 * Detects a dead peer by enquire_link at intervals: an idle TCP connection does not reveal that a
 * peer lost power or hangs.
 */
export function createKeepAlive({ everyMs, ask, onSilence }: Options) {
  let timer: NodeJS.Timeout | undefined;
  let pendingSequence: number | undefined;

  function enquire(): void {
    pendingSequence = ask();
    timer = setTimeout(
      // The response may have arrived while this process was blocked: read the socket first.
      () => setImmediate(() => pendingSequence !== undefined && onSilence()),
      Math.min(everyMs, maxResponseMs),
    );
  }

  return {
    /** The first enquire_link is sent after one interval. */
    start(): void {
      timer = setTimeout(enquire, everyMs);
    },
    /** Handles a response; false if it belongs to another request. */
    answered(sequence: number): boolean {
      if (sequence !== pendingSequence) return false;
      pendingSequence = undefined;
      clearTimeout(timer);
      timer = setTimeout(enquire, everyMs);
      return true;
    },
    stop(): void {
      pendingSequence = undefined;
      clearTimeout(timer);
    },
  };
}
