import type { Pdu } from './pdu.ts';

/**
 * The queries of one session that were written and not answered, by sequence number. A response that comes later than
 * the timeout is of no use: the segment is asked about again.
 */
export function createPendingQueries(timeoutMs: number) {
  const pending = new Map<number, (answer: Pdu | null) => void>();

  return {
    /** Resolves with the response; null after the timeout, or when the session ends. */
    add(sequence: number): Promise<Pdu | null> {
      return new Promise((resolve) => {
        const settle = (answer: Pdu | null) => {
          clearTimeout(timer);
          pending.delete(sequence);
          resolve(answer);
        };
        const timer = setTimeout(settle, timeoutMs, null);
        pending.set(sequence, settle);
      });
    },
    /** @returns false if no query with this sequence number is waiting */
    answer(pdu: Pdu): boolean {
      const settle = pending.get(pdu.sequence);
      settle?.(pdu);
      return settle !== undefined;
    },
    abandon(): void {
      for (const settle of pending.values()) settle(null);
    },
  };
}
