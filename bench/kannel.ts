import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { root } from '#scripts/root.ts';
import { startServer } from '#scripts/services/child.ts';
import { step } from '#scripts/stack/terminal.ts';
import { openDatabase } from '#tests/harness/stack.ts';
import { getEmpty } from './load.ts';

/**
 * Paths of Kannel's two programs, and of a message centre that accepts everything, in Debian's `kannel` and `kannel-extras`.
 */
const programs = {
  bearerbox: '/usr/sbin/bearerbox',
  smsbox: '/usr/sbin/smsbox',
  fakesmsc: '/usr/lib/kannel/test/fakesmsc',
};

export const missingKannelPrograms = () =>
  Object.values(programs).filter((path) => !existsSync(path));

export const isKannelInstalled = () => missingKannelPrograms().length === 0;

export type Kannel = { sendUrl: string; stop: () => Promise<unknown> };

/** The database in which Kannel stores the data for receipts, and the callback for receipts. */
type Receipts = {
  /** Dakiya's database server; its user may create databases. */
  databaseUrl: string;
  /** The address that Kannel calls for each receipt. */
  callbackUrl: string;
};

/**
 * Starts Kannel with a queue on disk. Kannel's fake message centre accepts every message.
 *
 * @param receipts makes Kannel do the same work as Dakiya: it stores a row per message in a separate database on Dakiya's
 *   PostgreSQL server, and calls back for each receipt. With null, it does neither, and runs at full speed
 */
