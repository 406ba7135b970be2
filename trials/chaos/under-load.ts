import { freePort } from '#scripts/bootstrap/ports.mjs';
import type { Environment } from '#scripts/environment.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import { parseLogMessage } from '#scripts/stack/terminal.ts';
import { type EventReceiver, startEventReceiver } from '#tests/harness/event-receiver.ts';
import { type PostgresServer, startPostgresServer } from '#tests/harness/postgres-server.ts';
import { openProxy, type TcpProxy } from '#tests/harness/proxy.ts';
import { type Database, type Stack, startStack } from '#tests/harness/stack.ts';
import { keyHeaders, signUp } from '#tests/harness/stack-clients.ts';
import { type Answers, createClassifier } from './answers.ts';
import { checkAfterTrial, type LimitedAccount, type Outcome, waitUntilSettled } from './check.ts';
import { type Clock, createClock } from './clock.ts';
import { type Call, createCalls, createRoundRobin, sendLoad, type Tried } from './load.ts';

/** A limit that no run reaches. */
const unreachable = 10_000_000;

/**
 * The quotas of the accounts. One account always has quota left. The other two run out of messages or of API calls in the
 * middle of any run.
 */
const quotas = {
  plenty: { messageLimit: unreachable, apiCallLimit: unreachable },
  'few messages': { messageLimit: 150, apiCallLimit: unreachable },
  'few calls': { messageLimit: unreachable, apiCallLimit: 30 },
};

type Quota = keyof typeof quotas;

/** The webhook receiver fails one in this many requests. */
const receiverFailsEvery = 10;

/** The options that a command passes to a trial. */
export type LoadOptions = {
  /** See `sendLoad`. */
  callDelayMs?: number | undefined;
  /** Called with a line for each step. */
  log: (line: string) => void;
  /** Registers the trial, so that an interrupted run cleans up too. */
  register?: RegisterPart | undefined;
};

/** The options of a kind of trial. */
type TrialKind<R> = {
  startRedis: () => Promise<R>;
  /** The account of each caller. */
  callers: Quota[];
  /** Webhook endpoints of each account. */
  endpoints: number;
  workers: number;
  settings: Environment;
  /** After how many milliseconds without a response a submit fails. */
  responseTimeoutMs: number;
  /** After how many milliseconds a caller stops waiting for a response and repeats the request; by default never. */
  timeoutMs?: number;
  /** See `sendLoad` and `createClassifier`. */
  before?: () => number;
  findFault?: (tried: Tried) => string | null;
};

/**
 * The parts that can fail: PostgreSQL on a disk of limited size, Redis, web servers, workers with separate clocks, and the
 * proxies to the carrier and the receiver.
 */
export type TrialStack<R> = {
  stack: Stack;
  postgres: PostgresServer;
  redis: R;
  clocks: Clock[];
  /** The proxy to the carrier, and its port. */
  carrier: { way: TcpProxy; port: number };
  /** A customer's receiver of webhooks, and the proxy to it. */
  receiver: EventReceiver & { way: TcpProxy };
  /** The readiness addresses of web servers and workers. */
  readyz: Record<'web' | 'worker', string[]>;
  /** How often web servers and workers logged each error. */
  errors: Map<string, number>;
};

/** A complete Dakiya with callers. */
export type Trial<R> = TrialStack<R> & {
  database: Database;
  answers: Answers;
  /** How many connections one web server refused before the other web server accepted the request. */
  refused: () => number;
  /** Starts the callers. `end` resolves when their calls are completed. */
  startLoad(): { latencies: number[]; end(): Promise<void> };
  /** Waits until all messages and receipts are settled. @returns a sentence if some are not */
  settle(): Promise<string[]>;
};

export type TrialResult = Outcome & {
  answers: Answers;
  /** How often PostgreSQL ran out of disk space; null if no disk could be mounted. */
  diskFull: number | null;
  /** How often web servers and workers logged each error. For diagnosis only, because outages are logged as errors too. */
  errors: Map<string, number>;
};

/**
 * Starts a whole Dakiya with callers, and checks it after `run`. Every accepted message must be stored once, and must
 * either have been submitted once or be `unknown`. No caller may get a 500, and the charged quotas must be exact.
 *
 * @throws Error if the stack does not start, and the errors of `run`
 */
export async function underLoad<R extends { url: string; stop(): Promise<unknown> }, T>(
  { callDelayMs, log, register }: LoadOptions,
  kind: TrialKind<R>,
  run: (trial: Trial<R>) => Promise<T>,
): Promise<TrialResult & { value: T }> {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  // An interrupted run must clean up too, because it may have mounted a disk.
  register?.({ name: 'trial', pid: process.pid, ended: new Promise(() => undefined), stop });
  try {
    const parts = await startTrialStack(kind, stops);
    const { stack, postgres, receiver, errors } = parts;
    const { database, sandbox, webs, workers } = stack;
    if (!postgres.disk) log('skipped: full disk, as no file system of limited size can be mounted');
    const accounts = await createAccounts(parts, kind);
    const { answers, classify } = createClassifier(
      (call) => accounts.find(({ key }) => key.keyId === call.headers['x-api-id'])?.userId ?? '',
      kind.findFault,
    );
    const balancer = createRoundRobin(webs);
    stops.push(balancer.close);
    const calls = new Map(accounts.map(({ name, key }, i) => [name, createCalls(key, `98${i}`)]));
    const callers = kind.callers.map((name) => calls.get(name) as () => Call);
    const { before, timeoutMs } = kind;
    const value = await run({
      ...{ ...parts, database, answers },
      refused: () => balancer.counts.refused,
      startLoad: () =>
        sendLoad({ webs: balancer, callers, callDelayMs, before, timeoutMs, classify }),
      settle: () => waitUntilSettled({ database, sandbox }),
    });
    log(`${answers.accepted.size} messages accepted; waiting until all is settled`);
    const outcome = await checkAfterTrial({ database, sandbox, accounts, answers, receiver });
    for (const { name, crashes } of [...webs, ...workers]) {
      for (const how of crashes) outcome.problems.push(`${name} ended by itself: ${how}`);
    }
    const diskFull = postgres.disk && postgres.counts.diskFull;
    return { ...outcome, answers, diskFull, errors, value };
  } finally {
    await stop();
  }
}

