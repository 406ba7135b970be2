import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { startServer } from '#scripts/services/server-process.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import { openDatabase } from './database.ts';
import { stoppablePart } from './stoppable-part.ts';

/** Where Debian's `kannel` and `kannel-extras` put the two boxes, and a message centre that takes everything. */
const programs = {
  bearerbox: '/usr/sbin/bearerbox',
  smsbox: '/usr/sbin/smsbox',
  fakesmsc: '/usr/lib/kannel/test/fakesmsc',
};

/** The paths of programs that are not installed. */
export const missingKannelPrograms = () =>
  Object.values(programs).filter((path) => !existsSync(path));

export const isKannelInstalled = () => missingKannelPrograms().length === 0;

export type Kannel = { sendUrl: string; stop: () => Promise<unknown> };

/** Where Kannel keeps what it needs for receipts, and whom it tells of them. */
type Receipts = {
  /** Of Dakiya, whose user may create databases. */
  databaseUrl: string;
  /** Is called for each receipt. */
  callbackUrl: string;
};

/**
 * Starts Kannel, with messages that wait on disk. Its fake message centre takes every message.
 *
 * @param receipts with what makes it comparable: a row for each message in a database of its own on Dakiya's PostgreSQL
 *   server, and a call for each receipt; null for Kannel at its fastest, which asks for none and keeps nothing else
 */
export async function startKannel(
  receipts: Receipts | null,
  register: RegisterPart,
): Promise<Kannel> {
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-kannel-'));
  const ports = { admin: await freePort(), box: await freePort(), send: await freePort() };
  const smsc = await freePort();
  const database = receipts && (await createReceiptTable(receipts.databaseUrl));
  await writeFile(join(folder, 'kannel.conf'), config(ports, smsc, database));
  const stops: (() => Promise<unknown>)[] = [];
  const run = async (name: keyof typeof programs, args: string[], ready: RegExp) => {
    const child = await startServer({ name, ready, command: programs[name], args, cwd: folder });
    const part = stoppablePart(name, child, () => child.stop());
    register(part);
    stops.unshift(part.stop);
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

/** Kannel wants an empty line between groups, and one at the end. */
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
      // A sender learns whether its message was accepted.
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

/** Where receipts are, as Kannel's manual describes it. */
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
