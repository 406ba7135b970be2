import { step } from '#scripts/stack/terminal.ts';
import { keyHeaders, signUp } from '#tests/harness/stack-clients.ts';
import { checkDelivered, submitted, untilDelivered, untilSubmitted } from '../checks.ts';
import { createSender, type Sender } from '../load.ts';
import { residentMiB } from '../processes.ts';
import { atLeast, atMost, median, percentile, type Report, type Row } from '../report.ts';
import { type Bench, type Dakiya, withDakiya } from '../run.ts';

/** Number of messages of one account that wait while codes, or single messages of another account, are measured. */
const backlog = 100_000;

const codes = {
  rounds: 3,
  /** Number of codes per round, both idle and with the backlog. */
  measured: 200,
  /** Maximum number of backlog messages that are sent per round, at the carrier's rate. */
  sentPerRound: 10_000,
  /** How many messages and codes a newly started worker sends before the measurement. */
  warmUp: { messages: 2_000, codes: 40 },
  /** The limits of the demo. */
  carrier: { window: 50, rate: 500 },
  /** The queues of a worker that sends only codes, so the backlog stays queued. */
  idleQueues: 'otp,otp-expiry',
};

/**
 * Measures how long a code takes from the caller's request to the handset: with an idle worker, and
 * with a backlog of messages that the carrier's rate limits.
 *
 * Rounds of both kinds alternate, so that other work on the machine affects both equally.
 */
export function otp(bench: Bench): Promise<Report> {
  const { rounds, measured, sentPerRound, warmUp, carrier, idleQueues } = codes;
  return withDakiya(bench, carrier, async (dakiya) => {
    const sender = createSender(dakiya);
    // There are enough messages for all rounds. The last worker always gets the same number of messages, because its
    // memory is measured.
    const queued = backlog + rounds * sentPerRound + rounds * warmUp.messages;
    await step(`Queueing ${queued} messages`, () => sender.batches(queued));
    const times: Record<'idle' | 'loaded', number[][]> = { idle: [], loaded: [] };
    const errors: string[] = [];

    async function measureIdle(round: string): Promise<void> {
      const worker = await dakiya.startWorker({ WORKER_QUEUES: idleQueues });
      const { latencies } = await step(`Sending ${measured} codes, idle, ${round}`, async () => {
        await sender.timed('code', warmUp.codes);
        return sender.timed('code', measured);
      });
      await worker.stop();
      times.idle.push(latencies);
    }

    async function measureLoaded(round: string): Promise<void> {
      const before = await submitted(dakiya);
      const worker = await dakiya.startWorker();
      await untilSubmitted(dakiya, before + warmUp.messages);
      await sender.timed('code', warmUp.codes);
      const waiting = await stillQueued(dakiya);
      if (waiting < backlog) errors.push(`Only ${waiting} messages were queued in ${round}`);
      const what = `Sending ${measured} codes, ${waiting} messages queued, ${round}`;
      const { latencies } = await step(what, () => sender.timed('code', measured));
      await worker.stop();
      times.loaded.push(latencies);
    }

    for (let i = 1; i <= rounds; i++) {
      await measureIdle(`round ${i} of ${rounds}`);
      await measureLoaded(`round ${i} of ${rounds}`);
    }
    const left = await stillQueued(dakiya);
    const worker = await deliverRest(dakiya, sender, '5000');
    // p50 is calculated over all rounds. p99 is the median of the rounds' p99, because a single pause decides the p99 of a
    // round.
    const row = (what: string, list: number[][]) => ({
      what,
      p50: percentile(list.flat(), 0.5),
      p99: median(list.map((round) => percentile(round, 0.99))),
    });
    const quiet = row('code to the handset, idle', times.idle);
    const queuedText = `${backlog.toLocaleString('en')} messages queued`;
    const busy = row(`code to the handset, ${queuedText}`, times.loaded);
    return {
      rows: [
        quiet,
        { ...busy, target: atMost(1.5, busy.p99, quiet.p99, '≤ 1.50 of the idle p99') },
      ],
      memory: [
        {
          when: `web after accepting ${queued}, worker after delivering ${left}`,
          web: residentMiB(dakiya.pids.web),
          worker: residentMiB(worker.pid),
          wanted: { worker: 250 },
        },
      ],
      errors: [...errors, ...(await checkDelivered(dakiya, sender.totals))],
    };
  });
}

