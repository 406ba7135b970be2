import { step } from '#scripts/stack/terminal.ts';
import { batchSize, sendBatches } from '../calls.ts';
import { checkDelivered } from '../checks.ts';
import { residentMiB } from '../memory.ts';
import { atMost, type Report, type Row } from '../report.ts';
import { createRequests } from '../requests.ts';
import { createRunTotals, type RunTotals } from '../run-totals.ts';
import { type CodesResult, sendCodes } from '../send-codes.ts';
import { submitted, untilDelivered, untilSubmitted } from '../settle.ts';
import { type Bench, type Dakiya, withDakiya } from '../stack/dakiya.ts';
import { median, percentile } from '../statistics.ts';

const rounds = 3;

/** Codes of a round, both idle and with the backlog. */
const measured = 200;

/** Messages that still wait when the first code of the last round is measured. */
const backlog = 20_000;

/** What goes out of the backlog in a round, with some to spare: at most the rate's worth. */
const outInRound = 10_000;

/** Codes and messages that a worker that was just started sends before anything is measured. */
const warmUp = { messages: 2_000, codes: 40 };

/** The demo's, for both measurements. */
const carrier = { window: 50, rate: 500 };

/** The queues of a worker that has nothing to do but codes: the backlog waits. */
const idleQueues = 'otp,otp-expiry';

/** What both measurements work with. */
type Setting = {
  dakiya: Dakiya;
  tally: RunTotals;
  codes: (count: number) => Promise<CodesResult>;
};

/**
 * How long a code takes from the caller's request to the handset: with nothing else to do, and
 * with a backlog of messages that the carrier's rate lets out only slowly.
 *
 * The two take turns, so that whatever else the machine does meanwhile falls on both.
 */
export function otp(bench: Bench): Promise<Report> {
  return withDakiya(bench, carrier, async (dakiya) => {
    const tally = createRunTotals();
    const requests = createRequests();
    const setting: Setting = {
      dakiya,
      tally,
      codes: async (count) => tally.add(await sendCodes(dakiya, requests, count)),
    };
    const queued = backlog + (rounds - 1) * outInRound + 2 * warmUp.messages;
    await step(`Queueing ${queued} messages`, async () =>
      tally.add(await sendBatches(dakiya, requests, queued / batchSize)),
    );
    const idle: number[][] = [];
    const loaded: number[][] = [];
    const faults: string[] = [];
    for (let i = 1; i <= rounds; i++) {
      idle.push(await measureIdle(setting, `round ${i} of ${rounds}`));
      loaded.push(await measureLoaded(setting, `round ${i} of ${rounds}`, faults));
    }
    // What is left has to be delivered too, but nobody wants to watch it.
    const worker = await dakiya.startWorker({ SMPP_RATE: '5000' });
    await step(`Delivering the last ${await stillQueued(dakiya)}`, () =>
      untilDelivered(dakiya, tally.messages),
    );
    const memory = {
      when: `after a backlog of ${queued}`,
      web: residentMiB(dakiya.web.pid),
      worker: residentMiB(worker.pid),
    };
    return {
      rows: toRows(idle, loaded),
      memory: [memory],
      faults: [...tally.faults, ...faults, ...(await checkDelivered(dakiya, tally))],
    };
  });
}

/** A worker that works on nothing but codes: whatever else waits, waits. */
async function measureIdle({ dakiya, codes }: Setting, round: string): Promise<number[]> {
  const worker = await dakiya.startWorker({ WORKER_QUEUES: idleQueues });
  const { times } = await step(`Sending ${measured} codes, idle, ${round}`, async () => {
    await codes(warmUp.codes);
    return codes(measured);
  });
  await worker.stop();
  return times;
}

async function measureLoaded(
  { dakiya, codes }: Setting,
  round: string,
  faults: string[],
): Promise<number[]> {
  const before = await submitted(dakiya);
  const worker = await dakiya.startWorker();
  await untilSubmitted(dakiya, before + warmUp.messages);
  await codes(warmUp.codes);
  const waiting = await stillQueued(dakiya);
  if (waiting < backlog) faults.push(`Only ${waiting} messages were queued in ${round}`);
  const { times } = await step(
    `Sending ${measured} codes, ${waiting} messages queued, ${round}`,
    () => codes(measured),
  );
  await worker.stop();
  return times;
}

async function stillQueued({ database }: Dakiya): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM messages WHERE state = 'queued'`,
  );
  return row?.count ?? 0;
}

/** p50 over all rounds; p99 is the median of the rounds', as one hiccup is most of a round's. */
function toRows(idle: number[][], loaded: number[][]): Row[] {
  const row = (what: string, times: number[][]) => ({
    what,
    p50: percentile(times.flat(), 0.5),
    p99: median(times.map((round) => percentile(round, 0.99))),
  });
  const quiet = row('code to the handset, idle', idle);
  const busy = row(`code to the handset, ${backlog} messages queued`, loaded);
  return [quiet, { ...busy, target: atMost(2, busy.p99, quiet.p99, '≤ 2.00 of the idle p99') }];
}
