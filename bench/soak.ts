import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { paths } from '#app/paths.ts';
import { showBuild } from '#scripts/bundle/build.ts';
import { supervise } from '#scripts/stack/supervise.ts';
import { colorize, printLine, step } from '#scripts/stack/terminal.ts';
import {
  type EventReceiver,
  findWrongEvents,
  startEventReceiver,
} from '#tests/harness/event-receiver.ts';
import {
  findMemoryGrowth,
  type MemorySample,
  type ProbedStack,
  startProbedStack,
} from '#tests/harness/probe.ts';
import { keyHeaders, signUp } from '#tests/harness/stack-clients.ts';
import { until } from '#tests/harness/until.ts';
import { differences } from './checks.ts';
import { createRequests } from './load.ts';
import { percentile } from './report.ts';

/** How long a code may take, and how long the last deliveries may take, in milliseconds. */
const limitMs = 60_000;

/** The receiver fails one in this many requests, so that some events are retried. */
const receiverFailsEvery = 500;

const batchSize = 10;

/** How many of a hundred requests are of each kind. */
const mix = { single: 60, batch: 5, code: 5, status: 20, page: 10 };

type Kind = keyof typeof mix;

/** The order of a hundred requests, in which each kind is evenly distributed. */
const order: Kind[] = Object.entries(mix)
  .flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, i) => ({ kind: kind as Kind, at: (i + 0.5) / count })),
  )
  .sort((a, b) => a.at - b.at)
  .map(({ kind }) => kind);

export type Work = Awaited<ReturnType<typeof createWork>>;

/** Creates the requests of a busy account, whose events go to `receiver`. */
export async function createWork({ url, sandbox, settings }: ProbedStack, receiver: EventReceiver) {
  const { userId, createKey, logIn } = await signUp(url, `soak-${Date.now()}`);
  const openPage = await logIn(settings.PUBLIC_URL);
  const headers = keyHeaders(await createKey('Soak'));
  const requests = createRequests();
  /** Totals of the successful requests, which the database and the carrier must match. */
  const totals = { messages: 0, calls: 0, verified: 0, problems: [] as string[] };
  /** Milliseconds from the planned start of a single message to its response with status 202. */
  const latencies: number[] = [];
  let last = '';
  let made = 0;

  async function ask(path: string, expected: number, init: RequestInit): Promise<string> {
    const response = await fetch(`${url}/api/v1${path}`, { headers, ...init });
    const text = await response.text();
    if (response.status === expected) return text;
    throw new Error(`${path.split('/').at(-1)} returned ${response.status}: ${text.slice(0, 200)}`);
  }
  const post = (path: string, expected: number, body: string) => {
    totals.calls += path.endsWith('verify-otp') ? 0 : 1;
    return ask(path, expected, { method: 'POST', body });
  };

  const endpoint = await post('/webhooks/endpoints', 201, JSON.stringify({ url: receiver.url }));
  receiver.trust(JSON.parse(endpoint).data.secret);

  const kinds: Record<Kind, (plannedMs: number) => Promise<void>> = {
    async single(plannedMs) {
      const text = await post('/messages/send-message', 202, requests.single());
      latencies.push(performance.now() - plannedMs);
      totals.messages += 1;
      last = JSON.parse(text).data._id;
    },
    async batch() {
      const text = await post('/messages/batch', 202, requests.batch(batchSize));
      totals.messages += text.split('"status":"queued"').length - 1;
    },
    async code() {
      const recipient = requests.number();
      await post('/messages/send-otp', 202, JSON.stringify({ recipient }));
      totals.messages += 1;
      const read = async () => (await sandbox.texts(recipient))[0];
      const otp = /\d{4,6}/.exec(await until(`a code at ${recipient}`, read, limitMs))?.[0];
      await post('/messages/verify-otp', 200, JSON.stringify({ recipient, otp }));
      totals.verified += 1;
    },
    async status() {
      totals.calls += 1;
      await ask(`/messages/${last}`, 200, {});
    },
    async page() {
      const { status } = await openPage(paths.dashboard('messages'));
      if (status !== 200) throw new Error(`the page returned ${status}`);
    },
  };

  await kinds.single(performance.now());
  return {
    userId,
    receiver,
    totals,
    /** Returns the latencies since the last call. */
    drainLatencies: () => latencies.splice(0),
    /** Sends the next request. */
    async next(plannedMs: number): Promise<void> {
      const kind = order[made++ % order.length] ?? 'single';
      try {
        await kinds[kind](plannedMs);
      } catch (error) {
        totals.problems.push(`${kind}: ${error instanceof Error ? error.message : error}`);
      }
    },
  };
}

