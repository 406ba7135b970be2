import pg from 'pg';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { anAccount, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { copyAccount } from '../support/copy-account.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { type OwnPostgres, ownPostgres } from '../support/own-postgres.ts';
import { carrierConfig, carriers, reacher, startSmsc } from '../support/product.ts';
import {
  listening,
  startWebProcess,
  startWorkerProcess,
  stopAfterTest,
} from '../support/programs.ts';
import { signedIn } from '../support/signed-in.ts';
import { until } from '../support/until.ts';
import { aVisitor, type Page, type Visitor } from '../support/visitor.ts';

/** Expects the answer of a service that is away for a moment. */
function expectUnavailable({ status, headers }: Pick<Page, 'status' | 'headers'>): void {
  expect(status).toBe(503);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

/** A caller, and a browser in which somebody is signed in, both known to the database. */
async function people(postgres: OwnPostgres, url: string) {
  const [account, user] = await Promise.all([anAccount(), aUser()]);
  // Its session is a row as well, so it is copied with the rest.
  const member = await signedIn(url, user);
  await copyAccount(account, postgres.url);
  return { call: client(url, account), user, account, member };
}

const pagesOf = (member: Visitor) =>
  ['/dashboard', paths.dashboard('messages'), paths.dashboard('account')].map((path) =>
    member.get(path),
  );

test('a web that starts while PostgreSQL starts up waits, says so, and answers 503 meanwhile', async () => {
  const postgres = await ownPostgres();
  await postgres.stop();
  await postgres.start('starting');
  const web = await stopAfterTest(startWebProcess({ DATABASE_URL: postgres.url }, listening));
  await until('it says that it waits', () =>
    web.log().some(({ msg }) => msg === 'waiting for PostgreSQL'),
  );
  const account = await anAccount();
  const sent = await client(web.url, account).send('9876543210', 'Hello');
  expectUnavailable(sent);
  expect(sent.body.error.code).toBe('unavailable');

  const member = await signedIn(web.url, await aUser());
  const page = await member.get('/dashboard');
  expectUnavailable(page);
  expect(page.html).toContain('Temporarily unavailable');
  expect(page.html).not.toContain('Something went wrong');
  const visitor = aVisitor(web.url);
  expectUnavailable(await visitor.get('/plans'));
  const login = await visitor.post('/login', { email: 'a@example.com', password: 'correct horse' });
  expectUnavailable(login);
  expect(login.html).toContain('value="a@example.com"');
  expect(login.html).toContain(
    'The service is temporarily unavailable. Retry after the seconds in Retry-After.',
  );
  expect((await fetch(`${web.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${web.url}/readyz`)).status).toBe(503);

  await postgres.stop();
  await postgres.start();
  await until('it is ready', () => web.log().some(({ msg }) => msg === 'web ready'));
  await until('it says so', async () => (await fetch(`${web.url}/readyz`)).status === 200);
});

test('a PostgreSQL that is read-only or full: what writes is answered 503, what reads is answered', async () => {
  const postgres = await ownPostgres({ max_connections: '30' });
  const settings = { DATABASE_URL: postgres.url, DATABASE_POOL: '5' };
  const web = await stopAfterTest(startWebProcess(settings));
  const { call, member, user } = await people(postgres, web.url);
  expect((await call.send('9876543210', 'Hello')).status).toBe(202);

  await postgres.stop();
  await postgres.start('standby');
  expect((await call.get('/plans')).status).toBe(200);
  for (const answer of [
    await call.send('9876543210', 'Hello'),
    await call.post('/messages/send-otp', { recipient: '9876543210' }),
    await call.post('/users/login', { email: user.email, password: user.password }),
    await member.post(paths.dashboard('account'), {
      intent: 'profile',
      name: 'B',
      email: user.email,
    }),
    await aVisitor(web.url).post('/login', { email: user.email, password: user.password }),
  ]) {
    expectUnavailable(answer);
  }
  expect((await fetch(`${web.url}/readyz`)).status).toBe(503);

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
  for (const page of await Promise.all(pagesOf(member))) expectUnavailable(page);
  for (const one of held) await one.end();
  await until('it accepts', async () => (await call.send('9876543210', 'Hi')).status === 202);
});

test('receipts that come while PostgreSQL is read-only are stored afterwards, and are no errors in the log', async () => {
  const postgres = await ownPostgres();
  const smsc = await startSmsc({ receiptAfterMs: 1_500, receiptRetryMs: 200 });
  const settings = { DATABASE_URL: postgres.url, ...carriers(carrierConfig('first', smsc)) };
  const [web, worker] = await Promise.all([
    stopAfterTest(startWebProcess(settings)),
    stopAfterTest(startWorkerProcess(settings)),
  ]);
  const { call, account } = await people(postgres, web.url);
  const recipients = mobileNumbers(10);
  for (const recipient of recipients) await call.send(recipient, 'Hello');
  await until('all are submitted', () => smsc.ledger.totals().accepted === recipients.length);

  await postgres.ask('ALTER SYSTEM SET default_transaction_read_only = on');
  await postgres.ask('SELECT pg_reload_conf()');
  await until('a receipt was rejected', () =>
    worker.log().some(({ msg }) => String(msg).startsWith('could not store a receipt')),
  );
  await postgres.ask('ALTER SYSTEM RESET default_transaction_read_only');
  await postgres.ask('SELECT pg_reload_conf()');
  const delivered = `SELECT count(*)::int AS count FROM messages WHERE user_id = '${account.userId}' AND state = 'delivered'`;
  await until('all are delivered', async () => (await postgres.ask(delivered))[0]?.count === 10);
  expect(worker.log().filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test('PostgreSQL crashing under load: 202 or 503, never 500, and all that was accepted is delivered', async () => {
  const postgres = await ownPostgres();
  const smsc = await startSmsc();
  const settings = {
    DATABASE_URL: postgres.url,
    SUBMIT_LEASE_SECONDS: '5',
    ...carriers(carrierConfig('first', smsc)),
  };
  const [web] = await Promise.all([
    stopAfterTest(startWebProcess(settings)),
    stopAfterTest(startWorkerProcess(settings)),
  ]);
  const { call, member } = await people(postgres, web.url);

  let going = true;
  const accepted: string[] = [];
  const answers: Record<string, number> = {};
  const note = (kind: string, { status, headers }: Pick<Page, 'status' | 'headers'>) => {
    const when = status === 503 && headers.get('retry-after') ? ' with Retry-After' : '';
    const key = `${kind} ${status}${when}`;
    answers[key] = (answers[key] ?? 0) + 1;
  };
  // No two messages alike: the ledger takes the same words to the same number for a duplicate.
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
  const working = [...Array.from({ length: 8 }, caller), reader(), reader()];
  for (let crashes = 0; crashes < 5; crashes += 1) {
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
