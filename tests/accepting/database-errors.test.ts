import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { isDatabaseUnavailable, isUniqueViolation } from '#platform/database-errors.ts';
import { PrismaClient } from '#prisma/generated/client.ts';
import { type OwnPostgres, ownPostgres } from '../support/own-postgres.ts';
import { until } from '../support/until.ts';

/** The two ways in which the product asks, and the three in which Prisma answers. */
function clientsOf(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 8, connectionTimeoutMillis: 5_000 });
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
  return { pool, ways };
}

type Clients = ReturnType<typeof clientsOf>;

/** What each way throws; `undefined` for those that get an answer. */
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

/** Expects that each way fails, and by an error that says that the database is away. */
async function expectAway(clients: Clients, write = false): Promise<void> {
  for (const [way, error] of await errorsOf(clients, write)) {
    expect(error, `${way} fails`).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(error), `${way}: ${error}`).toBe(true);
  }
}

/** Lets nothing pass for another fault that a database which goes away and comes back throws. */
async function expectOnlyAway(clients: Clients, while_: () => Promise<unknown>): Promise<number> {
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
  return failed;
}

async function fine(clients: Clients, postgres: OwnPostgres): Promise<void> {
  await postgres.recovered();
  expect((await errorsOf(clients)).every(([, error]) => error === undefined)).toBe(true);
}

test('a PostgreSQL that crashes, recovers, stops, starts up, is full or is read-only counts as unavailable', async () => {
  const postgres = await ownPostgres({ max_connections: '30' });
  const clients = clientsOf(postgres.url);

  for (let i = 0; i < 3; i += 1) {
    await errorsOf(clients);
    const failed = await expectOnlyAway(clients, async () => {
      await postgres.crash();
      await postgres.recovered();
    });
    expect(failed).toBeGreaterThan(0);
  }

  await fine(clients, postgres);
  expect(await expectOnlyAway(clients, postgres.stop)).toBeGreaterThan(0);
  await expectAway(clients);

  await postgres.start('starting');
  await expectAway(clients);
  await postgres.stop();

  await postgres.start('standby');
  await expectAway(clients, true);
  expect((await errorsOf(clients)).every(([, error]) => error === undefined)).toBe(true);
  await postgres.stop();

  await postgres.start();
  await postgres.ask('ALTER SYSTEM SET default_transaction_read_only = on');
  await postgres.ask('SELECT pg_reload_conf()');
  await until('it takes none', async () => {
    const [{ transaction_read_only }] = await postgres.ask('SHOW transaction_read_only');
    return transaction_read_only === 'on';
  });
  await expectAway(clients, true);
  await postgres.ask('ALTER SYSTEM RESET ALL');
  await postgres.ask('SELECT pg_reload_conf()');
  await until('it takes writes', async () => {
    const [{ transaction_read_only }] = await postgres.ask('SHOW transaction_read_only');
    return transaction_read_only === 'off';
  });

  await postgres.ask("CREATE ROLE narrow LOGIN PASSWORD 'narrow' CONNECTION LIMIT 0");
  const narrow = new URL(postgres.url);
  narrow.username = 'narrow';
  narrow.password = 'narrow';
  await expectAway(clientsOf(narrow.href));
});

test('a statement that gets no connection counts as an unavailable database', async () => {
  const postgres = await ownPostgres();
  const clients = clientsOf(postgres.url);
  const held = await Promise.all(Array.from({ length: 8 }, () => clients.pool.connect()));
  onTestFinished(() => {
    for (const client of held) client.release();
  });
  await expectAway(clients);
});

test('an invalid statement does not count as an unavailable database', async () => {
  const postgres = await ownPostgres();
  const { pool, ways } = clientsOf(postgres.url);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
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
  expect(isDatabaseUnavailable(twice)).toBe(false);
  expect(isDatabaseUnavailable(new Error('anything'))).toBe(false);
  expect(isDatabaseUnavailable(null)).toBe(false);
});