/** Measures the requests of the mix per second with 50 callers that each wait for their response. */
async function measureCapacity(work: Work, seconds: number): Promise<number> {
  const began = performance.now();
  let done = 0;
  const caller = async () => {
    while (performance.now() - began < seconds * 1_000) {
      await work.next(performance.now());
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: 50 }, caller));
  work.drainLatencies();
  return done / ((performance.now() - began) / 1_000);
}

/**
 * Starts work at a constant rate without waiting for results, so that slow responses do not reduce the load. `work` gets its
 * planned start time, so that a delayed start counts as latency.
 *
 * @param work must not reject
 * @returns a promise that resolves when all started work has ended
 */
async function runOpenLoop(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  work: (plannedMs: number) => Promise<void>,
): Promise<void> {
  const began = performance.now();
  const total = Math.round(perSecond * seconds);
  const running = new Set<Promise<void>>();
  for (let started = 0; started < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1_000) * perSecond) + 1);
    for (; started < due; started++) {
      const call = work(began + (started / perSecond) * 1_000).finally(() => running.delete(call));
      running.add(call);
    }
    await pause(2);
  }
  await Promise.all(running);
}

/** The measurements of one span of a soak test. */
type Span = MemorySample & {
  /** Accepted single messages, and their latency in milliseconds from the planned start. */
  accepted: number;
  p50: number;
  p95: number;
  p99: number;
  /** Number of messages delivered, and of messages still queued, at the end of the span. */
  delivered: number;
  waiting: number;
};

const states = `
  SELECT count(*) FILTER (WHERE state = 'delivered')::int AS delivered,
    count(*) FILTER (WHERE state IN ('queued', 'submitting'))::int AS waiting
  FROM messages`;

/** Sends requests at a constant rate for a number of spans, and measures each. */
export async function runSoak(
  stack: ProbedStack,
  work: Work,
  { perSecond, spans, spanSeconds }: { perSecond: number; spans: number; spanSeconds: number },
  onSpan: (span: Span) => void = () => undefined,
): Promise<Span[]> {
  const found: Span[] = [];
  for (let at = 1; at <= spans; at++) {
    await runOpenLoop({ perSecond, seconds: spanSeconds }, work.next);
    const latencies = work.drainLatencies();
    const [row] = await stack.database.query<{ delivered: number; waiting: number }>(states);
    const span = {
      ...{ at, accepted: latencies.length },
      ...{ p50: percentile(latencies, 0.5), p95: percentile(latencies, 0.95) },
      p99: percentile(latencies, 0.99),
      ...{ delivered: row?.delivered ?? 0, waiting: row?.waiting ?? 0 },
      ...{ web: await stack.read('web'), worker: await stack.read('worker') },
    };
    found.push(span);
    onSpan(span);
  }
  return found;
}

/**
 * The latency in the last quarter of the run may be at most `times` the latency in the first quarter, plus `ms`
 * milliseconds.
 */
const maxRise = { times: 2, ms: 20 };

/** Compares the latency of the first and the last quarter of the spans. @returns a sentence if the latency has risen */
function findRisingLatency(spans: Span[]): string[] {
  const quarter = Math.max(1, Math.floor(spans.length / 4));
  const p95 = (of: Span[]) => {
    const values = of.map((span) => span.p95);
    return percentile(values, 0.5);
  };
  const [first, last] = [p95(spans.slice(0, quarter + 1)), p95(spans.slice(-quarter))];
  if (last <= first * maxRise.times + maxRise.ms) return [];
  return [`Latency rises: p95 from ${first.toFixed(0)} ms to ${last.toFixed(0)} ms.`];
}

const counted = `
  SELECT
    (SELECT count(*)::int FROM messages WHERE user_id = $1) AS "messages stored",
    (SELECT sum(messages_used)::int FROM usage_periods WHERE user_id = $1) AS "messages charged",
    (SELECT sum(api_calls_used)::int FROM usage_periods WHERE user_id = $1) AS "API calls charged",
    (SELECT count(*)::int FROM messages WHERE user_id = $1 AND state = 'delivered') AS "messages delivered",
    (SELECT count(*)::int FROM message_timeline e JOIN messages m ON m.id = e.message_id
      WHERE m.user_id = $1 AND e.kind IN ('submitted', 'receipt')) AS "submits and receipts",
    (SELECT count(*)::int FROM receipt_inbox) AS "receipts without a message",
    (SELECT count(*)::int FROM otps WHERE user_id = $1 AND state = 'verified') AS "codes verified"`;

