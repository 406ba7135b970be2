import { step } from '#scripts/stack/terminal.ts';
import { checkDelivered, untilDelivered } from '../checks.ts';
import { deliverWithKannel } from '../kannel.ts';
import { createSender } from '../load.ts';
import { createProcessorClock, residentMiB } from '../processes.ts';
import { atLeast, type Report } from '../report.ts';
import { type Bench, type Dakiya, unlimited, withDakiya } from '../run.ts';

const warmUp = 3_000;
const messages = 20_000;

/**
 * Measures delivery from the first request until the last receipt is recorded, with web server, worker,
 * database, Redis, carrier and load generator on the same cores.
 */
export function endToEnd(bench: Bench): Promise<Report> {
  return withDakiya(bench, unlimited, async (dakiya) => {
    const kannel = await deliverWithKannel(dakiya.settings.DATABASE_URL);
    const worker = await dakiya.startWorker();
    const sender = createSender(dakiya);
    const { totals } = sender;
    const deliver = async (count: number) => {
      const sent = await sender.batches(count);
      await untilDelivered(dakiya, totals.messages);
      return sent;
    };
    const clock = createProcessorClock({ ...dakiya.pids, worker: worker.pid });
    const memory = () => ({
      when: `after delivering ${totals.messages}`,
      web: residentMiB(dakiya.pids.web),
      worker: residentMiB(worker.pid),
    });

    await step(`Warming up with ${warmUp} messages`, () => deliver(warmUp));
    const warm = memory();
    const startedAt = new Date();
    const began = performance.now();
    const delivered = await step(`Delivering ${messages} messages`, () =>
      clock.measure(() => deliver(messages)),
    );
    const perSecond = delivered.accepted / ((performance.now() - began) / 1_000);
    const peer = kannel !== null && {
      what: 'peer: Kannel, from accept to callback',
      perSecond: kannel,
      target: atLeast(4, perSecond, kannel, 'ours ≥ 4.00 of it'),
    };
    return {
      rows: [
        ...(peer ? [peer] : []),
        {
          what: 'messages from accept to receipt recorded',
          perSecond,
          ...(await timesToDelivery(dakiya, startedAt)),
          target: atLeast(1, perSecond, 1_500, '≥ 1.00 of 1,500/s'),
        },
      ],
      memory: [warm, memory()],
      processorTime: clock.result('from accept to receipt recorded'),
      errors: await checkDelivered(dakiya, totals),
    };
  });
}

const times = `
  SELECT percentile_cont(ARRAY[0.5, 0.99]) WITHIN GROUP (
    ORDER BY extract(epoch FROM settled_at - created_at)::float8 * 1000) AS ms
  FROM messages WHERE created_at >= $1 AND state = 'delivered'`;

/** Calculates the delivery times from the messages' rows, in milliseconds. */
async function timesToDelivery({ database }: Dakiya, since: Date) {
  const [row] = await database.query<{ ms: [number, number] | null }>(times, [since]);
  const [p50, p99] = row?.ms ?? [];
  return { p50, p99 };
}