export async function startKannel(receipts: Receipts | null): Promise<Kannel> {
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-kannel-'));
  const ports = { admin: await freePort(), box: await freePort(), send: await freePort() };
  const smsc = await freePort();
  const database = receipts && (await createReceiptTable(receipts.databaseUrl));
  await writeFile(join(folder, 'kannel.conf'), config(ports, smsc, database));
  const stops: (() => Promise<unknown>)[] = [];
  const run = async (name: keyof typeof programs, args: string[], ready: RegExp) => {
    const child = await startServer({ name, ready, command: programs[name], args, cwd: folder });
    stops.unshift(() => child.stop());
  };
  await run('bearerbox', ['kannel.conf'], /MAIN: Start-up done/);
  await run('smsbox', ['kannel.conf'], /Connected to bearerbox/);
  await run('fakesmsc', ['-r', `${smsc}`, '-m', '1', '123 345 text nop'], /fakesmsc: sent message/);
  const query = new URLSearchParams({
    username: 'bench',
    password: 'bench',
    from: 'DAKIYA',
    to: '9876543210',
    text: 'Your order 1 has left our warehouse and arrives tomorrow.',
    ...(receipts && { 'dlr-mask': '31', 'dlr-url': receipts.callbackUrl }),
  });
  return {
    sendUrl: `http://127.0.0.1:${ports.send}/cgi-bin/sendsms?${query}`,
    async stop() {
      for (const stop of stops) await stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Creates Kannel's database with the table of its receipts, as its manual describes it. */
async function createReceiptTable(dakiyaUrl: string): Promise<URL> {
  const dakiya = openDatabase(dakiyaUrl);
  await dakiya.query('DROP DATABASE IF EXISTS kannel');
  await dakiya.query('CREATE DATABASE kannel');
  await dakiya.close();
  const url = new URL(dakiyaUrl);
  url.pathname = '/kannel';
  const database = openDatabase(url.href);
  await database.query(
    `CREATE TABLE dlr (smsc text, ts text, destination text, source text, service text, url text,
      mask int, status int, boxc text)`,
  );
  await database.query('CREATE INDEX ON dlr (smsc, ts)');
  await database.close();
  return url;
}

type Ports = { admin: number; box: number; send: number };

/** Creates the configuration. Kannel requires an empty line after each group. */
function config(ports: Ports, smsc: number, database: URL | null): string {
  const groups = [
    {
      group: 'core',
      'admin-port': ports.admin,
      'admin-password': 'bench',
      'smsbox-port': ports.box,
      'box-allow-ip': '127.0.0.1',
      'log-level': 2,
      'store-type': 'file',
      'store-location': 'kannel.store',
      'dlr-storage': database ? 'pgsql' : 'internal',
    },
    { group: 'smsc', smsc: 'fake', 'smsc-id': 'fake', port: smsc, 'connect-allow-ip': '127.0.0.1' },
    {
      group: 'smsbox',
      'bearerbox-host': '127.0.0.1',
      'sendsms-port': ports.send,
      'log-level': 2,
      // Kannel responds only when it knows whether it has accepted the message.
      'immediate-sendsms-reply': 'false',
    },
    { group: 'sendsms-user', username: 'bench', password: 'bench', 'max-messages': 5 },
    { group: 'sms-service', keyword: 'default', text: 'none' },
    ...(database ? receiptGroups(database) : []),
  ];
  const toText = (group: object) =>
    Object.entries(group).map(([name, value]) => `${name} = ${value}\n`);
  return groups.map((group) => `${toText(group).join('')}\n`).join('');
}

/** The configuration for stored receipts, as Kannel's manual describes it. */
const receiptGroups = (database: URL) => [
  {
    group: 'pgsql-connection',
    id: 'receipts',
    host: database.hostname,
    port: database.port,
    username: decodeURIComponent(database.username),
    password: decodeURIComponent(database.password) || 'none',
    database: 'kannel',
    'max-connections': 8,
  },
  {
    group: 'dlr-db',
    id: 'receipts',
    table: 'dlr',
    'field-smsc': 'smsc',
    'field-timestamp': 'ts',
    'field-source': 'source',
    'field-destination': 'destination',
    'field-service': 'service',
    'field-url': 'url',
    'field-mask': 'mask',
    'field-status': 'status',
    'field-boxc-id': 'boxc',
  },
];

/** Starts a bare node:http server in a separate process, which shows the upper limit of Node. */
export async function startBareServer() {
  const port = await freePort();
  const child = await startServer({
    name: 'The bare server',
    ready: /listening/,
    command: process.execPath,
    args: ['bench/bare-server.mjs', `${port}`],
    cwd: root,
  });
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.stop() };
}

/** The number of messages in the bench; tests send fewer. */
const usual = { warmUp: 1_000, messages: 10_000 };

/** Each message has two receipts: that Kannel handed it to the message centre, and that the centre accepted it. */
const callbacksPerMessage = 2;

/** How long the number of callbacks may stay the same before the remaining messages count as lost, in milliseconds. */
const timeoutMs = 10_000;

/**
 * Measures Kannel from the first request to the last callback. Kannel does the same work as Dakiya here, and stores the
 * receipts in PostgreSQL.
 *
 * @returns messages a second; null if Kannel is not installed
 */
export async function deliverWithKannel(
  databaseUrl: string,
  { warmUp, messages } = usual,
): Promise<number | null> {
  if (!isKannelInstalled()) return null;
  const receiver = await startBareServer();
  const kannel = await startKannel({ databaseUrl, callbackUrl: `${receiver.url}receipt` });
  const callbacks = async () => Number(await (await fetch(`${receiver.url}count`)).text());

  async function deliver(count: number): Promise<number> {
    const wanted = (await callbacks()) + count * callbacksPerMessage;
    const began = performance.now();
    await getEmpty(kannel.sendUrl, count);
    let movedAt = performance.now();
    for (let last = 0, now = await callbacks(); now < wanted; now = await callbacks()) {
      if (now !== last) movedAt = performance.now();
      else if (performance.now() - movedAt > timeoutMs)
        throw new Error(`Kannel made ${wanted - now} callbacks less than it should`);
      last = now;
      await pause(50);
    }
    return count / ((performance.now() - began) / 1_000);
  }

  try {
    await step('Warming Kannel up', () => deliver(warmUp));
    return await step(`Delivering ${messages} messages with Kannel`, () => deliver(messages));
  } finally {
    await kannel.stop();
    await receiver.stop();
  }
}
