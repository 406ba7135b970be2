import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from './calls.ts';
import type { ProxyResult, RoundRobin } from './proxy.ts';

/** What happened to one request. */
export type Tried = {
  call: Call;
  /** What `before` returned when it was sent. */
  before: number;
  result: ProxyResult;
};

type LoadOptions = {
  proxy: RoundRobin;
  /** The number of concurrent callers. */
  callers: number;
  /** A caller's next call. */
  next: (caller: number) => Call;
  /** Read before each request, for `classify`. */
  before?: () => number;
  /** Milliseconds between two calls of a caller; by default 100. */
  callDelayMs?: number | undefined;
  /** Milliseconds after which a caller gives a request up; by default never. */
  timeoutMs?: number;
  /** Classifies the result of a request. @returns the milliseconds after which it must be repeated; null if its call is completed */
  classify: (tried: Tried) => number | null;
};

/**
 * Calls the API with several concurrent callers, each as the documentation recommends: with an
 * `Idempotency-Key`, repeating the call until it gets a response.
 *
 * @returns the calls' durations in milliseconds, from the first request to the final response, and `end`, which
 *   stops the callers and resolves when their calls are completed
 */
export function sendLoad({
  proxy,
  callers,
  next,
  before = () => 0,
  callDelayMs = 100,
  timeoutMs,
  classify,
}: LoadOptions) {
  const latencies: number[] = [];
  let ending = false;

  async function send(call: Call): Promise<number | null> {
    const was = before();
    const result = await proxy.pass(call.path, {
      method: 'POST',
      headers: call.headers,
      body: call.body,
      ...(timeoutMs && { signal: AbortSignal.timeout(timeoutMs) }),
    });
    return classify({ call, before: was, result });
  }

  async function run(caller: number): Promise<void> {
    while (!ending) {
      const call = next(caller);
      const began = performance.now();
      for (let delay = await send(call); delay !== null; delay = await send(call)) {
        await pause(delay);
      }
      latencies.push(performance.now() - began);
      await pause(callDelayMs);
    }
  }
  const running = Array.from({ length: callers }, (_, caller) => run(caller));
  return {
    latencies,
    async end(): Promise<void> {
      ending = true;
      await Promise.all(running);
    },
  };
}
