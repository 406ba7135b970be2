import autocannon from 'autocannon';
import type { SendResult } from './run-totals.ts';

type Gets = { url: string; connections: number; count: number };

type Posts = {
  url: string;
  connections: number;
  headers: Record<string, string>;
  /** Each is sent once. */
  bodies: string[];
  /** Messages in each body. */
  size: number;
};

/**
 * `accepted` counts the messages with the status `queued` in the responses. The latencies are without the first of each
 * connection, which includes connecting.
 */
export type LoadResult = SendResult & {
  /** From the first request to the last response. */
  seconds: number;
};

/** Marks an accepted message in a response; no message text contains it. */
const queued = '"status":"queued"';

/** Sends GET requests, each as soon as its connection has a response. */
export function get({ url, connections, count }: Gets): Promise<LoadResult> {
  return run({ url, connections, amount: count, method: 'GET' }, null, 0);
}

/** Sends POST requests, each as soon as its connection has a response, and counts accepted messages. */
export function post({ url, connections, headers, bodies, size }: Posts): Promise<LoadResult> {
  const options = { url, connections, headers, amount: bodies.length, method: 'POST' } as const;
  return run(options, bodies, size);
}

type Options = { url: string; amount: number; connections: number } & autocannon.Options;

/**
 * Runs autocannon for a number of requests. Not for a duration: when it ends, autocannon aborts
 * requests in flight, and it stays unknown whether their messages were accepted.
 */
async function run(options: Options, bodies: string[] | null, size: number): Promise<LoadResult> {
  const { url, amount, connections } = options;
  const latencies: number[] = [];
  let clients = 0;
  let began = Number.POSITIVE_INFINITY;
  let ended = 0;
  let accepted = 0;

  const result = await autocannon({
    ...options,
    setupClient(client) {
      const own = clients++;
      // Distributed over the connections as autocannon distributes `amount`.
      const mine = bodies?.filter((_, i) => i % connections === own);
      if (mine) client.setRequests(mine.map((body) => ({ body })));
      let isFirst = true;
      client.on('response', (_status, _bytes, ms) => {
        ended = performance.now();
        began = Math.min(began, ended - ms);
        if (!isFirst) latencies.push(ms);
        isFirst = false;
      });
    },
    verifyBody(body) {
      const found = String(body).split(queued).length - 1;
      accepted += found;
      return found === size;
    },
  });
  const seconds = (ended - began) / 1_000;
  return {
    seconds,
    requests: amount,
    accepted,
    latencies,
    errors: listErrors(result, url, amount),
  };
}

function listErrors(result: autocannon.Result, url: string, amount: number): string[] {
  const counts = {
    'requests failed or took too long': result.errors,
    'responses had an error status': result.non2xx,
    'responses had a wrong body': result.mismatches,
    'requests got no response': amount - result['2xx'] - result.non2xx,
  };
  return Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([what, count]) => `${new URL(url).pathname}: ${count} ${what}`);
}
