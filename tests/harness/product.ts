import { onTestFinished } from 'vitest';
import { createMailbox, type Mailbox } from '#sandbox/mailbox/server.ts';
import { createSmsc, type Smsc } from '#sandbox/smsc/server.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { type Account, anAccount } from '../support/account.ts';
import { client, type Reply } from '../support/client.ts';
import { deleteMessages } from '../support/messages.ts';
import { flushRedis } from './flush-redis.ts';
import {
  type Program,
  type Running,
  startWeb,
  startWorker,
  startWorkerProcess,
  stopAfterTest,
} from './programs.ts';
import { sharedWeb } from './shared-web.ts';
import { stopAfterFile } from './stop-after-file.ts';
import { until } from './until.ts';

/** Far more than an answer takes, also on a machine that is busy with other tests. */
const responseTimeoutMs = 2_000;

/** Times of the far side, short, so that a test need not wait for the real ones. */
export const quick = {
  receiptAfterMs: 1,
  lateReceiptAfterMs: 600,
  unansweredReceiptAfterMs: responseTimeoutMs + 300,
  lateAnswerAfterMs: responseTimeoutMs + 300,
  receiptRetryMs: 200,
};

/** Starts a message centre, gone when the test is over. Another may take its port then. */
export async function startSmsc(options: Parameters<typeof createSmsc>[0] = {}): Promise<Smsc> {
  const smsc = await createSmsc({ ...quick, port: await freePort(), ...options });
  onTestFinished(() => smsc.close());
  return smsc;
}

/** Starts a mailbox, gone when the test is over. @returns it, with the address to hand mails in */
export async function startMailbox(): Promise<Mailbox & { smtpUrl: string }> {
  const mailbox = await createMailbox();
  onTestFinished(() => mailbox.close());
  return { ...mailbox, smtpUrl: `smtp://127.0.0.1:${mailbox.port}` };
}

/** A carrier as `CARRIERS` describes it, with short times. */
export const carrierConfig = (
  name: string,
  smsc: Pick<Smsc, 'port'>,
  more: Record<string, unknown> = {},
) => ({
  name,
  host: '127.0.0.1',
  port: smsc.port,
  systemId: name,
  password: 'sandbox',
  window: 20,
  rate: 10_000,
  responseTimeoutMs,
  ...more,
});

/** The settings of a worker with these carriers. */
export const carriers = (...list: ReturnType<typeof carrierConfig>[]) => ({
  CARRIERS: JSON.stringify(list),
});

/** What one test talks to: a web, a worker and a message centre, and an account's caller. */
export type Product<Worker extends Running = Running> = {
  web: { url: string };
  worker: Worker;
  smsc: Smsc;
  account: Account;
  call: ReturnType<typeof client>;
  /** Waits for a message to come to a state, and returns it with its timeline. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into it
  reach: (id: string, ...states: string[]) => Promise<any>;
};

/** Settings that no web reads, or that each web of the tests has. */
const settingsOfWorkers = ['SUBMIT_LEASE_SECONDS', 'RECONCILE_INTERVAL_SECONDS', 'WEBHOOK_ALLOW'];

/**
 * Starts all of it for one test, with no work left over from another.
 *
 * @param settings of the web and the worker; the web is the shared one unless it would read one of them
 */
export const startProduct = (settings: Record<string, string> = {}): Promise<Product> =>
  startProductWith(startWorker, settings);

/** The same with a worker as a process of its own, which can be killed and frozen, and whose log can be read. */
export const startProductProcess = (
  settings: Record<string, string> = {},
): Promise<Product<Program>> => startProductWith(startWorkerProcess, settings);

async function startProductWith<Worker extends Running>(
  start: (settings: Record<string, string>) => Promise<Worker>,
  settings: Record<string, string>,
): Promise<Product<Worker>> {
  const smsc = await startOver();
  const [rest, worker] = await Promise.all([
    startForCaller(smsc, settings),
    stopAfterTest(start({ ...carriers(carrierConfig('first', smsc)), ...settings })),
  ]);
  await until('the carrier is bound', () => smsc.connections() > 0);
  return { ...rest, worker };
}

/** Starts all of it but the worker, for a test that starts its own. */
export async function startWithoutWorker(
  settings: Record<string, string> = {},
): Promise<Omit<Product, 'worker'>> {
  return startForCaller(await startOver(), settings);
}

async function startOver(): Promise<Smsc> {
  await deleteMessages();
  await flushRedis();
  return startSmsc();
}

async function startForCaller(smsc: Smsc, settings: Record<string, string>) {
  const own = Object.keys(settings).some((name) => !settingsOfWorkers.includes(name));
  const [web, account] = await Promise.all([
    own ? stopAfterTest(startWeb(settings)) : sharedWeb(),
    anAccount(),
  ]);
  const call = client(web.url, account);
  return { web, smsc, account, call, reach: reacher(call) };
}

/**
 * Starts a web, a worker and a message centre for all tests of a file: a start takes longer than most of them.
 *
 * @returns gives each test an account of its own and an empty message centre
 */
export async function startSharedProduct(): Promise<() => Promise<Omit<Product, 'worker'>>> {
  const smsc = await createSmsc(quick);
  await stopAfterFile(Promise.resolve({ stop: smsc.close }));
  const all = carriers(carrierConfig('first', smsc));
  const [web] = await Promise.all([sharedWeb(), stopAfterFile(startWorker(all))]);
  return async () => {
    smsc.reset();
    const account = await anAccount();
    await until('the carrier is bound', () => smsc.connections() > 0);
    const call = client(web.url, account);
    return { web, smsc, account, call, reach: reacher(call) };
  };
}

/** See `Product.reach`. */
export function reacher(call: Product['call']) {
  return async (id: string, ...states: string[]) => {
    let reply: Reply | undefined;
    try {
      return await until(`${id} is ${states.join(' or ')}`, async () => {
        reply = await call.get(`/messages/${id}`);
        return states.includes(reply.body.data?.status) && reply.body.data;
      });
    } catch (error) {
      throw new Error(`${error}\n${JSON.stringify(reply?.body, null, 1)}`);
    }
  };
}
