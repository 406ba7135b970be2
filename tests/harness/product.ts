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

/**
 * How long a worker waits for a response of the carrier, in milliseconds: much longer than a response takes, even on a busy
 * machine.
 */
const responseTimeoutMs = 2_000;

/** The SMSC's delays, shortened for tests. */
export const quick = {
  receiptAfterMs: 1,
  lateReceiptAfterMs: 600,
  unansweredReceiptAfterMs: responseTimeoutMs + 300,
  lateAnswerAfterMs: responseTimeoutMs + 300,
  receiptRetryMs: 200,
};

/** Starts an SMSC, and closes it after the test. Another SMSC may use the port afterwards. */
export async function startSmsc(options: Parameters<typeof createSmsc>[0] = {}): Promise<Smsc> {
  const smsc = await createSmsc({ ...quick, port: await freePort(), ...options });
  onTestFinished(() => smsc.close());
  return smsc;
}

/** Starts a mailbox, and closes it after the test. @returns the mailbox, with its SMTP address */
export async function startMailbox(): Promise<Mailbox & { smtpUrl: string }> {
  const mailbox = await createMailbox();
  onTestFinished(() => mailbox.close());
  return { ...mailbox, smtpUrl: `smtp://127.0.0.1:${mailbox.port}` };
}

/** A carrier in the form of `CARRIERS`, with a short timeout. */
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

/** A web server, a worker, an SMSC, and an account with its client. */
export type Product<Worker extends Running = Running> = {
  web: { url: string };
  worker: Worker;
  smsc: Smsc;
  account: Account;
  call: ReturnType<typeof client>;
  /** Waits until a message has one of the states. @returns the message with its timeline */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into it
  reach: (id: string, ...states: string[]) => Promise<any>;
};

/** Settings that need no separate web server: no web server reads them, or all web servers in tests have them. */
const settingsOfWorkers = ['SUBMIT_LEASE_SECONDS', 'RECONCILE_INTERVAL_SECONDS', 'WEBHOOK_ALLOW'];

/**
 * Starts a product for one test, without messages left by other tests.
 *
 * @param settings the settings of web server and worker; uses the shared web server unless a web server reads one of them
 */
export const startProduct = (settings: Record<string, string> = {}): Promise<Product> =>
  startProductWith(startWorker, settings);

/**
 * Like `startProduct`, but the worker is a separate process that the test can kill and freeze, and whose log it can read.
 */
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

/** Starts a product without a worker, for a test that starts a worker. */
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
 * Starts a web server, a worker and an SMSC for all tests of a file, because a start takes longer than most tests.
 *
 * @returns a function that gives each test a new account and an empty SMSC
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
