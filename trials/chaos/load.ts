import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from '#tests/harness/program.ts';
import { type Key, keyHeaders } from '#tests/harness/stack-clients.ts';

/** A message of a call. No other message of the run has its recipient. */
export type CallMessage = { recipient: string; segments: number };

/** An API call, which may take several requests with the same idempotency key. */
export type Call = {
  path: string;
  headers: Record<string, string>;
  body: string;
  idempotencyKey: string;
  messages: CallMessage[];
};

const batchSize = 4;

/** One in this many messages has two segments. */
const longEvery = 6;

/** A sentence that needs a second segment. */
const more = ` Keep the code that the courier asks for at the door. ${'It is in your order. '.repeat(6)}`;

/**
 * Returns a function that creates the next call. Of every ten calls, eight send one message, one sends a batch, and one sends
 * an OTP. No two messages of a run are the same.
 *
 * @param prefix the first three digits of the recipients, which no other account of the run uses
 */
export function createCalls(key: Key, prefix: string): () => Call {
  let serial = 0;
  let made = 0;
  const recipient = () => {
    serial += 1;
    return `${prefix}${String(serial).padStart(7, '0')}`;
  };
  const draft = () => {
    const to = recipient();
    const isLong = serial % longEvery === 0;
    const message = `Your parcel ${serial} is on its way.${isLong ? more : ''}`;
    return {
      sent: { recipient: to, message },
      counted: { recipient: to, segments: isLong ? 2 : 1 },
    };
  };
  const call = (path: string, body: unknown, messages: CallMessage[]): Call => {
    const idempotencyKey = randomUUID();
    return {
      path: `/api/v1/messages/${path}`,
      headers: { ...keyHeaders(key), 'idempotency-key': idempotencyKey },
      body: JSON.stringify(body),
      idempotencyKey,
      messages,
    };
  };
  return () => {
    made += 1;
    if (made % 10 === 0) {
      const to = recipient();
      return call('send-otp', { recipient: to }, [{ recipient: to, segments: 1 }]);
    }
    if (made % 10 !== 5) {
      const { sent, counted } = draft();
      return call('send-message', sent, [counted]);
    }
    const drafts = Array.from({ length: batchSize }, draft);
    return call(
      'batch',
      { messages: drafts.map(({ sent }) => sent) },
      drafts.map(({ counted }) => counted),
    );
  };
}

type Web = Pick<Program, 'name' | 'life'> & { url: string };

/** The result of a request. */
export type ProxyResult =
  | {
      kind: 'answered';
      status: number;
      text: string;
      /** The time in `Retry-After`; 0 if the response has none. */
      retryAfterMs: number;
    }
  /** The request was not sent: every web server refused the connection. */
  | { kind: 'no_backend' }
  /** The connection was closed during the request. `excused` is true if the trial had killed the web server. */
  | { kind: 'broken'; excused: boolean; why: string };

/** The interval of readiness checks. */
const checkIntervalMs = 200;

/**
 * A minimal load balancer. It checks each web server's `/readyz`, prefers web servers that are ready, and tries the next web
 * server if a web server refuses the connection.
 */
export function createRoundRobin(webs: Web[]) {
  const counts = { refused: 0 };
  const notReady = new Set<Web>();
  const end = new AbortController();
  let turn = 0;

  async function check(web: Web): Promise<void> {
    while (!end.signal.aborted) {
      try {
        const answer = await fetch(`${web.url}/readyz`, { signal: AbortSignal.timeout(5_000) });
        await answer.arrayBuffer();
        // A web server that shuts down also sends `Connection: close` with every response.
        const isEnding = answer.status === 503 || answer.headers.get('connection') === 'close';
        if (isEnding) notReady.add(web);
        else notReady.delete(web);
      } catch (error) {
        // fetch throws a TypeError for a refused or broken connection, and a DOMException after the timeout.
        if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
        notReady.add(web);
      }
      await pause(checkIntervalMs);
    }
  }
  const checks = webs.map(check);

  /** Returns the web servers in the order in which they are tried. Web servers that are ready come first. */
  function orderWebs(): Web[] {
    turn += 1;
    const from = turn % webs.length;
    const order = [...webs.slice(from), ...webs.slice(0, from)];
    return [
      ...order.filter((web) => !notReady.has(web)),
      ...order.filter((web) => notReady.has(web)),
    ];
  }

  return {
    counts,
    async pass(path: string, init: RequestInit): Promise<ProxyResult> {
      for (const web of orderWebs()) {
        const { name, life } = web;
        try {
          const answer = await fetch(`${web.url}${path}`, init);
          const retryAfterMs = Number(answer.headers.get('retry-after')) * 1_000;
          const { status } = answer;
          return { kind: 'answered', status, text: await answer.text(), retryAfterMs };
        } catch (error) {
          const { code } = (error as { cause?: { code?: string } }).cause ?? {};
          if (code !== 'ECONNREFUSED') {
            return { kind: 'broken', excused: life.killed, why: `${name}: ${code ?? error}` };
          }
          counts.refused += 1;
        }
      }
      return { kind: 'no_backend' };
    },
    async close(): Promise<void> {
      end.abort();
      await Promise.all(checks);
    },
  };
}

type RoundRobin = ReturnType<typeof createRoundRobin>;

/** What happened to one request. */
export type Tried = {
  call: Call;
  /** What `before` returned when the request was sent. */
  before: number;
  result: ProxyResult;
};

type LoadOptions = {
  webs: RoundRobin;
  /** The next call of each concurrent caller. */
  callers: (() => Call)[];
  /** Called before each request. Its result is passed to `classify`. */
  before?: (() => number) | undefined;
  /** Milliseconds between two calls of a caller; by default 100. */
  callDelayMs?: number | undefined;
  /** How many milliseconds a caller waits for a response; by default without limit. */
  timeoutMs?: number | undefined;
  /**
   * Classifies the result of a request.
   *
   * @returns after how many milliseconds to repeat it; null if the call is complete
   */
  classify: (tried: Tried) => number | null;
};

/**
 * Calls the API with several concurrent callers. As the documentation recommends, each sends an `Idempotency-Key`, and
 * repeats the call until it gets a response.
 *
 * @returns the calls' durations in milliseconds, from the first request to the final response; and `end`, which stops the
 *   callers and resolves when their calls are complete
 */
export function sendLoad({
  webs,
  callers,
  before = () => 0,
  callDelayMs = 100,
  timeoutMs,
  classify,
}: LoadOptions) {
  const latencies: number[] = [];
  let ending = false;

  async function send(call: Call): Promise<number | null> {
    const was = before();
    const result = await webs.pass(call.path, {
      method: 'POST',
      headers: call.headers,
      body: call.body,
      ...(timeoutMs && { signal: AbortSignal.timeout(timeoutMs) }),
    });
    return classify({ call, before: was, result });
  }

  async function run(next: () => Call): Promise<void> {
    while (!ending) {
      const call = next();
      const began = performance.now();
      for (let delay = await send(call); delay !== null; delay = await send(call)) {
        await pause(delay);
      }
      latencies.push(performance.now() - began);
      await pause(callDelayMs);
    }
  }
  const running = callers.map(run);
  return {
    latencies,
    async end(): Promise<void> {
      ending = true;
      await Promise.all(running);
    },
  };
}
