import { setTimeout as pause } from 'node:timers/promises';
import { type Call, createCalls } from './calls.ts';
import type { RoundRobin } from './proxy.ts';

/** What callers saw. */
export type CallerTotals = {
  requests: number;
  calls: number;
  /** Messages that an answer said were accepted. */
  accepted: number;
  /** Requests cut off because their web was killed; they were sent again. */
  cutOff: number;
  /** Requests answered 503 `unavailable` with `Retry-After` while PostgreSQL recovered; they were sent again. */
  unavailable: number;
  /** Milliseconds from the first try of a call to its answer. */
  latencies: number[];
  /** Whatever a caller should not have seen. */
  faults: string[];
};

/** Between two calls of one caller, and before one is repeated, in milliseconds. */
const breathMs = 100;
const againMs = 200;

type Driven = {
  proxy: RoundRobin;
  credentials: Record<string, string>;
  /** How many call at once. */
  callers: number;
  /** How many recoveries PostgreSQL has begun and ended, both counted: odd while it recovers. */
  recoverySteps: () => number;
};

/**
 * Calls the API with so many callers at once, each as the documentation tells: with an
 * `Idempotency-Key`, and the same call again until it is answered; after a 503 not before its
 * `Retry-After` is over.
 *
 * @returns what is seen so far, and what ends it: when every call that was begun is answered
 */
export function sendLoad({ proxy, credentials, callers, recoverySteps }: Driven) {
  const seen: CallerTotals = {
    ...{ requests: 0, calls: 0, accepted: 0, cutOff: 0, unavailable: 0 },
    latencies: [],
    faults: [],
  };
  const next = createCalls();
  let ending = false;

  /** @returns in how many milliseconds the call is to be sent again; null once it is answered */
  async function once({ path, body, idempotencyKey, messages }: Call): Promise<number | null> {
    seen.requests += 1;
    const stepsBefore = recoverySteps();
    const headers = {
      ...credentials,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    };
    const passed = await proxy.pass(path, { method: 'POST', headers, body });
    if (passed.kind === 'nobody') seen.faults.push('no web took a connection');
    if (passed.kind === 'broken' && passed.excused) seen.cutOff += 1;
    if (passed.kind === 'broken' && !passed.excused) seen.faults.push(`${path}: ${passed.why}`);
    if (passed.kind !== 'answered') return againMs;
    // Asked again while the first answer, which was cut off, is still being made.
    if (passed.status === 409) return againMs;
    const isUnavailable = passed.status === 503 && passed.text.includes('"code":"unavailable"');
    // A recovery may begin and end while the call is under way.
    const metRecovery = stepsBefore % 2 === 1 || recoverySteps() !== stepsBefore;
    if (isUnavailable && passed.retryAfterMs && metRecovery) {
      seen.unavailable += 1;
      return passed.retryAfterMs;
    }
    if (passed.status >= 300) {
      seen.faults.push(`${path}: ${passed.status} ${passed.text.slice(0, 200)}`);
      return passed.status < 500 ? null : againMs;
    }
    const taken = passed.text.split(/"(?:_id|otpId)":/).length - 1;
    if (taken !== messages) seen.faults.push(`${path}: ${taken} of ${messages} were accepted`);
    seen.accepted += taken;
    seen.calls += 1;
    return null;
  }

  async function caller(): Promise<void> {
    while (!ending) {
      const call = next();
      const began = performance.now();
      for (let next = await once(call); next !== null; next = await once(call)) await pause(next);
      seen.latencies.push(performance.now() - began);
      await pause(breathMs);
    }
  }
  const running = Array.from({ length: callers }, caller);
  return {
    seen,
    async end(): Promise<void> {
      ending = true;
      await Promise.all(running);
    },
  };
}
