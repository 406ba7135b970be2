import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Dakiya } from './run.ts';

export const batchSize = 100;

/** Number of concurrent connections. A batch has 100 messages, so ten connections are enough for batches. */
const connections = { single: 50, batch: 10 };

/** Texts that mark accepted messages and codes in responses. No message text contains them. */
const marks = { message: '"status":"queued"', code: '"otpId":"' };

/** The result of some requests. */
export type SendResult = {
  requests: number;
  /** Messages with a 202 response. */
  accepted: number;
  /** Latencies in milliseconds, until the response, or until the handset if the scenario measures that. */
  latencies: number[];
  /** A sentence for each failure. */
  errors: string[];
};

/** The result of a run. `latencies` excludes the first request of each connection, because it includes connecting. */
export type LoadResult = SendResult & {
  /** The time from the first request to the last response. */
  seconds: number;
};

/** Everything that a scenario has sent. The database must match it. */
export type RunTotals = {
  /** Messages with a 202 response. */
  messages: number;
  /** Calls that count against the plan. */
  calls: number;
  errors: string[];
};

/** The step between numbers that begin with 98. It shares no factor with 10^8, so no number repeats. */
const stride = 4_999;

/** Creates request bodies. No two messages of a run have the same recipient or text. */
export function createRequests() {
  let serial = 0;
  const number = () => {
    serial += 1;
    return `98${String((serial * stride) % 100_000_000).padStart(8, '0')}`;
  };
  const message = () => ({
    recipient: number(),
    message: `Your order ${serial} has left our warehouse and arrives tomorrow.`,
  });
  return {
    single: () => JSON.stringify(message()),
    /** A body with `size` messages. */
    batch: (size = batchSize) =>
      JSON.stringify({ messages: Array.from({ length: size }, message) }),
    /** The digits of an Indian mobile number that was not used before. */
    number,
  };
}

type Requests = ReturnType<typeof createRequests>;

type Target = Pick<Dakiya, 'url' | 'headers' | 'sandbox'>;

export type Sender = ReturnType<typeof createSenderOf> & {
  /** Creates the same requests for another account. @param headers the headers with the account's key */
  as(headers: Record<string, string>): Sender;
};

/** Creates the requests of a run to an installation, and collects their results. */
export function createSender(dakiya: Target): Sender {
  const requests = createRequests();
  const totals: RunTotals = { messages: 0, calls: 0, errors: [] };
  const as = (headers: Record<string, string>): Sender => ({
    ...createSenderOf({ ...dakiya, headers }, requests, totals),
    as,
  });
  return as(dakiya.headers);
}

function createSenderOf(dakiya: Target, requests: Requests, totals: RunTotals) {
  const add = async <S extends SendResult>(sending: Promise<S>): Promise<S> => {
    const sent = await sending;
    totals.messages += sent.accepted;
    totals.calls += sent.requests;
    totals.errors.push(...sent.errors);
    return sent;
  };
  const post = (path: string, count: number, body: () => string, how: Partial<Posts> = {}) =>
    add(
      run({
        url: `${dakiya.url}/api/v1/messages/${path}`,
        headers: dakiya.headers,
        posts: {
          bodies: Array.from({ length: count }, body),
          ...{ size: 1, accepted: marks.message, ...how },
        },
        connections: how.size ? connections.batch : connections.single,
      }),
    );
  return {
    totals,
    /** Sends messages, one per request. */
    singles: (count: number) => post('send-message', count, requests.single),
    /** Sends messages in batches. @param count the number of messages */
    batches: (count: number) =>
      post('batch', count / batchSize, () => requests.batch(), { size: batchSize }),
    /** Sends codes, one per request, each to a different number. */
    codes: (count: number) =>
      post('send-otp', count, () => JSON.stringify({ recipient: requests.number() }), {
        accepted: marks.code,
      }),
    /** Sends a single batch without autocannon, which needs at least a second. */
    oneBatch: () => add(sendOneBatch(dakiya, requests)),
    /** Sends codes or messages at a constant rate, and measures the time until each reaches the handset. */
    timed: (kind: TimedKind, count: number, perSecond = 20) =>
      add(sendTimed(dakiya, requests, kind, count, perSecond)),
  };
}

/** Requests an address that needs no work from the server, over as many connections as for single messages. */
export const getEmpty = (url: string, count: number) =>
  run({ url, count, connections: connections.single });

/** Requests an address that rejects every request with a 4xx. */
export const getRefused = (url: string, count: number) =>
  run({ url, count, connections: connections.single, status: 4 });

type Posts = {
  /** The bodies to send, each once. */
  bodies: string[];
  /** Messages in each body. */
  size: number;
  /** The text in a response by which accepted messages are counted. */
  accepted: string;
};

