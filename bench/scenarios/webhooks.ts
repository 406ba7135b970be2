import { setTimeout as pause } from 'node:timers/promises';
import { step } from '#scripts/stack/terminal.ts';
import { batchSize, sendBatches, sendSingles } from '../calls.ts';
import { checkDelivered } from '../checks.ts';
import { atLeast, atMost, type Report, type Row } from '../report.ts';
import { createRequests, type Requests } from '../requests.ts';
import { createRunTotals, type RunTotals } from '../run-totals.ts';
import { untilDelivered } from '../settle.ts';
import { type Bench, type Dakiya, withDakiya } from '../stack/dakiya.ts';
import { insertEvents, type ReceivedEvent, startReceiver } from '../stack/receiver.ts';
import { keyHeaders, signUp } from '../stack/sign-up.ts';
import { median, percentile } from '../statistics.ts';

/** Messages of a round with the endpoint on, or off; and rounds of each. */
const delivered = 5_000;
const rounds = 3;

/** Messages a second whose events are timed, and for how many seconds. */
const perSecond = 500;
const seconds = 10;

const backlog = 20_000;
const longBacklog = 100_000;

/** A carrier that limits nothing. */
const carrier = { window: 50, rate: 100_000 };

const left = 'SELECT count(*)::int AS count FROM webhook_queue WHERE endpoint_id = $1';

async function untilPosted({ database }: Dakiya, endpointId: string): Promise<void> {
  for (;;) {
    const [row] = await database.query<{ count: number }>(left, [endpointId]);
    if (row?.count === 0) return;
    await pause(50);
  }
}

const turn = (dakiya: Dakiya, id: string, on: boolean) =>
  dakiya.database.query('UPDATE webhook_endpoints SET enabled = $2 WHERE id = $1', [id, on]);

/** From the time that a message was accepted until its event came, in milliseconds. */
const delayOf = ({ at, body }: ReceivedEvent) => at - Date.parse(JSON.parse(body).data.createdAt);

/**
 * Measures what an endpoint costs delivery, how many events a receiver gets, how long they take, and how long the events of
 * one account take beside a dead endpoint and a long backlog of others.
 */
export function webhooks(bench: Bench): Promise<Report> {
  return withDakiya(bench, carrier, async (dakiya) => {
    await dakiya.startWorker({ RECONCILE_INTERVAL_SECONDS: '1' });
    const { userId, createKey, createEndpoint } = await signUp(dakiya.url, 'receiver');
    const own = { ...dakiya, headers: keyHeaders(await createKey('Receiver')) };
    const receiver = await startReceiver();
    const dead = await startReceiver({ isDead: true });
    const endpointId = await createEndpoint(receiver.url);
    const totals = createRunTotals();
    const requests = createRequests();
    const send = async (batches: number) => totals.add(await sendBatches(own, requests, batches));
    const deliver = async (isOn: boolean) => {
      await turn(dakiya, endpointId, isOn);
      const began = performance.now();
      await send(delivered / batchSize);
      await untilDelivered(dakiya, totals.messages);
      const rate = delivered / ((performance.now() - began) / 1_000);
      await untilPosted(dakiya, endpointId);
      return rate;
    };
    try {
      await step('Warming up', () => deliver(true));
      const rates = { on: [] as number[], off: [] as number[] };
      await step(
        `Delivering ${rounds} times ${delivered} messages with events, and without`,
        async () => {
          for (let i = 0; i < rounds; i += 1) {
            rates.off.push(await deliver(false));
            rates.on.push(await deliver(true));
          }
        },
      );
      const [on, off] = [median(rates.on), median(rates.off)];

      receiver.events.length = 0;
      await turn(dakiya, endpointId, true);
      await step(`Sending ${perSecond} messages a second`, async () => {
        // None waits for the one before: autocannon ends at a full second, however early its responses are.
        const sending: Promise<unknown>[] = [];
        for (let i = 0; i < (seconds * perSecond) / batchSize; i += 1) {
          sending.push(send(1));
          await pause((1_000 * batchSize) / perSecond);
        }
        await Promise.all(sending);
        await untilDelivered(dakiya, totals.messages);
        await untilPosted(dakiya, endpointId);
      });
      const delays = receiver.events
        .filter(({ body }) => body.includes('"message.sent"'))
        .map(delayOf);

      receiver.events.length = 0;
      const began = performance.now();
      await step(`Posting ${backlog} events while messages flow`, async () => {
        await insertEvents(dakiya.database, { userId, endpointId }, backlog);
        await Promise.all([send(10), untilPosted(dakiya, endpointId)]);
      });
      const eventRate = receiver.events.length / ((performance.now() - began) / 1_000);
      await untilDelivered(dakiya, totals.messages);
      const beside = await step('Posting single events beside a dead endpoint and a backlog', () =>
        besideOthers(dakiya, dead.url, totals, requests),
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
          delayRow(`an event beside ${longBacklog} of another account and a dead endpoint`, beside),
        ],
        memory: [],
        errors: [...totals.errors, ...(await checkDelivered(dakiya, totals))],
      };
    } finally {
      receiver.close();
      dead.close();
    }
  });
}

/** Single events of one account while another has a long backlog, and a third an endpoint that never answers. */
async function besideOthers(
  dakiya: Dakiya,
  deadUrl: string,
  totals: RunTotals,
  requests: Requests,
): Promise<number[]> {
  const { database } = dakiya;
  const [busy, alone, unlucky] = await Promise.all(
    ['busy', 'alone', 'unlucky'].map((name) => signUp(dakiya.url, name)),
  );
  if (!busy || !alone || !unlucky) return [];
  const [ofBusy, ofAlone] = [await startReceiver(), await startReceiver()];
  try {
    const deadId = await unlucky.createEndpoint(deadUrl);
    await insertEvents(database, { userId: unlucky.userId, endpointId: deadId }, 1_000);
    const busyId = await busy.createEndpoint(ofBusy.url);
    await insertEvents(database, { userId: busy.userId, endpointId: busyId }, longBacklog);
    while (ofBusy.events.length < 1_000) await pause(50);
    const endpointId = await alone.createEndpoint(ofAlone.url);
    const key = keyHeaders(await alone.createKey('Alone'));
    for (let i = 0; i < 100; i += 1) {
      totals.add(await sendSingles({ ...dakiya, headers: key }, requests, 1));
      await pause(50);
    }
    await untilDelivered(dakiya, totals.messages);
    await untilPosted(dakiya, endpointId);
    return ofAlone.events.filter(({ body }) => body.includes('"message.sent"')).map(delayOf);
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
