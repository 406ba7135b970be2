import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { isDatabaseUnavailable, isUniqueViolation } from '#platform/database-errors.ts';
import {
  databaseSettings,
  prisma as ownPrisma,
  type SqlClient,
  transaction,
} from '#platform/db.ts';
import { PrismaClient } from '#prisma/generated/client.ts';
import { ownPostgres } from '../harness/breakable.ts';
import { carrierConfig, carriers, reacher, startSmsc } from '../harness/product.ts';
import {
  listening,
  startWeb,
  startWebProcess,
  startWorkerProcess,
  stopAfterTest,
} from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { anAccount, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { copyAccount } from '../support/copy-account.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { signedIn } from '../support/signed-in.ts';
import { aVisitor, type Page, type Visitor } from '../support/visitor.ts';

/** Each test ends with the server running as a primary. */
const postgres = await ownPostgres({ max_connections: '40' }, afterAll);

/** ALTER SYSTEM survives a restart of the server, so callers must reset the setting. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const value = isReadOnly ? 'on' : 'off';
  await postgres.ask(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
  await postgres.ask('SELECT pg_reload_conf()');
  await until(`it is read-only: ${value}`, async () => {
    const [row] = await postgres.ask('SHOW transaction_read_only');
    return row.transaction_read_only === value;
  });
}

/** Expects 503 with a `Retry-After`. */
function expectUnavailable({ status, headers }: Pick<Page, 'status' | 'headers'>): void {
  expect(status).toBe(503);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

/** A caller with an API key, and a browser with a signed-in user. The database has both accounts. */
async function people(url: string) {
  const [account, user] = await Promise.all([anAccount(), aUser()]);
  // The session is a row too, so `copyAccount` copies it.
  const member = await signedIn(url, user);
  await copyAccount(account, postgres.url);
  return { call: client(url, account), user, account, member };
}

const pagesOf = (member: Visitor) =>
  ['/dashboard', paths.dashboard('messages'), paths.dashboard('account')].map((path) =>
    member.get(path),
  );

test('a web server answers 503 without PostgreSQL or a free connection, and serves only reads while PostgreSQL is read-only', async () => {
  await postgres.stop();
  await postgres.start('starting');
  const settings = { DATABASE_URL: postgres.url, DATABASE_POOL: '5' };
  const web = await stopAfterTest(startWebProcess(settings, listening));
  const says = (text: string) =>
    until(`it says: ${text}`, () => web.log().some(({ msg }) => msg === text));
  const readyz = async () => (await fetch(`${web.url}/readyz`)).status;
  await says('waiting for PostgreSQL');
  const sent = await client(web.url, await anAccount()).send('9876543210', 'Hello');
  expectUnavailable(sent);
  expect(sent.body.error.code).toBe('unavailable');
  const page = await (await signedIn(web.url, await aUser())).get('/dashboard');
  expectUnavailable(page);
  expect(page.html).toContain('Temporarily unavailable');
  expect(page.html).not.toContain('Something went wrong');
  const visitor = aVisitor(web.url);
  expectUnavailable(await visitor.get('/plans'));
  const login = await visitor.post('/login', { email: 'a@example.com', password: 'correct horse' });
  expectUnavailable(login);
  expect(login.html).toContain('value="a@example.com"');
  expect(login.html).toContain(
    'The service is not available right now. Please try again in a moment.',
  );
  expect((await fetch(`${web.url}/healthz`)).status).toBe(200);
  expect(await readyz()).toBe(503);

  await postgres.stop();
  await postgres.start();
  await says('web ready');
  await until('it says so', async () => (await readyz()) === 200);
  const { call, member, user } = await people(web.url);
  expect((await call.send('9876543210', 'Hello')).status).toBe(202);

  await postgres.stop();
  await postgres.start('standby');
  expect((await call.get('/plans')).status).toBe(200);
  const { email, password } = user;
  for (const answer of [
    await call.send('9876543210', 'Hello'),
    await call.post('/messages/send-otp', { recipient: '9876543210' }),
    await call.post('/users/login', { email, password }),
    await member.post(paths.dashboard('account'), { intent: 'profile', name: 'B', email }),
    await aVisitor(web.url).post('/login', { email, password }),
  ]) {
    expectUnavailable(answer);
  }
  await until('it is not ready', async () => (await readyz()) === 503);

  await postgres.stop();
  await postgres.start();
  const held: pg.Client[] = [];
  const full = async () => {
    const one = new pg.Client({ connectionString: postgres.url });
    one.on('error', () => undefined);
    return one.connect().then(
      () => held.push(one) === 0,
      () => true,
    );
  };
  while (!(await full()));
  expectUnavailable(await call.send('9876543210', 'Hello'));
  for (const one of await Promise.all(pagesOf(member))) expectUnavailable(one);
  for (const one of held) await one.end();
  await until('it accepts', async () => (await call.send('9876543210', 'Hi')).status === 202);
});

test('receipts that arrive while PostgreSQL is read-only are stored when it is writable again, and no error is logged', async () => {
  const smsc = await startSmsc({ receiptAfterMs: 1_500, receiptRetryMs: 200 });
  const settings = { DATABASE_URL: postgres.url, ...carriers(carrierConfig('first', smsc)) };
  const [web, worker] = await Promise.all([
    stopAfterTest(startWeb(settings)),
    stopAfterTest(startWorkerProcess(settings)),
  ]);
  const { call, account } = await people(web.url);
  const recipients = mobileNumbers(10);
  for (const recipient of recipients) await call.send(recipient, 'Hello');
  await until('all are submitted', () =>
    recipients.every((recipient) => smsc.ledger.acceptedFor(`91${recipient}`) > 0),
  );

  await setReadOnly(true);
  await until('a receipt was rejected', () =>
    worker.log().some(({ msg }) => String(msg).startsWith('could not store a receipt')),
  );
  await setReadOnly(false);
  const delivered = `SELECT count(*)::int AS count FROM messages WHERE user_id = '${account.userId}' AND state = 'delivered'`;
  await until('all are delivered', async () => (await postgres.ask(delivered))[0]?.count === 10);
  expect(worker.log().filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test('when PostgreSQL crashes under load, calls get 202 or 503 and never 500, and every accepted message is delivered', async () => {
  const smsc = await startSmsc();
  const settings = {
    DATABASE_URL: postgres.url,
    SUBMIT_LEASE_SECONDS: '5',
    ...carriers(carrierConfig('first', smsc)),
  };
  const [web] = await Promise.all([
    stopAfterTest(startWeb({ ...settings, DATABASE_POOL: '10' })),
    stopAfterTest(startWorkerProcess({ ...settings, DATABASE_POOL: '10' })),
  ]);
  const { call, member } = await people(web.url);

  let going = true;
  const accepted: string[] = [];
  const answers: Record<string, number> = {};
  const note = (kind: string, { status, headers }: Pick<Page, 'status' | 'headers'>) => {
    const when = status === 503 && headers.get('retry-after') ? ' with Retry-After' : '';
    const key = `${kind} ${status}${when}`;
    answers[key] = (answers[key] ?? 0) + 1;
  };
  // Every text differs, because the ledger counts the same text to the same number as a duplicate.
  const caller = async (_: unknown, who: number) => {
    for (const [i, number] of mobileNumbers(10_000).entries()) {
      if (!going) return;
      const answer = await call.send(number, `Text ${i} of caller ${who}`);
      note('call', answer);
      if (answer.status === 202) accepted.push(answer.body.data._id);
    }
  };
  const reader = async () => {
    while (going) for (const page of pagesOf(member)) note('page', await page);
  };
  const working = [...Array.from({ length: 4 }, caller), reader()];
  for (let crashes = 0; crashes < 3; crashes += 1) {
    const before = accepted.length;
    await until('some are accepted', () => accepted.length > before);
    await postgres.crash();
    await postgres.recovered();
  }
  going = false;
  await Promise.all(working);
  const known = ['call 202', 'call 503 with Retry-After', 'page 200', 'page 503 with Retry-After'];
  expect(Object.keys(answers).filter((kind) => !known.includes(kind))).toEqual([]);
  expect(Object.keys(answers)).toEqual(expect.arrayContaining(['call 202', 'page 200']));
  const reach = reacher(call);
  for (const id of accepted) await reach(id, 'delivered', 'unknown');
  expect(smsc.ledger.totals().duplicates).toBe(0);
});

/**
 * Connections to a database, and the ways in which the product runs queries: through pg, and through Prisma, which
 * reports errors in three different ways.
 */
function clientsOf(url: string, connectionTimeoutMillis = 5_000) {
  const pool = new pg.Pool({ connectionString: url, max: 8, connectionTimeoutMillis });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  onTestFinished(() => pool.end());
  const ways: Record<string, (write: boolean) => Promise<unknown>> = {
    pg: (write) => pool.query(write ? 'DELETE FROM sessions' : 'SELECT 1'),
    model: (write) => (write ? prisma.session.deleteMany() : prisma.session.count()),
    raw: (write) => (write ? prisma.$executeRaw`DELETE FROM sessions` : prisma.$queryRaw`SELECT 1`),
    transaction: (write) =>
      write
        ? prisma.$transaction([prisma.session.count(), prisma.session.deleteMany()])
        : prisma.$transaction([prisma.session.count(), prisma.plan.count()]),
  };
  return { pool, prisma, ways };
}

type Clients = ReturnType<typeof clientsOf>;

/** The error of each way; `undefined` where the query succeeded. */
async function errorsOf({ ways }: Clients, write = false) {
  const results = Object.entries(ways).map(async ([way, ask]) => {
    const error = await ask(write).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return [way, error] as const;
  });
  return Promise.all(results);
}

/** Expects each way to fail with an error that counts as an unavailable database. */
async function expectAway(clients: Clients, write = false): Promise<void> {
  for (const [way, error] of await errorsOf(clients, write)) {
    expect(error, `${way} fails`).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(error), `${way}: ${error}`).toBe(true);
  }
}

/** Runs queries while the database goes away and comes back. Expects no errors except those of an unavailable database. */
async function expectOnlyAway(clients: Clients, while_: () => Promise<unknown>): Promise<void> {
  let going = true;
  const ended = while_().finally(() => {
    going = false;
  });
  let failed = 0;
  while (going) {
    for (const [way, error] of await errorsOf(clients, true)) {
      if (error === undefined) continue;
      failed += 1;
      expect(isDatabaseUnavailable(error), `${way}: ${error}`).toBe(true);
    }
  }
  await ended;
  expect(failed).toBeGreaterThan(0);
}

const expectAnswers = async (clients: Clients) =>
  expect((await errorsOf(clients)).every(([, error]) => error === undefined)).toBe(true);

test('PostgreSQL counts as unavailable while it crashes, recovers, stops, starts, is read-only or refuses a connection', async () => {
  const clients = clientsOf(postgres.url);
  for (let i = 0; i < 3; i += 1) {
    await errorsOf(clients);
    await expectOnlyAway(clients, async () => {
      await postgres.crash();
      await postgres.recovered();
    });
  }
  await postgres.recovered();
  await expectAnswers(clients);
  await expectOnlyAway(clients, postgres.stop);
  await expectAway(clients);

  await postgres.start('starting');
  await expectAway(clients);
  await postgres.stop();
  await postgres.start('standby');
  await expectAway(clients, true);
  await expectAnswers(clients);
  await postgres.stop();

  await postgres.start();
  await setReadOnly(true);
  await expectAway(clients, true);
  await setReadOnly(false);

  await postgres.ask("CREATE ROLE narrow LOGIN PASSWORD 'narrow' CONNECTION LIMIT 0");
  const narrow = new URL(postgres.url);
  narrow.username = 'narrow';
  narrow.password = 'narrow';
  await expectAway(clientsOf(narrow.href));

  const waiting = clientsOf(postgres.url, 300);
  const held = await Promise.all(Array.from({ length: 8 }, () => waiting.pool.connect()));
  await expectAway(waiting);
  for (const one of held) one.release();
});

test('an invalid statement does not count as an unavailable database', async () => {
  const { pool, prisma, ways } = clientsOf(databaseSettings.DATABASE_URL);
  await ways.model?.(false);
  const wrong: [string, () => Promise<unknown>][] = [
    ['syntax', () => pool.query('SELEC 1')],
    ['a NUL', () => pool.query('SELECT $1::text', ['\0'])],
    ['a NUL, by Prisma', () => prisma.session.count({ where: { id: '\0' } })],
    ['no such table', () => prisma.$queryRaw`SELECT * FROM nothing`],
    ['a number too large', () => pool.query('SELECT 99999999999::int')],
    ['a lock', () => pool.query('SET lock_timeout = 1; SELECT 1/0')],
  ];
  for (const [what, ask] of wrong) {
    const error = await ask().catch((thrown: unknown) => thrown);
    expect(error, what).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(error), what).toBe(false);
  }
  const twice = await pool
    .query("CREATE TABLE once (id text PRIMARY KEY); INSERT INTO once VALUES ('a'), ('a')")
    .catch((thrown: unknown) => thrown);
  expect(isUniqueViolation(twice)).toBe(true);
  for (const other of [twice, new Error('anything'), null]) {
    expect(isDatabaseUnavailable(other)).toBe(false);
  }
});

/** Ends the connection of a transaction, as a restart of PostgreSQL does. */
async function lose(tx: SqlClient): Promise<void> {
  const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = rows[0]?.pid;
  await ownPrisma.$queryRaw`SELECT pg_terminate_backend(${pid}::int, 10000)`;
}

// Also checks that the process survives: an error event without a listener would fail the run.
test.each([
  ['between two statements fails the transaction', 'SELECT 1'],
  ['before the commit rolls the transaction back', null],
])('a lost connection %s, and counts as an unavailable database', async (_, next) => {
  const work = transaction(async (tx) => {
    await tx.query(
      'INSERT INTO plans SELECT (jsonb_populate_record(p, \'{"id":"pln_x","name":"X"}\')).* FROM plans p LIMIT 1',
    );
    await lose(tx);
    if (next) await tx.query(next);
  });
  expect(isDatabaseUnavailable(await work.catch((error: unknown) => error))).toBe(true);
  expect(await ownPrisma.plan.count({ where: { id: 'pln_x' } })).toBe(0);
  await transaction(async (tx) => {
    expect((await tx.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});
