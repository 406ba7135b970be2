import { step } from '#scripts/stack/terminal.ts';
import { getEmpty, sendBatches, sendSingles } from '../calls.ts';
import { checkAccepted } from '../checks.ts';
import type { LoadResult } from '../load.ts';
import { residentMiB } from '../memory.ts';
import { createProcessorClock } from '../processor-time.ts';
import { atLeast, type Report, type Row } from '../report.ts';
import { createRequests } from '../requests.ts';
import { createRunTotals, type RunTotals } from '../run-totals.ts';
import { type Bench, type Dakiya, withDakiya } from '../stack/dakiya.ts';
import { isKannelInstalled, type Kannel, startKannel } from '../stack/kannel.ts';
import { templateCount, withTemplates } from '../stack/register-templates.ts';
import { median, percentile } from '../statistics.ts';
import { startBareServer } from './limits.ts';

const rounds = 5;

/** Requests of a round: about two seconds of each on two cores. With the warm-up 200,000 messages are accepted. */
const perRound = {
  bare: 25_000,
  empty: 8_000,
  single: 6_000,
  checked: 6_000,
  batch: 250,
  kannel: 6_000,
  inMemory: 12_000,
};

/** Not used: no worker runs. */
const carrier = { window: 50, rate: 1_000 };

type Subject = keyof typeof perRound;
type Results = Record<Subject, LoadResult[]>;
/** Kannel with receipts in PostgreSQL, and in memory without any. */
type Peers = {
  /** Called by an account with templates. */
  registered: Dakiya;
  bareUrl: string;
  kannel: Kannel | null;
  inMemory: Kannel | null;
};

/**
 * Measures how fast messages are accepted while none is delivered: one per request, and in batches.
 *
 * The rounds alternate, also with those of an account with 1,000 DLT templates, which each message is compared with, of an
 * empty resource route and a bare node:http server, the upper limits, and of Kannel where it is installed, so that other work
 * on the machine affects all of them equally.
 */
export function accept(bench: Bench): Promise<Report> {
  return withDakiya(bench, carrier, async (dakiya) => {
    const { web } = dakiya;
    const totals = createRunTotals();
    const started = residentMiB(web.pid);
    const bare = await startBareServer(bench.register);
    const receipts = { databaseUrl: dakiya.databaseUrl, callbackUrl: bare.url };
    const kannel = isKannelInstalled() ? await startKannel(receipts, bench.register) : null;
    const inMemory = isKannelInstalled() ? await startKannel(null, bench.register) : null;
    const clocks = {
      single: createProcessorClock(dakiya.pids),
      checked: createProcessorClock(dakiya.pids),
      batch: createProcessorClock(dakiya.pids),
    };
    const results = await alternate(
      dakiya,
      { registered: await withTemplates(dakiya), bareUrl: bare.url, kannel, inMemory },
      totals,
      clocks,
    );
    await kannel?.stop();
    await inMemory?.stop();
    await bare.stop();
    return {
      rows: toRows(results),
      memory: [
        { when: 'just started', web: started },
        {
          when: `after accepting ${totals.messages}`,
          web: residentMiB(web.pid),
          wanted: { web: 300 },
        },
      ],
      processorTime: [
        ...clocks.single.result('accepted, one a request'),
        ...clocks.checked.result(`the same with ${templateCount} DLT templates`),
        ...clocks.batch.result('accepted, 100 a request'),
      ],
      errors: [
        ...totals.errors,
        ...[...results.bare, ...results.empty, ...results.kannel, ...results.inMemory].flatMap(
          ({ errors }) => errors,
        ),
        ...(await checkAccepted(dakiya, totals)),
      ],
    };
  });
}

async function alternate(
  dakiya: Dakiya,
  { registered, bareUrl, kannel, inMemory }: Peers,
  totals: RunTotals,
  clocks: Partial<Record<Subject, ReturnType<typeof createProcessorClock>>>,
): Promise<Results> {
  const requests = createRequests();
  const load: Partial<Record<Subject, (count: number) => Promise<LoadResult>>> = {
    bare: (count) => getEmpty(bareUrl, count),
    empty: (count) => getEmpty(`${dakiya.url}/healthz`, count),
    single: async (count) => totals.add(await sendSingles(dakiya, requests, count)),
    checked: async (count) => totals.add(await sendSingles(registered, requests, count)),
    batch: async (count) => totals.add(await sendBatches(dakiya, requests, count)),
    ...(kannel && { kannel: (count) => getEmpty(kannel.sendUrl, count) }),
    ...(inMemory && { inMemory: (count) => getEmpty(inMemory.sendUrl, count) }),
  };
  const results: Results = {
    ...{ bare: [], empty: [], single: [], checked: [], batch: [] },
    ...{ kannel: [], inMemory: [] },
  };
  const round = async (share: number, isCounted = true) => {
    for (const [name, send] of Object.entries(load)) {
      const subject = name as Subject;
      const clock = isCounted ? clocks[subject] : undefined;
      const work = () => send(perRound[subject] * share);
      results[subject].push(await (clock ? clock.measure(work) : work()));
    }
  };
  // Not counted, until the JIT compiler has optimised the code.
  await step('Warming up', () => round(1 / 2, false));
  for (let i = 1; i <= rounds; i++) {
    await step(`Accepting, round ${i} of ${rounds}`, () => round(1));
  }
  return results;
}

function toRows(results: Results): Row[] {
  const measure = (subject: Subject, count: (result: LoadResult) => number) => {
    const counted = results[subject].slice(-rounds);
    const latencies = counted.flatMap((result) => result.latencies);
    return {
      perSecond: median(counted.map((result) => count(result) / result.seconds)),
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
    };
  };
  const bare = measure('bare', ({ requests }) => requests);
  const empty = measure('empty', ({ requests }) => requests);
  const single = measure('single', ({ accepted }) => accepted);
  const checked = measure('checked', ({ accepted }) => accepted);
  const batch = measure('batch', ({ accepted }) => accepted);
  const beside = (peer: { perSecond: number }, share: number) =>
    atLeast(share, single.perSecond, peer.perSecond, `one a request ≥ ${share.toFixed(2)} of it`);
  const peerOf = (name: 'kannel' | 'inMemory') =>
    results[name].length > 0 ? measure(name, ({ requests }) => requests) : null;
  const [kannel, inMemory] = [peerOf('kannel'), peerOf('inMemory')];
  return [
    { what: 'limit: bare node:http', ...bare, target: beside(bare, 0.05) },
    ...(kannel
      ? [{ what: 'peer: Kannel, one a request', ...kannel, target: beside(kannel, 3) }]
      : []),
    ...(inMemory
      ? [
          {
            what: 'peer: Kannel in memory, without receipts',
            ...inMemory,
            target: atLeast(1.5, batch.perSecond, inMemory.perSecond, '100 a request ≥ 1.50 of it'),
          },
        ]
      : []),
    // Accepting takes the same steps and PostgreSQL: the cheaper the steps, the smaller the share.
    { what: 'limit: empty resource route', ...empty, target: beside(empty, 0.4) },
    { what: 'messages accepted, one a request', ...single },
    {
      what: `the same, compared with ${templateCount} DLT templates`,
      ...checked,
      target: atLeast(0.9, checked.perSecond, single.perSecond, '≥ 0.90 of it without'),
    },
    {
      what: 'messages accepted, 100 a request',
      ...batch,
      target: atLeast(1, batch.perSecond, 10_000, '≥ 1.00 of 10,000/s'),
    },
  ];
}
