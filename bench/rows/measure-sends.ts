import { newId } from '#platform/ids.ts';
import { step } from '#scripts/stack/terminal.ts';
import { batchSize, sendBatches, sendSingles } from '../calls.ts';
import { createProcessorClock } from '../processor-time.ts';
import { atMost, type Row } from '../report.ts';
import { createRequests } from '../requests.ts';
import { createRunTotals } from '../run-totals.ts';
import { untilDelivered } from '../settle.ts';
import type { Dakiya } from '../stack/dakiya.ts';

/** Rounds that are counted, after one that is not, and messages a round. */
export type SendSizes = { rounds: number; singles: number; delivered: number };

type Both<T> = { few: T; many: T };

/**
 * Measures accepting, without a worker, and then delivering, with few stored messages and with many, by the processor
 * time of all of Dakiya's programs.
 *
 * @returns the rates with many, with the ratio of the times as target; and a sentence for each failure
 */
export async function measureSends(
  { few, many }: Both<Dakiya>,
  { rounds, singles, delivered }: SendSizes,
) {
  const senders = { few: createSender(few), many: createSender(many) };
  const accepting = await step('Accepting', () =>
    inTurns(rounds, senders, ({ dakiya, send }) => {
      const clock = createProcessorClock(dakiya.pids);
      return { clock, work: () => send(singles, 'one a request') };
    }),
  );
  const workers = { few: await few.startWorker(), many: await many.startWorker() };
  const delivering = await step('Delivering', () =>
    inTurns(rounds, senders, ({ dakiya, send, untilAllDelivered }, name) => {
      const clock = createProcessorClock({ ...dakiya.pids, worker: workers[name].pid });
      const work = async () => {
        const sent = await send(delivered, 'in batches');
        await untilAllDelivered();
        return sent;
      };
      return { clock, work };
    }),
  );
  return {
    rows: [toRow('accepted, one a request', accepting), toRow('delivered', delivering)],
    errors: [...senders.few.errors(), ...senders.many.errors()],
  };
}

function toRow(what: string, { few, many }: Both<Result>): Row {
  const text = 'processor time ≤ 1.20 of that with few';
  return { what, perSecond: many.perSecond, target: atMost(1.2, many.cost, few.cost, text) };
}

type Sender = ReturnType<typeof createSender>;

function createSender(dakiya: Dakiya) {
  const totals = createRunTotals();
  const requests = createRequests();
  const first = newId('msg', Date.now());
  return {
    dakiya,
    async send(count: number, how: 'one a request' | 'in batches') {
      const sending =
        how === 'in batches'
          ? sendBatches(dakiya, requests, count / batchSize)
          : sendSingles(dakiya, requests, count);
      return totals.add(await sending);
    },
    untilAllDelivered: () => untilDelivered(dakiya, totals.messages, first),
    errors: () => totals.errors,
  };
}

type Work = {
  clock: ReturnType<typeof createProcessorClock>;
  work: () => Promise<{ accepted: number }>;
};

/** `cost` is in milliseconds of processor time a message. */
type Result = { perSecond: number; cost: number };

/** Alternates, so that other work on the machine affects both equally. */
async function inTurns(
  rounds: number,
  senders: Both<Sender>,
  prepare: (sender: Sender, name: keyof Both<Sender>) => Work,
): Promise<Both<Result>> {
  const measured = {
    few: measure(prepare(senders.few, 'few')),
    many: measure(prepare(senders.many, 'many')),
  };
  for (let round = 0; round <= rounds; round++) {
    for (const one of [measured.few, measured.many]) await one.run(round > 0);
  }
  return { few: measured.few.result(), many: measured.many.result() };
}

function measure({ clock, work }: Work) {
  let count = 0;
  let ms = 0;
  return {
    async run(counts: boolean) {
      if (!counts) return void (await work());
      const began = performance.now();
      count += (await clock.measure(work)).accepted;
      ms += performance.now() - began;
    },
    result: () => ({ perSecond: count / (ms / 1_000), cost: clock.result('')[0]?.product ?? 0 }),
  };
}
