import { step } from '#scripts/stack/terminal.ts';
import { batchSize, sendBatches } from '../calls.ts';
import { checkDelivered } from '../checks.ts';
import { residentMiB } from '../memory.ts';
import { atMost, type Report, type Row } from '../report.ts';
import { createRequests } from '../requests.ts';
import { type CodesResult, sendCodes } from '../send-codes.ts';
import { untilDelivered, untilSubmitted } from '../settle.ts';
import { type Bench, type Dakiya, withDakiya } from '../stack/dakiya.ts';
import { percentile } from '../statistics.ts';
import { createTally, type Tally } from '../tally.ts';

const measured = 320;

/** Messages that still wait when the first code is measured. */
const backlog = 20_000;

/** What a worker that was just started sends before anything is measured. */
const warmUp = { messages: 2_000, codes: 40 };

/** The demo's, for both measurements. */
const carrier = { window: 50, rate: 1_000 };

/** What both measurements work with. */
type Setting = {
  dakiya: Dakiya;
  tally: Tally;
  sendMessages: (count: number) => Promise<unknown>;
  codes: (count: number) => Promise<CodesResult>;
};

/**
 * How long a code takes from the caller's request to the handset: with nothing else to do, and
 * with a backlog of messages that the carrier's rate lets out only slowly.
 */
export function otp(bench: Bench): Promise<Report> {
  return withDakiya(bench, carrier, async (dakiya) => {
    const tally = createTally();
    const requests = createRequests();
    const setting: Setting = {
      dakiya,
      tally,
      sendMessages: async (count) =>
        tally.add(await sendBatches(dakiya, requests, count / batchSize)),
      codes: async (count) => tally.add(await sendCodes(dakiya, requests, count)),
    };
    const idle = await measureIdle(setting);
    const busy = await measureWithBacklog(setting);
    return {
      rows: toRows(idle.times, busy.times),
      memory: [busy.memory],
      faults: [...tally.faults, ...busy.faults, ...(await checkDelivered(dakiya, tally))],
    };
  });
}

async function measureIdle({ dakiya, tally, sendMessages, codes }: Setting): Promise<CodesResult> {
  const worker = await dakiya.startWorker();
  await step('Warming up', async () => {
    await sendMessages(warmUp.messages);
    await codes(warmUp.codes);
    await untilDelivered(dakiya, tally.messages);
  });
  const idle = await step(`Sending ${measured} codes, idle`, () => codes(measured));
  await untilDelivered(dakiya, tally.messages);
  await worker.stop();
  return idle;
}

/** The backlog is queued while no worker runs, so that it is whole when one begins. */
async function measureWithBacklog({ dakiya, tally, sendMessages, codes }: Setting) {
  const before = tally.messages;
  // While the codes of the warm-up are sent, about as many messages go out as before them.
  const queued = backlog + 2 * warmUp.messages;
  await step(`Queueing ${queued} messages`, () => sendMessages(queued));
  const worker = await dakiya.startWorker();
  await step('Warming up', async () => {
    await untilSubmitted(dakiya, before + warmUp.messages);
    await codes(warmUp.codes);
  });
  const waiting = await stillQueued(dakiya);
  const { times } = await step(`Sending ${measured} codes, ${waiting} messages queued`, () =>
    codes(measured),
  );
  const left = await stillQueued(dakiya);
  await step(`Delivering the last ${left}`, () => untilDelivered(dakiya, tally.messages));
  return {
    times,
    memory: {
      when: `after a backlog of ${queued}`,
      web: residentMiB(dakiya.web.pid),
      worker: residentMiB(worker.pid),
    },
    faults: left > 0 ? [] : ['The backlog was gone before the last code was measured'],
  };
}

async function stillQueued({ database }: Dakiya): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM messages WHERE state = 'queued'`,
  );
  return row?.count ?? 0;
}

function toRows(idle: number[], busy: number[]): Row[] {
  const row = (what: string, times: number[]) => ({
    what,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  });
  const quiet = row('code to the handset, idle', idle);
  const loaded = row(`code to the handset, ${backlog} messages queued`, busy);
  return [quiet, { ...loaded, target: atMost(2, loaded.p99, quiet.p99, '≤ 2.00 of the idle p99') }];
}