async function startTrialStack<R extends { url: string; stop(): Promise<unknown> }>(
  { startRedis, workers, settings, responseTimeoutMs }: TrialKind<R>,
  stops: (() => unknown)[],
): Promise<TrialStack<R>> {
  const postgres = await startPostgresServer({
    hasSmallDisk: true,
    // Checkpoints are frequent and the WAL is small, because a new WAL file needs space on the small disk.
    flags: { max_wal_size: '64MB', min_wal_size: '32MB' },
  });
  stops.push(postgres.remove);
  const redis = await startRedis();
  stops.push(() => redis.stop());
  const clocks = await Promise.all(Array.from({ length: workers }, () => createClock()));
  stops.push(() => Promise.all(clocks.map((clock) => clock.remove())));
  const metricsPorts = await Promise.all(clocks.map(() => freePort()));
  const receiver = await startEventReceiver({ failsEvery: receiverFailsEvery });
  stops.push(receiver.close);
  const wayToReceiver = await openProxy(receiver.port);
  stops.push(wayToReceiver.close);
  const errors = new Map<string, number>();
  let carrier: { way: TcpProxy; port: number } | undefined;
  const stack = await startStack({
    services: { DATABASE_URL: postgres.url, REDIS_URL: redis.url },
    settings: {
      FAILED_AUTH_PER_MINUTE: '1000000',
      SUBMIT_LEASE_SECONDS: '6',
      RECONCILE_INTERVAL_SECONDS: '1',
      SMPP_PASSWORD: 'password',
      ...settings,
    },
    ...{ webs: 2, workers },
    workerSettings: (i) => ({
      ...clocks[i]?.settings,
      METRICS_PORT: `${metricsPorts[i]}`,
      CARRIERS: JSON.stringify([carrierConfig(carrier?.way.port ?? 0, responseTimeoutMs)]),
    }),
    async carrierPort(port) {
      const way = await openProxy(port);
      stops.push(way.close);
      carrier = { way, port };
      return way.port;
    },
    onLine(_program, line) {
      if (/^\{"level":[1-4]0,/.test(line)) return;
      const message = parseLogMessage(line) ?? line;
      errors.set(message, (errors.get(message) ?? 0) + 1);
    },
  });
  stops.push(stack.stop);
  if (!carrier) throw new Error('the workers have a carrier');
  return {
    ...{ stack, postgres, redis, clocks, carrier, errors },
    receiver: { ...receiver, way: wayToReceiver },
    readyz: {
      web: stack.webs.map(({ url }) => `${url}/readyz`),
      worker: metricsPorts.map((port) => `http://127.0.0.1:${port}/readyz`),
    },
  };
}

/** The carrier's window and rate are so large that even several workers do not reach them. */
const carrierConfig = (port: number, responseTimeoutMs: number) => ({
  ...{ name: 'sandbox', host: '127.0.0.1', port, systemId: 'dakiya', password: 'password' },
  ...{ window: 50, rate: 1_000, responseTimeoutMs },
});

/** Creates the accounts of the callers, and their webhook endpoints. */
async function createAccounts<R>(
  { stack: { url, database }, receiver }: TrialStack<R>,
  { callers, endpoints }: TrialKind<R>,
): Promise<LimitedAccount[]> {
  const accounts: LimitedAccount[] = [];
  for (const name of new Set(callers)) {
    const quota = quotas[name];
    const { userId, createKey, createEndpoint } = await signUp(url, name.replaceAll(' ', '-'));
    const key = await createKey(name);
    for (let i = 0; i < endpoints; i += 1) {
      await createEndpoint(`http://127.0.0.1:${receiver.way.port}/${i}`);
    }
    // The first call with a key creates the account's usage period.
    const response = await fetch(`${url}/api/v1/balance`, { headers: keyHeaders(key) });
    if (!response.ok) throw new Error(`/balance returned ${response.status}`);
    const rows = await database.query(
      `UPDATE usage_periods SET messages_used = 0, api_calls_used = 0, message_limit = $2, api_call_limit = $3
       WHERE user_id = $1 RETURNING id`,
      [userId, quota.messageLimit, quota.apiCallLimit],
    );
    if (rows.length !== 1) throw new Error(`${name} has ${rows.length} usage periods`);
    accounts.push({ name, userId, key, ...quota });
  }
  return accounts;
}