/** Delivers the remaining messages with a higher rate, which shortens the wait. */
async function deliverRest(dakiya: Dakiya, { totals }: Sender, rate = '100000') {
  const worker = await dakiya.startWorker({ SMPP_RATE: rate });
  await step('Delivering the rest', () => untilDelivered(dakiya, totals.messages));
  return worker;
}

async function stillQueued({ database }: Dakiya): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM messages WHERE state = 'queued'`,
  );
  return row?.count ?? 0;
}

const fair = {
  /**
   * Number of waiting codes of one account. The carrier takes 20 s for them, and the other account sends its codes within 14
   * s.
   */
  codeBacklog: 1_000,
  /**
   * `measured` is how many codes and messages are measured, both without and with a backlog. `warmUp` is how many are sent
   * before each measurement.
   */
  measured: { code: 50, message: 100 },
  warmUp: 20,
  /**
   * Requests per second: well below the account's share of the carrier's rate. Above that share, messages would wait for others
   * of the same account.
   */
  perSecond: 5,
  /** A slow carrier, so that the backlog would take half an hour. */
  carrier: { window: 50, rate: 50 },
};

/**
 * Measures how long a single message of one account takes from the request to the handset: alone, and behind the backlog of
 * another account. It also measures a code that is behind the codes of another account.
 */
export function fairness(bench: Bench): Promise<Report> {
  const { codeBacklog, measured, warmUp, perSecond, carrier } = fair;
  return withDakiya(bench, carrier, async (dakiya) => {
    const busyAccount = createSender(dakiya);
    const { createKey } = await signUp(dakiya.url, 'single');
    const single = busyAccount.as(keyHeaders(await createKey('Single')));
    const measure = async (kind: 'code' | 'message', when: string): Promise<Required<Times>> => {
      await single.timed(kind, warmUp, perSecond);
      const what = `Sending ${measured[kind]} ${kind}s, ${when}`;
      const { latencies } = await step(what, () => single.timed(kind, measured[kind], perSecond));
      return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
    };

    const slow = await dakiya.startWorker();
    const idleCode = await measure('code', 'idle');
    await busyAccount.codes(codeBacklog);
    const loadedCode = await measure('code', `${codeBacklog} of another account queued`);
    const { totals } = busyAccount;
    await step('Sending the rest of the codes', () => untilSubmitted(dakiya, totals.messages));
    const idle = await measure('message', 'idle');
    await step(`Queueing ${backlog} messages of another account`, () =>
      busyAccount.batches(backlog),
    );
    await untilSubmitted(dakiya, (await submitted(dakiya)) + 100);
    const loaded = await measure('message', `${backlog} of another account queued`);
    await slow.stop();
    await deliverRest(dakiya, busyAccount);
    const target = (busy: Required<Times>, quiet: Required<Times>) =>
      atMost(2, busy.p50, quiet.p50, '≤ 2.00 of the idle p50');
    return {
      rows: [
        { what: 'code to the handset, idle, 50/s', ...idleCode },
        {
          what: `the same behind ${codeBacklog} codes of another account`,
          ...{ ...loadedCode, target: target(loadedCode, idleCode) },
        },
        { what: 'message to the handset, idle, 50/s', ...idle },
        {
          what: `the same behind ${backlog} of another account`,
          ...{ ...loaded, target: target(loaded, idle) },
        },
      ],
      memory: [],
      errors: await checkDelivered(dakiya, totals),
    };
  });
}

type Times = Pick<Row, 'p50' | 'p99'>;

const share = {
  accounts: 20,
  /** The number of messages of the account with the fewest messages, and how many more each next account has. */
  fewest: 1_000,
  more: 500,
  /** The limits of the demo. */
  carrier: { window: 50, rate: 500 },
  /** In seconds: how long all accounts have messages left, and the span in which each account should get its share. */
  measuredSeconds: 30,
  spanSeconds: 10,
};

/**
 * Counts how many messages a carrier accepts from each of twenty accounts on the same plan, with backlogs of very different
 * sizes. Reports the smallest and largest count of an account within any ten seconds.
 */
export function shares(bench: Bench): Promise<Report> {
  const { accounts, fewest, more, carrier, measuredSeconds, spanSeconds } = share;
  return withDakiya(bench, carrier, async (dakiya) => {
    const sender = createSender(dakiya);
    await step(`Queueing messages of ${accounts} accounts`, async () => {
      for (let i = 0; i < accounts; i += 1) {
        const { createKey } = await signUp(dakiya.url, `share-${i}`);
        await sender.as(keyHeaders(await createKey('Share'))).batches(fewest + i * more);
      }
    });
    const slow = await dakiya.startWorker();
    const wanted = (await submitted(dakiya)) + measuredSeconds * carrier.rate;
    await step(`Sending for ${measuredSeconds} s`, () => untilSubmitted(dakiya, wanted));
    const counted = await countSpans(dakiya);
    await slow.stop();
    await deliverRest(dakiya, sender);
    const most = fewest + (accounts - 1) * more;
    const row = (which: string, count: number) => ({
      what: `${which} share of ${accounts} accounts with ${fewest} to ${most} messages`,
      perSecond: count / spanSeconds,
    });
    const { least, most: largest, fair: even } = counted;
    return {
      rows: [
        {
          ...row('least', least),
          target: atLeast(0.9, least, even, `≥ 0.90 in any ${spanSeconds} s`),
        },
        {
          ...row('largest', largest),
          target: atMost(1.1, largest, even, `≤ 1.10 in any ${spanSeconds} s`),
        },
      ],
      memory: [],
      errors: await checkDelivered(dakiya, sender.totals),
    };
  });
}

/**
 * For each second from the tenth on, counts each account's accepted messages in the last ten seconds. An account's fair
 * share is the mean over all accounts in the same span.
 */
const spans = `
  WITH taken AS (
    SELECT m.user_id, floor(extract(epoch FROM p.submitted_at))::bigint AS second, count(*)::int AS count
    FROM message_parts AS p JOIN messages AS m ON m.id = p.message_id WHERE p.submitted_at IS NOT NULL
    GROUP BY 1, 2
  ),
  seconds AS (SELECT generate_series(min(second) + 1, max(second) - 1) AS second FROM taken),
  each AS (
    SELECT second, user_id, coalesce(count, 0) AS count
    FROM seconds CROSS JOIN (SELECT DISTINCT user_id FROM taken) AS account LEFT JOIN taken USING (second, user_id)
  ),
  sums AS (
    SELECT second, sum(count) OVER w AS share, count(*) OVER w AS seconds FROM each
    WINDOW w AS (PARTITION BY user_id ORDER BY second ROWS ${share.spanSeconds - 1} PRECEDING)
  ),
  whole AS (
    SELECT share, avg(share) OVER (PARTITION BY second) AS fair FROM sums WHERE seconds = ${share.spanSeconds}
  )
  SELECT min(share / fair)::float8 AS least, max(share / fair)::float8 AS most, avg(fair)::float8 AS fair FROM whole`;

/**
 * @returns `fair` is the fair share, in messages per span. `least` and `most` are the smallest and the largest count of an
 *   account, relative to the fair share of the same span
 */
async function countSpans({ database }: Dakiya) {
  const [row] = await database.query<{ least: number; most: number; fair: number }>(spans);
  if (!row) throw new Error('nothing was sent');
  const { least, most, fair: even } = row;
  return { fair: even, least: least * even, most: most * even };
}
