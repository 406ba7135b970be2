import { setTimeout as pause } from 'node:timers/promises';
import { type Call, createCalls } from './calls.ts';
import type { RoundRobin } from './proxy.ts';

/** What callers saw. */
export type Seen = {
  requests: number;
  calls: number;
  /** Messages that an answer said were accepted. */
  accepted: number;
  /** Requests cut off because their web was killed; they were sent again. */
  cutOff: number;
  /** Milliseconds from the first try of a call to its answer. */
  latencies: number[];
  /** Whatever a caller should not have seen. */
  faults: string[];
};

/** Between two calls of one caller, and before one is repeated, in milliseconds. */
const breathMs = 100;
const againMs = 200;

/**
 * Calls the API with so many callers at once, each as the documentation tells: with an
 * `Idempotency-Key`, and the same call again until it is answered.
 *
 * @returns ends it: when every call that was begun is answered, what was seen
 */
export function drive(proxy: RoundRobin, credentials: Record<string, string>, callers: number) {
  const seen: Seen = { requests: 0, calls: 0, accepted: 0, cutOff: 0, latencies: [], faults: [] };
  const next = createCalls();
  let ending = false;

  async function once({ path, body, idempotencyKey, messages }: Call): Promise<boolean> {
    seen.requests += 1;
    const headers = {
      ...credentials,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    };
    const passed = await proxy.pass(path, { method: 'POST', headers, body });
    if (passed.kind === 'nobody') seen.faults.push('no web took a connection');
    if (passed.kind === 'broken' && passed.excused) seen.cutOff += 1;
    if (passed.kind === 'broken' && !passed.excused) seen.faults.push(`${path}: ${passed.why}`);
    if (passed.kind !== 'answered') return false;
    // Asked again while the first answer, which was cut off, is still being made.
    if (passed.status === 409) return false;
    if (passed.status >= 300) {
      seen.faults.push(`${path}: ${passed.status} ${passed.text.slice(0, 200)}`);
      return passed.status < 500;
    }
    const taken = passed.text.split(/"(?:_id|otpId)":/).length - 1;
    if (taken !== messages) seen.faults.push(`${path}: ${taken} of ${messages} were accepted`);
    seen.accepted += taken;
    seen.calls += 1;
    return true;
  }

  async function caller(): Promise<void> {
    while (!ending) {
      const call = next();
      const began = performance.now();
      while (!(await once(call))) await pause(againMs);
      seen.latencies.push(performance.now() - began);
      await pause(breathMs);
    }
  }
  const running = Array.from({ length: callers }, caller);
  return async function end(): Promise<Seen> {
    ending = true;
    await Promise.all(running);
    return seen;
  };
}
