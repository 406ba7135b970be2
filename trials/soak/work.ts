import { paths } from '#app/paths.ts';
import { createRequests } from '#bench/requests.ts';
import { type Actor, createActor } from '../actor.ts';
import type { Product } from '../stack/product.ts';
import { until } from '../until.ts';
import type { VerifyingReceiver } from './verifying-receiver.ts';

/** Totals of the successful requests, which the database and the carrier must match. */
export type ExpectedTotals = {
  messages: number;
  calls: number;
  verified: number;
  problems: string[];
};

/** Milliseconds from the planned start of a request to its 202. */
export type Latencies = number[];

const batchSize = 10;

/** Each kind of request per hundred. */
const mix = { single: 60, batch: 5, code: 5, status: 20, page: 10 };

type Kind = keyof typeof mix;

/** The order of a hundred requests, in which each kind is evenly distributed. */
const order: Kind[] = Object.entries(mix)
  .flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, i) => ({ kind: kind as Kind, at: (i + 0.5) / count })),
  )
  .sort((a, b) => a.at - b.at)
  .map(({ kind }) => kind);

/**
 * Creates the requests of a busy account: single messages, batches, OTPs, status requests and a page.
 *
 * @param receiver gets its events
 */
export async function createWork(product: Product, receiver: VerifyingReceiver) {
  const actor: Actor = await createActor(product, 'soak');
  const { url, sandbox } = product;
  const {
    'own.keyId': id = '',
    'own.secretKey': key = '',
    'own.cookie': cookie = '',
  } = actor.names;
  const headers = { 'x-api-id': id, 'x-api-key': key, 'content-type': 'application/json' };
  const requests = createRequests();
  // `createActor` has sent one message with one call.
  const expectedTotals: ExpectedTotals = { messages: 1, calls: 1, verified: 0, problems: [] };
  const latencies: Latencies = [];
  let last = actor.names['own.messageId'] ?? '';
  let turn = 0;

  async function ask(path: string, expected: number, init: RequestInit): Promise<string> {
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init });
    const text = await response.text();
    if (response.status === expected) return text;
    throw new Error(`${path.split('/').at(-1)} returned ${response.status}: ${text.slice(0, 200)}`);
  }
  const post = (path: string, expected: number, body: string) => {
    expectedTotals.calls += path.endsWith('verify-otp') ? 0 : 1;
    return ask(`/api/v1${path}`, expected, { method: 'POST', headers, body });
  };

  const endpoint = await post('/webhooks/endpoints', 201, JSON.stringify({ url: receiver.url }));
  receiver.trust(JSON.parse(endpoint).data.secret);

  const kinds: Record<Kind, (plannedMs: number) => Promise<void>> = {
    async single(plannedMs) {
      const text = await post('/messages/send-message', 202, requests.singles(1)[0] ?? '');
      latencies.push(performance.now() - plannedMs);
      expectedTotals.messages += 1;
      last = JSON.parse(text).data._id;
    },
    async batch() {
      const text = await post('/messages/batch', 202, requests.batches(1, batchSize)[0] ?? '');
      expectedTotals.messages += text.split('"status":"queued"').length - 1;
    },
    async code() {
      const recipient = requests.number();
      await post('/messages/send-otp', 202, JSON.stringify({ recipient }));
      expectedTotals.messages += 1;
      const text = await until(
        `a code at ${recipient}`,
        async () => (await sandbox.texts(recipient))[0],
      );
      const otp = /\d{4,6}/.exec(text)?.[0];
      await post('/messages/verify-otp', 200, JSON.stringify({ recipient, otp }));
      expectedTotals.verified += 1;
    },
    async status() {
      expectedTotals.calls += 1;
      await ask(`/api/v1/messages/${last}`, 200, { headers });
    },
    async page() {
      await ask(paths.dashboard('messages'), 200, { headers: { cookie } });
    },
  };

  return {
    userId: actor.names['own.userId'] ?? '',
    receiver,
    expectedTotals,
    /** Returns the latencies since the last call. */
    drainLatencies: () => latencies.splice(0),
    /** Sends the next request. */
    async next(plannedMs: number): Promise<void> {
      const kind = order[turn++ % order.length] ?? 'single';
      try {
        await kinds[kind](plannedMs);
      } catch (error) {
        expectedTotals.problems.push(`${kind}: ${error instanceof Error ? error.message : error}`);
      }
    },
  };
}

export type Work = Awaited<ReturnType<typeof createWork>>;
