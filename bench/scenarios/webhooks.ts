import { setTimeout as pause } from 'node:timers/promises';
import { step } from '#scripts/stack/terminal.ts';
import {
  insertEvents,
  type ReceivedEvent,
  startEventReceiver,
} from '#tests/harness/event-receiver.ts';
import { keyHeaders, signUp } from '#tests/harness/stack-clients.ts';
import { checkDelivered, untilDelivered } from '../checks.ts';
import { batchSize, createSender, type Sender } from '../load.ts';
import { createProcessorClock } from '../processes.ts';
import { atLeast, atMost, median, percentile, type Report, type Row } from '../report.ts';
import { type Bench, type Dakiya, unlimited, withDakiya } from '../run.ts';

/**
 * The number of messages per round, and the number of rounds with the endpoint on. There are as many rounds with the
 * endpoint off.
 */
const delivered = 5_000;
const rounds = 3;

/** Number of messages per second whose events are measured, and for how many seconds. */
const perSecond = 500;
const seconds = 10;

const backlog = 20_000;
const longBacklog = 100_000;

/**
 * Checks only whether any events are left, because counting a long backlog would use processor time during the measurement.
 */
const someLeft = 'SELECT EXISTS (SELECT FROM webhook_queue WHERE endpoint_id = $1) AS "areSome"';

async function untilPosted({ database }: Dakiya, endpointId: string): Promise<void> {
  for (;;) {
    const [row] = await database.query<{ areSome: boolean }>(someLeft, [endpointId]);
    if (row?.areSome === false) return;
    await pause(50);
  }
}

const turn = (dakiya: Dakiya, id: string, on: boolean) =>
  dakiya.database.query('UPDATE webhook_endpoints SET enabled = $2 WHERE id = $1', [id, on]);

/** Returns the milliseconds from the message's acceptance or sending until its event arrived. */
const delayOf =
  (since: 'createdAt' | 'sentAt') =>
  ({ at, body }: ReceivedEvent) =>
    at - Date.parse(JSON.parse(body).data[since]);

const isSent = ({ body }: ReceivedEvent) => body.includes('"message.sent"');

/**
 * Measures how much an endpoint slows delivery down, how many events per second a receiver gets, and the latency of events. It
 * also measures the latency of one account's events while other accounts have a dead endpoint and a long backlog.
 */
