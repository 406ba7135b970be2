import autocannon from 'autocannon';
import type { SendResult } from './run-totals.ts';

type Gets = {
  url: string;
  connections: number;
  count: number;
  /** The class of the status that each response shall have; 2 if left out. */
  status?: 2 | 4;
};

type Posts = {
  url: string;
  connections: number;
  headers: Record<string, string>;
  /** Each is sent once. */
  bodies: string[];
  /** Messages in each body. */
  size: number;
  /** Marks an accepted message in a response. */
  accepted: string;
};

/**
 * `accepted` counts the marks of accepted messages in the responses. The latencies are without the first of each
 * connection, which includes connecting.
 */
export type LoadResult = SendResult & {
  /** From the first request to the last response. */
  seconds: number;
};

/** Sends GET requests, each as soon as its connection has a response. */
export function get({ url, connections, count, status = 2 }: Gets): Promise<LoadResult> {
  return run({ url, connections, amount: count, method: 'GET' }, null, status);
}

/** Sends POST requests, each as soon as its connection has a response, and counts accepted messages. */
export function post({ url, connections, headers, ...sent }: Posts): Promise<LoadResult> {
  const amount = sent.bodies.length;
  return run({ url, connections, headers, amount, method: 'POST' }, sent);
}

type Options = { url: string; amount: number; connections: number } & autocannon.Options;

/**
 * Runs autocannon for a number of requests. Not for a duration: when it ends, autocannon aborts
 * requests in flight, and it stays unknown whether their messages were accepted.
 */
async function run(
  options: Options,
  sent: Pick<Posts, 'bodies' | 'size' | 'accepted'> | null,
  status: 2 | 4 = 2,
): Promise<LoadResult> {
  const { url, amount } = options;
  // autocannon wants a request for each at least.
  const connections = Math.min(options.connections, amount);
  const latencies: number[] = [];
  let clients = 0;
  let began = Number.POSITIVE_INFINITY;
  let ended = 0;
  let accepted = 0;

  const result = await autocannon({
    ...options,
    connections,
    setupClient(client) {
      const own = clients++;
      // Distributed over the connections as autocannon distributes `amount`.
      const mine = sent?.bodies.filter((_, i) => i % connections === own);
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
      const found = sent ? String(body).split(sent.accepted).length - 1 : 0;
      accepted += found;
      return found === (sent?.size ?? 0);
    },
  });
  const seconds = (ended - began) / 1_000;
  return {
    seconds,
    requests: amount,
    accepted,
    latencies,
    errors: listErrors(result, url, amount, status),
  };
}

function listErrors(
  result: autocannon.Result,
  url: string,
  amount: number,
  status: 2 | 4,
): string[] {
  const wanted = result[`${status}xx`];
  const counts = {
    'requests failed or took too long': result.errors,
    'responses had another status': result['2xx'] + result.non2xx - wanted,
    'responses had a wrong body': result.mismatches,
    'requests got no response': amount - result['2xx'] - result.non2xx,
  };
  return Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([what, count]) => `${new URL(url).pathname}: ${count} ${what}`);
}
