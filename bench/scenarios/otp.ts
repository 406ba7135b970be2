import { step } from '#scripts/stack/terminal.ts';
import { batchSize, sendBatches } from '../calls.ts';
import { checkDelivered } from '../checks.ts';
import { residentMiB } from '../memory.ts';
import { atMost, type Report, type Row } from '../report.ts';
import { createRequests } from '../requests.ts';
import { createRunTotals, type RunTotals, type SendResult } from '../run-totals.ts';
import { sendTimed } from '../send-timed.ts';
import { submitted, untilDelivered, untilSubmitted } from '../settle.ts';
import { type Bench, type Dakiya, withDakiya } from '../stack/dakiya.ts';
import { median, percentile } from '../statistics.ts';

const rounds = 3;

/** Codes per round, both idle and with the backlog. */
const measured = 200;

/** Messages that are still queued when the first code of the last round is measured. */
const backlog = 100_000;

/** An upper limit of the backlog's messages that a round sends, as the carrier's rate allows. */
const sentPerRound = 10_000;

/** Codes and messages that a newly started worker sends before the measurement. */
const warmUp = { messages: 2_000, codes: 40 };

/** The demo's, for both measurements. */
const carrier = { window: 50, rate: 500 };

/** The queues of a worker that sends only codes: the backlog stays queued. */
const idleQueues = 'otp,otp-expiry';

/** Shared by both measurements. */
type Setting = {
  dakiya: Dakiya;
  totals: RunTotals;
  codes: (count: number) => Promise<SendResult>;
};

/**
 * Measures how long a code takes from the caller's request to the handset: with an idle worker, and
 * with a backlog of messages that the carrier's rate limits.
 *
 * The two alternate, so that other work on the machine affects both equally.
 */
export function otp(bench: Bench): Promise<Report> {
  return withDakiya(bench, carrier, async (dakiya) => {
    const totals = createRunTotals();
    const requests = createRequests();
    const setting: Setting = {
      dakiya,
      totals,
      codes: async (count) => totals.add(await sendTimed(dakiya, requests, 'code', count)),
    };
    // As many are left to the last worker, whose memory is measured.
    const queued = backlog + rounds * sentPerRound + rounds * warmUp.messages;
    await step(`Queueing ${queued} messages`, async () =>
      totals.add(await sendBatches(dakiya, requests, queued / batchSize)),
    );
    const idle: number[][] = [];
    const loaded: number[][] = [];
    const errors: string[] = [];
    for (let i = 1; i <= rounds; i++) {
      idle.push(await measureIdle(setting, `round ${i} of ${rounds}`));
      loaded.push(await measureLoaded(setting, `round ${i} of ${rounds}`, errors));
    }
    // The rest of the backlog must be delivered too; a higher rate shortens it.
    const worker = await dakiya.startWorker({ SMPP_RATE: '5000' });
    const left = await stillQueued(dakiya);
    await step(`Delivering the last ${left}`, () => untilDelivered(dakiya, totals.messages));
    const memory = {
      when: `web after accepting ${queued}, worker after delivering ${left}`,
      web: residentMiB(dakiya.web.pid),
      worker: residentMiB(worker.pid),
      wanted: { worker: 250 },
    };
    return {
      rows: toRows(idle, loaded),
      memory: [memory],
      errors: [...totals.errors, ...errors, ...(await checkDelivered(dakiya, totals))],
    };
  });
}

/** Measures codes with a worker that processes only their queues. */
async function measureIdle({ dakiya, codes }: Setting, round: string): Promise<number[]> {
  const worker = await dakiya.startWorker({ WORKER_QUEUES: idleQueues });
  const { latencies } = await step(`Sending ${measured} codes, idle, ${round}`, async () => {
    await codes(warmUp.codes);
    return codes(measured);
  });
  await worker.stop();
  return latencies;
}

async function measureLoaded(
  { dakiya, codes }: Setting,
  round: string,
  errors: string[],
): Promise<number[]> {
  const before = await submitted(dakiya);
  const worker = await dakiya.startWorker();
  await untilSubmitted(dakiya, before + warmUp.messages);
  await codes(warmUp.codes);
  const waiting = await stillQueued(dakiya);
  if (waiting < backlog) errors.push(`Only ${waiting} messages were queued in ${round}`);
  const { latencies } = await step(
    `Sending ${measured} codes, ${waiting} messages queued, ${round}`,
    () => codes(measured),
  );
  await worker.stop();
  return latencies;
}

async function stillQueued({ database }: Dakiya): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM messages WHERE state = 'queued'`,
  );
  return row?.count ?? 0;
}

/** p50 over all rounds; p99 is the median of the rounds' p99, as one pause decides a round's p99. */
function toRows(idle: number[][], loaded: number[][]): Row[] {
  const row = (what: string, times: number[][]) => ({
    what,
    p50: percentile(times.flat(), 0.5),
    p99: median(times.map((round) => percentile(round, 0.99))),
  });
  const quiet = row('code to the handset, idle', idle);
  const busy = row(`code to the handset, ${backlog.toLocaleString('en')} messages queued`, loaded);
  return [quiet, { ...busy, target: atMost(1.5, busy.p99, quiet.p99, '≤ 1.50 of the idle p99') }];
}
