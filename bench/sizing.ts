import { createRandom } from '#tests/support/random.ts';
import type { ProcessorTime } from './processes.ts';
import { aligned, percentile } from './report.ts';

/** The parts that a request passes, in this order. */
const parts = ['web', 'PostgreSQL', 'Redis', 'worker'] as const;

type PerPart = Record<(typeof parts)[number], number>;

/** A kind of traffic: how many messages a request has, and the processor time per message in milliseconds. */
type Traffic = { what: string; perRequest: number; ms: PerPart };

/** The rows of the processor times that the calculation uses. */
const acceptedOne = 'accepted, one per request';
const delivered = 'from accept to receipt recorded';

/** The processor times of the run in docs/performance.md, by which `npm run bench -- sizing` calculates. */
export const recorded: ProcessorTime[] = [
  { what: acceptedOne, ms: { web: 0.194, PostgreSQL: 0.091, Redis: 0.019 }, product: 0.303 },
  {
    what: delivered,
    ms: { web: 0.053, worker: 0.141, PostgreSQL: 0.223, Redis: 0.009 },
    product: 0.426,
  },
];

/**
 * Returns the traffic with a single message per request, and with 100 messages per request. For single messages, the
 * times of the two rows (`acceptedOne` and `delivered`) are added up, but for the web server only the first row counts.
 * The second row includes the accepting of batches, so the sum is a little too large.
 */
function toTraffics(times: ProcessorTime[]): Traffic[] {
  const find = (wanted: string) => times.find(({ what }) => what === wanted)?.ms;
  const [one, hundred] = [find(acceptedOne), find(delivered)];
  if (!one || !hundred) return [];
  const of = (get: (part: keyof PerPart) => number) =>
    Object.fromEntries(parts.map((part) => [part, get(part)])) as PerPart;
  const batches = of((part) => hundred[part] ?? 0);
  const singles = of((part) => (one[part] ?? 0) + batches[part]);
  return [
    { what: 'one per request', perRequest: 1, ms: { ...singles, web: one.web ?? 0 } },
    { what: '100 per request', perRequest: 100, ms: batches },
  ];
}

/** The maximum share of time for which a part is planned to be busy, so that bursts and slow moments do not add up. */
const maxBusy = 0.7;

/**
 * Returns how many processes of web server and worker, and how many cores of PostgreSQL a rate needs. Redis has one thread.
 */
function planMachine({ ms }: Traffic, perSecond: number): PerPart {
  const plan = (part: keyof PerPart) => Math.ceil((perSecond * ms[part]) / 1_000 / maxBusy);
  return { web: plan('web'), PostgreSQL: plan('PostgreSQL'), Redis: 1, worker: plan('worker') };
}

/**
 * A machine counts as too small if the later requests take this many times as long as the earlier ones, because then the wait
 * keeps growing.
 */
const growth = 3;

/**
 * Simulates requests that arrive at random and pass all parts. Each part serves them in the order of their arrival, and a request
 * takes an exponentially distributed time of one process. Web servers get requests in rotation, like connections; the
 * processes of the other parts take the next request when they are free.
 *
 * @returns the time from a request to the end of its work in milliseconds; the share of the time in which each part is busy; and
 *   whether the machine is large enough
 */
export function simulate(traffic: Traffic, machine: PerPart, perSecond: number, requests = 50_000) {
  const { next } = createRandom('sizing');
  const exponential = (mean: number) => -Math.log(1 - next()) * mean;
  const everyMs = (1_000 / perSecond) * traffic.perRequest;
  let now = 0;
  const jobs = Array.from({ length: requests }, () => {
    now += exponential(everyMs);
    return { arrived: now, at: now };
  });
  const busy: Partial<PerPart> = {};
  for (const part of parts) {
    const free = Array.from({ length: machine[part] }, () => 0);
    let worked = 0;
    jobs.sort((a, b) => a.at - b.at);
    for (const [i, job] of jobs.entries()) {
      const own = part === 'web' ? i % free.length : free.indexOf(Math.min(...free));
      const took = exponential(traffic.ms[part] * traffic.perRequest);
      job.at = Math.max(job.at, free[own] ?? 0) + took;
      free[own] = job.at;
      worked += took;
    }
    busy[part] = worked / Math.max(...free) / free.length;
  }
  jobs.sort((a, b) => a.arrived - b.arrived);
  const times = jobs.map(({ arrived, at }) => at - arrived);
  const third = Math.floor(requests / 3);
  const [early, late] = [times.slice(0, third), times.slice(-third)].map((some) =>
    percentile(some, 0.5),
  );
  return {
    ...{ p50: percentile(times, 0.5), p99: percentile(times, 0.99) },
    busy: busy as PerPart,
    isEnough: (late ?? 0) < growth * (early ?? 0),
  };
}

const rates = [1_000, 10_000, 50_000];

/**
 * Formats the machines for some rates as a table, with the simulated times. The text is empty if a needed row was not
 * measured.
 */
export function sizing(times: ProcessorTime[]): string {
  const head = ['machine for', 'webs', 'workers', 'PostgreSQL', 'Redis', 'p50', 'p99', 'limit'];
  const body = toTraffics(times).flatMap((traffic) =>
    rates.map((perSecond) => {
      const machine = planMachine(traffic, perSecond);
      const { p50, p99, busy, isEnough } = simulate(traffic, machine, perSecond);
      const [limit] = parts.toSorted((a, b) => busy[b] - busy[a]);
      return [
        `${count.format(perSecond)}/s, ${traffic.what}`,
        `${machine.web}`,
        `${machine.worker}`,
        `${machine.PostgreSQL} cores`,
        `${((perSecond * traffic.ms.Redis) / 1_000).toFixed(2)} cores`,
        ...[p50, p99].map((ms) => (isEnough ? `${ms.toFixed(0)} ms` : '')),
        isEnough ? '' : `too much for one ${limit}`,
      ];
    }),
  );
  if (body.length === 0) return '';
  const most = toTraffics(times).map(({ what, ms }) => {
    const redis = count.format((1_000 * maxBusy) / ms.Redis);
    const core = count.format((1_000 * maxBusy) / ms.PostgreSQL);
    return `  With ${what}, one Redis suffices for ${redis}/s, and each core of PostgreSQL for ${core}/s.`;
  });
  return [aligned([head, ...body], [1, 2, 3, 4, 5, 6]), ...most].join('\n');
}

const count = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
