import { setTimeout as pause } from 'node:timers/promises';
import { type PrivateRedis, startPrivateRedis } from '#scripts/services/private-redis.ts';
import type { Database } from '#tests/harness/stack.ts';
import { type FaultKind, kinds, planFaults, runFaults } from './faults.ts';
import { type LoadOptions, type Trial, type TrialResult, underLoad } from './under-load.ts';

/** Two web servers and two workers, and callers of three accounts. */
const everything = {
  startRedis: startPrivateRedis,
  callers: [
    ...Array.from({ length: 5 }, () => 'plenty' as const),
    ...(['few messages', 'few messages', 'few calls'] as const),
  ],
  endpoints: 2,
  workers: 2,
  settings: {},
  // The timeout for a carrier's response is shorter than the longest time for which the carrier hangs.
  responseTimeoutMs: 1_000,
  timeoutMs: 2_000,
};

type Chaos = LoadOptions & {
  seed: number;
  faults: number;
  /** No fault begins after this many minutes. */
  minutes?: number | undefined;
};

/** `faults` counts faults by kind. */
export type ChaosResult = TrialResult & { faults: Map<string, number> };

/**
 * Causes random faults under load.
 *
 * @throws Error if the stack does not start, or a fault could not be repaired
 */
export async function runChaos({ seed, faults, minutes, ...options }: Chaos): Promise<ChaosResult> {
  const { log } = options;
  const { value, ...result } = await underLoad(options, everything, async (trial) => {
    const load = trial.startLoad();
    const plan = planFaults(seed, faults).filter(
      ({ kind }) => kind !== 'disk full' || trial.postgres.disk,
    );
    const until = minutes ? performance.now() + minutes * 60_000 : Number.POSITIVE_INFINITY;
    const counts = await runFaults(trial, plan, { log, isOver: () => performance.now() > until });
    log('all faults are over; the callers end');
    await load.end();
    return counts;
  });
  return { ...result, faults: value };
}

/** The outages that the product must survive. `holdFaults` causes them one after the other. */
export const heldKinds = [
  'Redis MISCONF',
  'Redis OOM',
  'Redis READONLY',
  'Redis stopped',
  'Redis killed',
  'Redis emptied',
  'disk full',
  'PostgreSQL read-only',
] as const satisfies FaultKind[];

export type HeldKind = (typeof heldKinds)[number];

/** The results of one outage. */
export type Held = {
  kind: HeldKind;
  /** Accepted messages. */
  accepted: number;
  /** Requests that got 503 (`refused`), and requests that got no response (`unanswered`). */
  refused: number;
  unanswered: number;
  /** Segments that the carrier accepted. */
  submitted: number;
  /** Milliseconds from accepting a one-time password to submitting it; null if none was accepted. */
  codeMs: { p50: number; p99: number } | null;
  /** The most frequent response of the web servers' `/readyz`, and of the workers'. */
  readyz: Record<'web' | 'worker', string>;
  /** How many error lines the web servers and workers logged. */
  errorLines: number;
  /** Time from the end of the fault until every message was settled. */
  drainMs: number;
};

type Hold = LoadOptions & { seconds: number; only: readonly HeldKind[] };

export type HoldResult = TrialResult & { held: Held[] };

/** How long callers send requests before a fault begins, in milliseconds. */
const beforeMs = 3_000;

/** Even while Redis fails, a code must be submitted within this time, in milliseconds. */
const maxCodeMs = 2_000;

/**
 * Causes outages under load, one after the other. Each lasts for some time, and all messages are settled before the next
 * begins.
 *
 * @throws Error if the stack does not start, or a fault could not be repaired
 */
export async function holdFaults({ seconds, only, ...options }: Hold): Promise<HoldResult> {
  const { value, ...result } = await underLoad(options, everything, async (trial) => {
    const held: Held[] = [];
    const problems: string[] = [];
    for (const kind of only) {
      if (kind === 'disk full' && !trial.postgres.disk) continue;
      options.log(`${kind} for ${seconds} s`);
      const { stalled, ...one } = await hold(trial, kind, seconds * 1_000, options.log);
      held.push(one);
      problems.push(...[...stalled, ...findBroken(one)].map((problem) => `${kind}: ${problem}`));
    }
    return { held, problems };
  });
  return { ...result, held: value.held, problems: [...value.problems, ...result.problems] };
}