type Load = {
  url: string;
  connections: number;
  headers?: Record<string, string>;
  /** Number of GET requests. */
  count?: number;
  posts?: Posts;
  /** The expected class of the status of each response. */
  status?: 2 | 4;
};

/**
 * Runs autocannon for a number of requests. Each connection sends its next request when it has a response. The run is not
 * limited by time, because autocannon would abort open requests, and whether their messages were accepted would be unknown.
 */
async function run({ url, posts, status = 2, ...options }: Load): Promise<LoadResult> {
  const amount = posts?.bodies.length ?? options.count ?? 0;
  // autocannon requires at least one request per connection.
  const clientCount = Math.min(options.connections, amount);
  const latencies: number[] = [];
  let clients = 0;
  let began = Number.POSITIVE_INFINITY;
  let ended = 0;
  let accepted = 0;

  const result = await autocannon({
    ...{ url, amount, connections: clientCount, method: posts ? 'POST' : 'GET' },
    ...(options.headers && { headers: options.headers }),
    setupClient(client) {
      const own = clients++;
      // The bodies are distributed over the connections in the same way as autocannon distributes `amount`.
      const mine = posts?.bodies.filter((_, i) => i % clientCount === own);
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
      const found = posts ? String(body).split(posts.accepted).length - 1 : 0;
      accepted += found;
      return found === (posts?.size ?? 0);
    },
  });
  const answered = result['2xx'] + result.non2xx;
  const faults = {
    'requests failed or took too long': result.errors,
    'responses had another status': answered - result[`${status}xx`],
    'responses had a wrong body': result.mismatches,
    'requests got no response': amount - answered,
  };
  return {
    ...{ requests: amount, accepted, latencies, seconds: (ended - began) / 1_000 },
    errors: Object.entries(faults)
      .filter(([, count]) => count !== 0)
      .map(([what, count]) => `${new URL(url).pathname}: ${count} ${what}`),
  };
}

async function sendOneBatch(
  { url, headers }: Pick<Dakiya, 'url' | 'headers'>,
  requests: Requests,
): Promise<SendResult> {
  const began = performance.now();
  const body = requests.batch();
  const response = await fetch(`${url}/api/v1/messages/batch`, { method: 'POST', headers, body });
  const accepted = (await response.text()).split(marks.message).length - 1;
  const error = `A batch returned ${response.status}, with ${accepted} accepted messages`;
  return {
    ...{ requests: 1, accepted, latencies: [performance.now() - began] },
    errors: accepted === batchSize ? [] : [error],
  };
}

/** The path and the body of each kind of request. */
const timedKinds = {
  code: { path: 'send-otp', body: (recipient: string) => ({ recipient }) },
  message: {
    path: 'send-message',
    body: (recipient: string) => ({ recipient, message: 'Your table is ready.' }),
  },
};

type TimedKind = keyof typeof timedKinds;

/** The maximum deviation of a delay from the mean, as a share of the mean. */
const jitter = 0.4;

const pollIntervalMs = 250;
const timeoutMs = 30_000;

/**
 * Sends each code or message to a different number, without waiting for the previous one.
 *
 * The sandbox runs on this machine and records when a text arrives. So the result does not depend on how often the
 * sandbox is polled.
 */
async function sendTimed(
  { url, headers, sandbox }: Pick<Dakiya, 'url' | 'headers' | 'sandbox'>,
  requests: Requests,
  kind: TimedKind,
  count: number,
  perSecond: number,
): Promise<SendResult> {
  const { path, body } = timedKinds[kind];

  async function sendOne(recipient: string): Promise<{ ms?: number; error?: string }> {
    const began = Date.now();
    const response = await fetch(`${url}/api/v1/messages/${path}`, {
      ...{ method: 'POST', headers, body: JSON.stringify(body(recipient)) },
    });
    const answer = await response.text();
    if (response.status !== 202) return { error: `${path} returned ${answer}` };
    accepted += 1;
    for (const deadline = began + timeoutMs; Date.now() < deadline; ) {
      await pause(pollIntervalMs);
      const [at, ...more] = await sandbox.arrivals(recipient);
      if (more.length > 0) return { error: `A ${kind} arrived ${more.length + 1} times` };
      if (at) return { ms: at - began };
    }
    return { error: `A ${kind} did not arrive within ${timeoutMs / 1_000} s` };
  }

  let accepted = 0;
  const sending: ReturnType<typeof sendOne>[] = [];
  for (let i = 0; i < count; i++) {
    sending.push(sendOne(requests.number()));
    await pause((1_000 / perSecond) * (1 + (Math.random() * 2 - 1) * jitter));
  }
  const results = await Promise.all(sending);
  return {
    ...{ requests: count, accepted },
    latencies: results.flatMap(({ ms }) => ms ?? []),
    errors: results.flatMap(({ error }) => error ?? []),
  };
}