const open = `SELECT 1 FROM messages WHERE state IN ('queued', 'submitting', 'sent') LIMIT 1`;

/**
 * Compares the totals with the database, the carrier's counters and the receiver's events, after the last delivery.
 *
 * @returns a sentence for each difference or error
 */
export async function checkAfterSoak(
  { database, sandbox }: ProbedStack,
  { userId, totals, receiver }: Work,
): Promise<string[]> {
  const isDone = async () => (await database.query(open)).length === 0;
  await until('everything is delivered', isDone, limitMs);
  const [found = {}] = await database.query<Record<string, number>>(counted, [userId]);
  const { messages, calls, verified } = totals;
  return [
    ...new Set(totals.problems),
    ...differences(found, {
      ...{ 'messages stored': messages, 'messages charged': messages, 'API calls charged': calls },
      ...{ 'messages delivered': messages, 'submits and receipts': messages * 2 },
      ...{ 'receipts without a message': 0, 'codes verified': verified },
    }),
    ...differences(await sandbox.totals(), {
      ...{ submits: messages, accepted: messages, distinct: messages, duplicates: 0 },
    }).map((difference) => `at the carrier, ${difference}`),
    ...(await findWrongEvents(database, receiver)),
    ...receiver.refused,
  ];
}

/** Runs the soak test for `--minutes`. The rate is half of this machine's capacity, or `--rate` requests a second. */
export function soak(): void {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '10' }, rate: { type: 'string' } },
  });
  supervise(async (register) => {
    printLine(`\n  ${colorize('bold', 'Dakiya soak test')}, ${values.minutes} minutes\n`);
    await showBuild();
    const stack = await step('Starting PostgreSQL, Redis, sandbox, worker and web', () =>
      startProbedStack({ register }),
    );
    const receiver = await startEventReceiver({ failsEvery: receiverFailsEvery });
    const work = await createWork(stack, receiver);
    await step('Warming up', () => measureCapacity(work, 5));
    const capacity = await step(
      'Measuring the capacity',
      () => measureCapacity(work, 20),
      (perSecond) => `The capacity is ${perSecond.toFixed(0)} requests of the mix per second`,
    );
    const perSecond = values.rate ? Number(values.rate) : capacity / 2;
    printLine(`\n  Sending ${perSecond.toFixed(0)} requests per second.`);
    const plan = { perSecond, spans: Number(values.minutes), spanSeconds: 60 };
    const spans = await runSoak(stack, work, plan, (span) => printLine(formatSpan(span)));
    const problems = [
      ...(await step('Waiting for the last receipts', () => checkAfterSoak(stack, work))),
      ...new Set(stack.logProblems.errors),
      ...findMemoryGrowth(spans),
      ...findRisingLatency(spans),
    ];
    await stack.stop();
    for (const problem of problems) printLine(`  ${colorize('red', '✗')} ${problem}`);
    if (problems.length > 0) return 1;
    const { messages, verified } = work.totals;
    printLine(
      `\n  ${colorize('green', '✓')} ${messages} messages delivered once each, ${verified} codes verified,`,
    );
    printLine(`    ${receiver.taken.size} events taken and verified by their receiver,`);
    printLine('    usage exact, memory and latency flat.\n');
    return 0;
  });
}

const formatSpan = ({ at, accepted, p50, p95, p99, delivered, waiting, web, worker }: Span) =>
  [
    `  minute ${at}: ${accepted} single messages accepted, ${p50.toFixed(0)}/${p95.toFixed(0)}/${p99.toFixed(0)} ms;`,
    `${delivered} delivered, ${waiting} waiting;`,
    `web heap ${web.heapMiB.toFixed(1)}, resident ${web.rssMiB.toFixed(0)} MiB, longest turn ${(web.longestTurnMs ?? Number.NaN).toFixed(0)} ms;`,
    `worker heap ${worker.heapMiB.toFixed(1)}, resident ${worker.rssMiB.toFixed(0)} MiB`,
  ].join(' ');