async function hold(
  trial: Trial<PrivateRedis>,
  kind: HeldKind,
  lastsMs: number,
  log: (line: string) => void,
): Promise<Held & { stalled: string[] }> {
  const { stack, postgres, errors, readyz, database, answers, startLoad, settle } = trial;
  const fault = { no: 1, kind, target: kind, afterMs: 0, lastsMs, degree: 0.5 };
  const count = async () => ({
    accepted: answers.accepted.size,
    refused: answers.unavailable,
    unanswered: answers.unanswered,
    submitted: (await stack.sandbox.totals()).accepted,
  });
  const load = startLoad();
  await pause(beforeMs);
  const errorsBefore = new Map(errors);
  const { diskFull, restarts } = postgres.counts;
  const before = await count();
  const from = new Date();
  await kinds[kind].begin(trial, fault);
  const watching = new AbortController();
  const watched = Promise.all([
    watch(readyz.web, watching.signal),
    watch(readyz.worker, watching.signal),
  ]);
  await pause(lastsMs);
  const after = await count();
  const to = new Date();
  watching.abort();
  const [web, worker] = await watched;
  let errorLines = 0;
  for (const [error, times] of errors) {
    const more = times - (errorsBefore.get(error) ?? 0);
    if (more > 0) log(`logged ${more} times: ${error}`);
    errorLines += more;
  }
  if (kind === 'disk full') {
    const found = postgres.counts.diskFull - diskFull;
    log(`${found} writes found the disk full; ${postgres.counts.restarts - restarts} restarts`);
  }
  await kinds[kind].end(trial, fault);
  const ended = performance.now();
  await load.end();
  const stalled = await settle();
  const drainMs = performance.now() - ended;
  for (const said of [web, worker])
    log([...said].map(([is, times]) => `${is} (${times})`).join(', '));
  return {
    kind,
    accepted: after.accepted - before.accepted,
    refused: after.refused - before.refused,
    unanswered: after.unanswered - before.unanswered,
    submitted: after.submitted - before.submitted,
    codeMs: await readCodeTimes(database, from, to),
    readyz: { web: mostFrequent(web), worker: mostFrequent(worker) },
    errorLines,
    drainMs,
    stalled,
  };
}

/**
 * Queries programs' `/readyz` every second, until `signal` aborts.
 *
 * @returns how often each response occurred
 */
async function watch(urls: string[], signal: AbortSignal): Promise<Map<string, number>> {
  const said = new Map<string, number>();
  while (!signal.aborted) {
    for (const url of urls) {
      const response = await fetch(url);
      const { status, reason } = (await response.json()) as { status: string; reason?: string };
      const answer = [response.status, status, ...(reason ? [reason] : [])].join(' ');
      said.set(answer, (said.get(answer) ?? 0) + 1);
    }
    await pause(1_000);
  }
  return said;
}

const mostFrequent = (said: Map<string, number>): string =>
  [...said].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 'no answer';

const codeTimes = `
  SELECT percentile_disc(ARRAY[0.5, 0.99]) WITHIN GROUP (
    ORDER BY (extract(epoch FROM coalesce(sent_at, settled_at) - created_at) * 1000)::int) AS ms
  FROM messages WHERE kind = 'otp' AND created_at BETWEEN $1 AND $2`;

async function readCodeTimes(database: Database, from: Date, to: Date): Promise<Held['codeMs']> {
  const [row] = await database.query<{ ms: [number, number] | null }>(codeTimes, [from, to]);
  return row?.ms ? { p50: row.ms[0], p99: row.ms[1] } : null;
}

/** @returns a sentence for each broken promise */
function findBroken({ kind, accepted, refused, submitted, codeMs, readyz }: Held): string[] {
  const expect = (isKept: boolean, otherwise: string) => (isKept ? [] : [otherwise]);
  if (kind === 'disk full' || kind === 'PostgreSQL read-only') {
    // On a full disk, open PostgreSQL connections still serve reads, but PostgreSQL may refuse new connections, because it
    // cannot write its init file.
    const allowed = kind === 'disk full' ? ['200 ready', '503 not ready'] : ['503 not ready'];
    return [
      ...expect(refused > 0, 'no call was answered with 503'),
      ...expect(allowed.includes(readyz.web), `the web said ${readyz.web}`),
    ];
  }
  const reason = /MISCONF|OOM|READONLY/.exec(kind)?.[0] ?? 'no answer';
  const degraded = `200 degraded Redis cannot be written to: ${reason}`;
  return [
    ...expect(
      accepted > 0 && submitted > accepted / 2,
      `${submitted} segments were submitted of ${accepted} messages`,
    ),
    ...expect(codeMs !== null && codeMs.p99 <= maxCodeMs, `p99 of codes is ${codeMs?.p99} ms`),
    ...(kind === 'Redis emptied'
      ? []
      : (['web', 'worker'] as const).flatMap((program) =>
          expect(readyz[program] === degraded, `the ${program} said ${readyz[program]}`),
        )),
  ];
}