export function webhooks(bench: Bench): Promise<Report> {
  return withDakiya(bench, unlimited, async (dakiya) => {
    const worker = await dakiya.startWorker({ RECONCILE_INTERVAL_SECONDS: '1' });
    const { userId, createKey, createEndpoint } = await signUp(dakiya.url, 'receiver');
    const receiver = await startEventReceiver();
    const dead = await startEventReceiver({ isDead: true });
    const { _id: endpointId } = await createEndpoint(receiver.url);
    const sender = createSender(dakiya).as(keyHeaders(await createKey('Receiver')));
    const { totals } = sender;
    /**
     * @returns the result of sending, and the delivered messages per second. When this returns, some events may not have been
     *   posted yet.
     */
    const deliver = async () => {
      const began = performance.now();
      const sent = await sender.batches(delivered);
      await untilDelivered(dakiya, totals.messages);
      return { ...sent, rate: delivered / ((performance.now() - began) / 1_000) };
    };
    const createRound = (isOn: boolean) => {
      const rates: number[] = [];
      const clock = createProcessorClock({ ...dakiya.pids, worker: worker.pid });
      return {
        async run(): Promise<void> {
          await turn(dakiya, endpointId, isOn);
          const { rate } = await clock.measure(async () => {
            const sent = await deliver();
            await untilPosted(dakiya, endpointId);
            return sent;
          });
          rates.push(rate);
        },
        rate: () => median(rates),
        processorTime: () =>
          clock.result(isOn ? 'delivered, and two events posted' : 'delivered without an endpoint'),
      };
    };
    try {
      await step('Warming up', async () => {
        await deliver();
        await untilPosted(dakiya, endpointId);
      });
      const [withEvents, without] = [createRound(true), createRound(false)];
      await step(
        `Delivering ${rounds} times ${delivered} messages with events, and without`,
        async () => {
          for (let i = 0; i < rounds; i += 1) {
            await without.run();
            await withEvents.run();
          }
        },
      );
      const [on, off] = [withEvents.rate(), without.rate()];

      receiver.events.length = 0;
      await turn(dakiya, endpointId, true);
      await step(`Sending ${perSecond} messages a second`, async () => {
        // Sends messages without waiting for earlier responses.
        const sending: Promise<unknown>[] = [];
        const began = performance.now();
        for (let i = 1; i <= (seconds * perSecond) / batchSize; i += 1) {
          sending.push(sender.oneBatch());
          await pause(began + (1_000 * batchSize * i) / perSecond - performance.now());
        }
        await Promise.all(sending);
        await untilDelivered(dakiya, totals.messages);
        await untilPosted(dakiya, endpointId);
      });
      const sentEvents = receiver.events.filter(isSent);
      const delays = sentEvents.map(delayOf('createdAt'));
      const sinceSent = sentEvents.map(delayOf('sentAt'));

      receiver.events.length = 0;
      const began = performance.now();
      await step(`Posting ${backlog} events while messages flow`, async () => {
        await insertEvents(dakiya.database, { userId, endpointId }, backlog);
        await Promise.all([sender.batches(1_000), untilPosted(dakiya, endpointId)]);
      });
      const eventRate = receiver.events.length / ((performance.now() - began) / 1_000);
      await untilDelivered(dakiya, totals.messages);
      const beside = await step('Posting single events beside a dead endpoint and a backlog', () =>
        besideOthers(dakiya, dead.url, sender),
      );
      return {
        rows: [
          { what: 'delivered with one endpoint off', perSecond: off },
          {
            what: 'delivered with it on',
            perSecond: on,
            target: atLeast(0.9, on, off, '≥ 0.90 of off'),
          },
          eventRow('events to one receiver', eventRate),
          delayRow(`from accept to webhook, ${perSecond} messages/s`, delays),
          {
            what: 'the same, from the response of the carrier',
            p50: percentile(sinceSent, 0.5),
            p99: percentile(sinceSent, 0.99),
          },
          delayRow(`an event beside ${longBacklog} of another account and a dead endpoint`, beside),
        ],
        memory: [],
        processorTime: [...without.processorTime(), ...withEvents.processorTime()],
        errors: await checkDelivered(dakiya, totals),
      };
    } finally {
      receiver.close();
      dead.close();
    }
  });
}

/**
 * Measures single events of one account while a second account has a long backlog, and a third account has an endpoint that
 * never answers.
 */
async function besideOthers(dakiya: Dakiya, deadUrl: string, sender: Sender): Promise<number[]> {
  const { database } = dakiya;
  const [busy, alone, unlucky] = await Promise.all(
    ['busy', 'alone', 'unlucky'].map((name) => signUp(dakiya.url, name)),
  );
  if (!busy || !alone || !unlucky) return [];
  const [ofBusy, ofAlone] = [await startEventReceiver(), await startEventReceiver()];
  try {
    const { _id: deadId } = await unlucky.createEndpoint(deadUrl);
    await insertEvents(database, { userId: unlucky.userId, endpointId: deadId }, 1_000);
    const { _id: busyId } = await busy.createEndpoint(ofBusy.url);
    await insertEvents(database, { userId: busy.userId, endpointId: busyId }, longBacklog);
    while (ofBusy.events.length < 1_000) await pause(50);
    const { _id: endpointId } = await alone.createEndpoint(ofAlone.url);
    const single = sender.as(keyHeaders(await alone.createKey('Alone')));
    for (let i = 0; i < 100; i += 1) {
      await single.singles(1);
      await pause(50);
    }
    await untilDelivered(dakiya, sender.totals.messages);
    await untilPosted(dakiya, endpointId);
    return ofAlone.events.filter(isSent).map(delayOf('createdAt'));
  } finally {
    ofBusy.close();
    ofAlone.close();
  }
}

const eventRow = (what: string, rate: number): Row => ({
  what,
  perSecond: rate,
  target: atLeast(1, rate, 1_000, '≥ 1.00 of 1,000/s'),
});

const delayRow = (what: string, ms: number[]): Row => ({
  what,
  p50: percentile(ms, 0.5),
  p99: percentile(ms, 0.99),
  target: atMost(1, percentile(ms, 0.99), 1_000, 'p99 ≤ 1.00 of 1 s'),
});
