import autocannon from 'autocannon';

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

export type LoadResult = {
  /** From the first request to the last answer. */
  seconds: number;
  requests: number;
  /** Messages that the answers call queued. */
  accepted: number;
  /** Milliseconds from request to answer; without the first of each connection, which connects. */
  latencies: number[];
  /** Whatever was not as it should be. */
  faults: string[];
};

/** An accepted message in an answer; no text of ours holds these words. */
const queued = '"status":"queued"';

/** Sends GET requests, as fast as they are answered. */
export function get({ url, connections, count }: Gets): Promise<LoadResult> {
  return run({ url, connections, amount: count, method: 'GET' }, null, 0);
}

/** Sends POST requests, as fast as they are answered, and counts what was accepted. */
export function post({ url, connections, headers, bodies, size }: Posts): Promise<LoadResult> {
  const options = { url, connections, headers, amount: bodies.length, method: 'POST' } as const;
  return run(options, bodies, size);
}

type Options = { url: string; amount: number; connections: number } & autocannon.Options;

/**
 * Runs autocannon for a number of requests. Not for a time: at its end autocannon cuts off what is
 * under way, and nobody knows whether that was accepted.
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
      // Dealt out in the way in which autocannon deals out `amount`.
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
  return { seconds, requests: amount, accepted, latencies, faults: faultsOf(result, url, amount) };
}

function faultsOf(result: autocannon.Result, url: string, amount: number): string[] {
  const counts = {
    'requests failed or took too long': result.errors,
    'answers were no success': result.non2xx,
    'answers were not as expected': result.mismatches,
    'requests were not answered': amount - result['2xx'] - result.non2xx,
  };
  return Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([what, count]) => `${new URL(url).pathname}: ${count} ${what}`);
}
