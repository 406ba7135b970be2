import { Agent, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { root } from '#scripts/root.ts';
import { startChild } from '#scripts/services/child.ts';
import { startSilentServer } from '../harness/breakable.ts';
import { carrierConfig, carriers, startSmsc } from '../harness/product.ts';
import {
  type LogLine,
  type Program,
  startWebProcess,
  startWorker,
  startWorkerProcess,
  stopAfterTest,
  withServices,
} from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { deleteMessages } from '../support/messages.ts';
import { scrape, untilScraped } from '../support/metrics.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';

type Reply = { status: number | undefined; requestId: string; closes: boolean };

/** A client with one connection, which it opens again after it was closed. */
function aCaller(url: string, { keyId, secretKey }: Account) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const headers = { 'content-type': 'application/json', 'x-api-id': keyId, 'x-api-key': secretKey };
  const [recipient] = mobileNumbers(1);
  /** Sends a message. Rejects if the connection is lost. */
  return () =>
    new Promise<Reply>((resolve, reject) => {
      const address = `${url}/api/v1/messages/send-message`;
      const asked = request(address, { method: 'POST', agent, headers }, (response) => {
        const { connection, 'x-request-id': requestId } = response.headers;
        const closes = connection === 'close';
        response.once('error', reject).resume();
        response.once('end', () =>
          resolve({ status: response.statusCode, requestId: `${requestId}`, closes }),
        );
      });
      asked.once('error', reject).end(JSON.stringify({ recipient, message: 'Hello' }));
    });
}

/** Starts a web server of two processes, and waits until both are ready. */
async function startTwoWebs(more: Record<string, string>) {
  const METRICS_PORT = `${await freePort()}`;
  const settings = { WEB_PROCESSES: '2', METRICS_PORT, ...more };
  const web = await stopAfterTest(startWebProcess(settings, undefined, []));
  const pids = () => pidsWith(web, 'web ready');
  await until('both processes are ready', () => pids().length === 2);
  return { web, pids, watch: `http://127.0.0.1:${METRICS_PORT}` };
}

/** The log lines with a message. Parsing all lines would take too long under load. */
const linesWith = (program: Program, msg: string): LogLine[] =>
  program
    .lines()
    .filter((line) => line.endsWith(`"msg":"${msg}"}`))
    .map((line) => JSON.parse(line));

/** The ids of the processes that have logged a message, without repetitions. */
const pidsWith = (program: Program, msg: string): number[] => [
  ...new Set(linesWith(program, msg).map(({ pid }) => pid)),
];

/** The id of the process that accepted the message of a request. */
const pidOf = (web: Program, { requestId }: Reply): Promise<number> =>
  until('the web server has logged it', () => {
    const found = web.lines().find((line) => line.includes(requestId));
    return found && JSON.parse(found).pid;
  });

test('two processes of a web server share a port and /metrics; if one is killed, the other’s requests do not fail, and a new process starts', async () => {
  const account = await anAccount();
  const { web, pids, watch } = await startTwoWebs({});
  const callers = Array.from({ length: 4 }, () => aCaller(web.url, account));
  const replies = await Promise.all(callers.map((send) => send()));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
  const owners = await Promise.all(replies.map((reply) => pidOf(web, reply)));
  const [doomed, other] = pids();
  const ofDoomed = owners.filter((pid) => pid === doomed).length;
  expect(new Set(owners)).toEqual(new Set([doomed, other]));

  const before = await scrape(watch);
  expect(before.sum('dakiya_messages_accepted_total')).toBe(4);
  expect(before.sum('dakiya_http_request_seconds_count')).toBe(4);
  expect(before.sum('dakiya_build_info')).toBe(1);
  expect(before.sum('dakiya_dependency_up')).toBe(2);
  expect(before.sum('dakiya_postgres_connections_max')).toBe(20);

  let stopped = false;
  const load = callers.map(async (send, i) => {
    let failed = 0;
    while (!stopped) {
      const reply = await send().catch(() => null);
      if (reply) expect(reply.status).toBe(202);
      else failed += 1;
    }
    return { owner: owners[i], failed };
  });
  process.kill(doomed ?? 0, 'SIGKILL');
  const replacement = await until('a new process is ready', () => pids()[2]);
  await until('the new process accepts messages', async () => {
    return (await pidOf(web, await aCaller(web.url, account)())) === replacement;
  });
  stopped = true;
  const failedOf = async (pid?: number) =>
    (await Promise.all(load)).reduce((sum, one) => sum + (one.owner === pid ? one.failed : 0), 0);
  expect(await failedOf(other)).toBe(0);
  // Each connection of the killed process fails once. The load may have opened one more connection to this process, so
  // one more failure is allowed.
  expect(await failedOf(doomed)).toBeLessThanOrEqual(ofDoomed + 1);

  expect(linesWith(web, 'process ended by itself')).toMatchObject([
    { level: 50, ended: doomed, how: 'signal SIGKILL', restartMs: 100 },
  ]);
  // The metrics of the killed process were last read at a time when each of its connections had sent one message.
  const after = await untilScraped(watch, 'all others are counted', (now) => {
    const others = linesWith(web, 'accepted').filter(({ pid }) => pid !== doomed);
    return now.sum('dakiya_messages_accepted_total') === others.length + ofDoomed;
  });
  expect(after.sum('dakiya_processes_replaced_total')).toBe(1);
  for (const path of ['/healthz', '/readyz']) expect((await fetch(watch + path)).ok).toBe(true);
}, 150_000);

