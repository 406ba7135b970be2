import type { Tried } from '../stack/send-load.ts';

/** The callers' results. */
export type CallerTotals = {
  requests: number;
  calls: number;
  /** Messages that a response reported as accepted. */
  accepted: number;
  /** Requests aborted because their web was killed; they were sent again. */
  cutOff: number;
  /** Requests with a 503 `unavailable` and `Retry-After` while PostgreSQL recovered; they were sent again. */
  unavailable: number;
  /** A sentence for each unexpected response. */
  problems: string[];
};

/** Delay before a request is repeated, in milliseconds. */
const retryDelayMs = 200;

/**
 * Classifies responses while processes restart: only a killed web may break a connection, and only a recovery of
 * PostgreSQL may cause a 503.
 *
 * @param recoverySteps increases when a recovery begins and when it ends: odd while PostgreSQL recovers
 */
export function createClassifier(recoverySteps: () => number) {
  const totals: CallerTotals = {
    ...{ requests: 0, calls: 0, accepted: 0, cutOff: 0, unavailable: 0 },
    problems: [],
  };

  function classify({ call: { path, messages }, before, result }: Tried): number | null {
    totals.requests += 1;
    if (result.kind === 'no_backend') totals.problems.push('no web accepted a connection');
    if (result.kind === 'broken' && result.excused) totals.cutOff += 1;
    if (result.kind === 'broken' && !result.excused) totals.problems.push(`${path}: ${result.why}`);
    if (result.kind !== 'answered') return retryDelayMs;
    // Conflict: the aborted first request is still being processed.
    if (result.status === 409) return retryDelayMs;
    const isUnavailable = result.status === 503 && result.text.includes('"code":"unavailable"');
    // A recovery may begin and end while the request is in flight.
    const metRecovery = before % 2 === 1 || recoverySteps() !== before;
    if (isUnavailable && result.retryAfterMs && metRecovery) {
      totals.unavailable += 1;
      return result.retryAfterMs;
    }
    if (result.status >= 300) {
      totals.problems.push(`${path}: ${result.status} ${result.text.slice(0, 200)}`);
      return result.status < 500 ? null : retryDelayMs;
    }
    const accepted = result.text.split(/"(?:_id|otpId)":/).length - 1;
    if (accepted !== messages.length)
      totals.problems.push(`${path}: ${accepted} of ${messages.length} were accepted`);
    totals.accepted += accepted;
    totals.calls += 1;
    return null;
  }
  return { totals, classify };
}
