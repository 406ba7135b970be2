import { setTimeout as pause } from 'node:timers/promises';
import { type Call, createCalls } from './calls.ts';
import type { RoundRobin } from './proxy.ts';

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
  /** Milliseconds from the first request of a call to its final response. */
  latencies: number[];
  /** A sentence for each unexpected response. */
  problems: string[];
};

/** Delays between two calls of a caller, and before a request is repeated. */
const callDelayMs = 100;
const retryDelayMs = 200;

type LoadOptions = {
  proxy: RoundRobin;
  credentials: Record<string, string>;
  /** The number of concurrent callers. */
  callers: number;
  /** Increases when a recovery of PostgreSQL begins and when it ends: odd while it recovers. */
  recoverySteps: () => number;
};

/**
 * Calls the API with several concurrent callers, each as the documentation recommends: with an
 * `Idempotency-Key`, repeating the call until it gets a response, after a 503 when its `Retry-After`
 * has passed.
 *
 * @returns the totals so far, and `end`, which stops the callers and resolves when their calls are completed
 */
export function sendLoad({ proxy, credentials, callers, recoverySteps }: LoadOptions) {
  const totals: CallerTotals = {
    ...{ requests: 0, calls: 0, accepted: 0, cutOff: 0, unavailable: 0 },
    latencies: [],
    problems: [],
  };
  const next = createCalls();
  let ending = false;

  /** @returns the milliseconds after which the call must be repeated; null when it is completed */
  async function once({ path, body, idempotencyKey, messages }: Call): Promise<number | null> {
    totals.requests += 1;
    const stepsBefore = recoverySteps();
    const headers = {
      ...credentials,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    };
    const result = await proxy.pass(path, { method: 'POST', headers, body });
    if (result.kind === 'no_backend') totals.problems.push('no web accepted a connection');
    if (result.kind === 'broken' && result.excused) totals.cutOff += 1;
    if (result.kind === 'broken' && !result.excused) totals.problems.push(`${path}: ${result.why}`);
    if (result.kind !== 'answered') return retryDelayMs;
    // Conflict: the aborted first request is still being processed.
    if (result.status === 409) return retryDelayMs;
    const isUnavailable = result.status === 503 && result.text.includes('"code":"unavailable"');
    // A recovery may begin and end while the request is in flight.
    const metRecovery = stepsBefore % 2 === 1 || recoverySteps() !== stepsBefore;
    if (isUnavailable && result.retryAfterMs && metRecovery) {
      totals.unavailable += 1;
      return result.retryAfterMs;
    }
    if (result.status >= 300) {
      totals.problems.push(`${path}: ${result.status} ${result.text.slice(0, 200)}`);
      return result.status < 500 ? null : retryDelayMs;
    }
    const accepted = result.text.split(/"(?:_id|otpId)":/).length - 1;
    if (accepted !== messages)
      totals.problems.push(`${path}: ${accepted} of ${messages} were accepted`);
    totals.accepted += accepted;
    totals.calls += 1;
    return null;
  }

  async function caller(): Promise<void> {
    while (!ending) {
      const call = next();
      const began = performance.now();
      for (let next = await once(call); next !== null; next = await once(call)) await pause(next);
      totals.latencies.push(performance.now() - began);
      await pause(callDelayMs);
    }
  }
  const running = Array.from({ length: callers }, caller);
  return {
    totals,
    async end(): Promise<void> {
      ending = true;
      await Promise.all(running);
    },
  };
}