test('SIGTERM stops two processes of a web server under load: they answer every request, and accept connections until the drain ends', async () => {
  const account = await anAccount();
  const { web, watch } = await startTwoWebs({ DRAIN_SECONDS: '1' });
  let requests = 0;
  const send = async (call: () => Promise<Reply>) => {
    const reply = await call();
    expect(reply.status).toBe(202);
    requests += 1;
    return reply;
  };
  const callers = Array.from({ length: 8 }, () => aCaller(web.url, account));
  await Promise.all(callers.map(send));
  // Each caller stops when a response closes its connection, as a proxy stops using such a connection.
  const load = callers.map(async (call) => {
    while (!(await send(call)).closes);
  });
  const began = performance.now();
  const ended = web.stop();
  const isEnding = until('the program is not ready', async () => {
    const response = await fetch(`${watch}/readyz`);
    return response.status === 503 && (await response.json());
  });
  expect(await isEnding).toMatchObject({ status: 'ending' });
  await Promise.all(load);
  // Until the web server accepts no more connections, its responses close each new connection.
  await expect(
    (async () => {
      for (;;) expect((await send(aCaller(web.url, account))).closes).toBe(true);
    })(),
  ).rejects.toThrow(/ECONNREFUSED|ECONNRESET|socket hang up/);
  expect(performance.now() - began).toBeGreaterThan(1_000);
  expect(await ended).toMatchObject({ ok: true });
  expect(performance.now() - began).toBeLessThan(7_000);
  expect(await prisma.message.count({ where: { userId: account.userId } })).toBe(requests);
}, 150_000);

test('two processes of a worker share the messages, and SIGTERM returns unsubmitted messages to the queue for another worker', async () => {
  await deleteMessages();
  const [smsc, web, METRICS_PORT, ...accounts] = await Promise.all([
    startSmsc(),
    sharedWeb(),
    freePort(),
    ...Array.from({ length: 8 }, () => anAccount()),
  ]);
  const settings = carriers(carrierConfig('first', smsc, { rate: 200, responseTimeoutMs: 10_000 }));
  const worker = await stopAfterTest(
    startWorkerProcess({ ...settings, WORKER_PROCESSES: '2', METRICS_PORT: `${METRICS_PORT}` }),
  );
  await until('both are bound', () => smsc.connections() === 2);
  let sent = 0;
  const sendAll = (message: string) => {
    sent += 200;
    return Promise.all(
      accounts.map((account, i) => {
        const recipients = mobileNumbers(200).slice(i * 25, (i + 1) * 25);
        const messages = recipients.map((recipient) => ({ recipient, message }));
        return client(web.url, account).post('/messages/batch', { messages });
      }),
    );
  };
  // One of the two worker processes may be faster and get all jobs of a round.
  const sendRound = async () => {
    await sendAll(`From ${sent} on`);
    await until('all are submitted', () => smsc.ledger.totals().accepted === sent);
    return pidsWith(worker, 'attempted').length === 2;
  };
  await until('both have submitted some', sendRound, 60_000);
  const watch = `http://127.0.0.1:${METRICS_PORT}`;
  const seen = await untilScraped(watch, 'all are counted', (now) => {
    return now.sum('dakiya_submits_total', { outcome: 'accepted' }) === sent;
  });
  expect(seen.sum('dakiya_carrier_bound')).toBe(1);
  expect((await fetch(`${watch}/readyz`)).status).toBe(200);

  const before = sent;
  await sendAll('The last');
  await until('a part is submitted', () => smsc.ledger.totals().accepted > before + 20);
  const { ok, ms } = await worker.stop();
  expect(ok).toBe(true);
  expect(ms).toBeLessThan(9_500);
  expect(smsc.ledger.totals().accepted).toBeLessThan(sent);
  expect(await prisma.queuedMessage.count({ where: { workerId: { not: null } } })).toBe(0);
  await stopAfterTest(startWorker(settings));
  await until('another worker submits the rest', async () => {
    const userId = { in: accounts.map((one) => one.userId) };
    return (await prisma.message.count({ where: { userId, state: 'delivered' } })) === sent;
  });
  expect(smsc.ledger.totals()).toMatchObject({ accepted: sent, duplicates: 0 });
}, 150_000);

/** Runs a web server to its end. @returns how it ended, and its output */
async function runWeb(settings: Record<string, string>) {
  const lines: string[] = [];
  const child = await startChild({
    command: process.execPath,
    args: ['build/server.js'],
    cwd: root,
    env: withServices({ LOG_LEVEL: 'error', ...settings }),
    onLine: (line) => lines.push(line),
  });
  return { ...(await child.ended), text: lines.join('\n') };
}

test('a program that cannot start its processes exits with the reason', async () => {
  const { port } = await startSilentServer();
  const [unknown, taken] = await Promise.all([
    runWeb({ WEB_PROCESSES: 'two' }),
    runWeb({ WEB_PROCESSES: '2', PORT: `${port}` }),
  ]);
  expect(unknown.how).toBe('exit code 1');
  expect(unknown.text).toContain('WEB_PROCESSES: must be "auto" or a whole number from 1 to 128');
  expect(taken.how).toBe('exit code 1');
  expect(taken.text).toContain('EADDRINUSE');
  expect(taken.text).toContain('no process starts');
}, 150_000);
