import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { routeCall } from '#app/api/router.server.ts';
import { checkBeforeSubmit } from '#domain/delivery/check-before-submit.ts';
import { markSubmitting, reserveMessages } from '#domain/delivery/queue/reserve-messages.ts';
import { writeHeartbeat } from '#domain/delivery/queue/worker-heartbeat.ts';
import { matchPartReceipts } from '#domain/delivery/receipts/match-stored-receipts.ts';
import { receiveReceipt } from '#domain/delivery/receipts/receive-receipt.ts';
import { recordAttempt } from '#domain/delivery/record-attempt.ts';
import { prisma, query } from '#platform/db.ts';
import { type Account, anAccount } from '../support/account.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { codeOfRow } from '../support/otp-code.ts';
import { findUnnamedAccounts } from '../support/unnamed-accounts.ts';

/** Calls the API within this process. */
async function call(account: Account, method: string, path: string, body?: unknown) {
  const headers = {
    'x-api-id': account.keyId,
    'x-api-key': account.secretKey,
    'content-type': 'application/json',
    'idempotency-key': `${path}-1`,
  };
  const text = body === undefined ? '' : JSON.stringify(body);
  const request = new Request(`http://localhost/api/v1${path}`, {
    ...{ method, headers },
    ...(body !== undefined && { body: text }),
  });
  const context = {
    ...{ method, rawBody: Buffer.from(text), bodyProblem: null },
    ...{ clientAddress: '127.0.0.1', exactAddress: '127.0.0.1' },
  };
  const response = await routeCall({ request, params: {}, context: context as never });
  expect([path, response.status]).toEqual([path, expect.toBeOneOf([200, 202])]);
  return response.json();
}

/** Runs the hot paths: sending messages and codes, receipts, and pages of the log. */
async function doAllThatIsHot(account: Account): Promise<void> {
  const numbers = mobileNumbers(4);
  const [recipient = '', coded = '', ...others] = numbers;
  await call(account, 'POST', '/messages/send-message', { recipient, message: 'Hello' });
  await call(account, 'POST', '/messages/batch', {
    messages: others.map((one) => ({ recipient: one, message: 'Hello' })),
  });
  await call(account, 'POST', '/messages/send-otp', { recipient: coded });
  await writeHeartbeat();
  const messages = [
    ...(await reserveMessages(account.userId, 10, 'messages')),
    ...(await reserveMessages(account.userId, 10, 'otp')),
  ];
  expect(messages.length).toBe(4);
  await checkBeforeSubmit(account.userId, messages);
  for (const message of messages) {
    const { id, reservation, recipient: to } = message;
    const submitted = await markSubmitting(message, 'first', 'messages');
    const part = { message_id: id, seq: 1, carrier: 'first', carrier_message_id: id, reference: 1 };
    await recordAttempt({
      ...{ messageId: id, reservation, lane: 'messages', state: 'sent', reason: null },
      ...{ retryInMs: null, counted: false, refund: false, events: [], recipient: to },
      parts: [{ ...part, recipient: to, state: 'sent', submitted_at: submitted }],
    });
    await matchPartReceipts([{ ...part, recipient: to }]);
    await receiveReceipt({
      ...{ carrier: 'first', carrierMessageId: id, state: 'delivered', status: 'DELIVRD' },
      ...{ errorCode: null, recipient: to.slice(1), reference: 1 },
    });
  }
  const otp = await prisma.otp.findFirstOrThrow({ where: { userId: account.userId } });
  await call(account, 'POST', '/messages/verify-otp', { recipient: coded, otp: codeOfRow(otp) });
  for (const filter of ['', '?status=delivered', '?status=failed', '?status=submitting'])
    await call(account, 'GET', `/messages${filter}`);
  await call(account, 'GET', `/messages?recipient=%2B91${recipient}`);
  await call(account, 'GET', `/messages?api_id=${account.keyId}&status=queued`);
  await call(account, 'GET', `/messages/${messages[0]?.id}`);
}

/**
 * The statements that this process executes during `work`, by name. Prisma's statements have no name, so their text is used.
 */
async function statementsOf(work: () => Promise<void>): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: unknown,
    ...args: unknown[]
  ) {
    const [given] = args;
    const { name, text } =
      typeof given === 'string'
        ? { name: undefined, text: given }
        : (given as { name?: string; text?: string });
    if (text && /^\s*(WITH|SELECT|INSERT|UPDATE|DELETE)/.test(text)) seen.set(name ?? text, text);
    return original.apply(this, args);
  } as never);
  await work();
  spy.mockRestore();
  return seen;
}

async function readOwnerColumns() {
  const sql = `
    SELECT table_name AS "table", array_agg(column_name::text) AS columns FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name IN ('user_id', 'message_id') GROUP BY table_name`;
  const rows = await query<{ table: string; columns: string[] }>('test-owners', sql, []);
  const owners = new Map(rows.map(({ table, columns }) => [table, columns]));
  owners.set('messages', ['id', 'user_id']);
  return owners;
}

/** Statements that name neither the account nor the message, by table, with the reason why this is allowed. */
const exceptions: { table: string; statements: string[]; reason: string }[] = [
  {
    table: 'usage_periods',
    statements: ['accept-messages', 'count-api-calls', 'record-attempts', 'reserve-messages'],
    reason: 'by the id of the month, which the account’s key or its message names',
  },
  {
    table: 'credentials',
    statements: ['record-key-use'],
    reason: 'the key says which account it is',
  },
  {
    table: 'message_parts',
    statements: ['receive-receipts'],
    reason: 'a receipt has the carrier’s id, and names neither account nor message',
  },
  {
    table: 'otps',
    statements: ['verify-otp', 'write-otps'],
    reason: 'by the id of the code, which a statement before has found by account and number',
  },
  {
    table: 'otp_throttles',
    statements: ['otp-throttles-of-caller'],
    reason: 'by the account or by its key, so that it is an OR',
  },
];

const hot = [
  ...['find-credential', 'accept-messages', 'otps-of-numbers', 'write-otps', 'verify-otp'],
  ...[
    'reserve-messages',
    'mark-submitting',
    'record-attempts',
    'early-receipts',
    'receive-receipts',
  ],
  ...['list-messages', 'list-messages-recipient', 'last-looked-at-state', 'message-timeline'],
];

test('every statement for sending, delivery and the log names the account or the message, except the statements in a list', async () => {
  const account = await anAccount();
  const statements = await statementsOf(() => doAllThatIsHot(account));
  const owners = await readOwnerColumns();
  const found: string[] = [];
  for (const [name, text] of statements) {
    for (const table of await findUnnamedAccounts(text, owners)) found.push(`${name}: ${table}`);
  }
  const expected = exceptions.flatMap(({ table, statements: names }) =>
    names.map((name) => `${name}: ${table}`),
  );
  expect(found.toSorted()).toEqual(expected.toSorted());
  // Every statement in `hot` must have run, so that the test notices a renamed statement.
  expect([...statements.keys()]).toEqual(expect.arrayContaining(hot));
}, 60_000);

test('the check finds a statement that names no account, and a statement that names an account in only some of its conditions', async () => {
  const owners = new Map([
    ['messages', ['id', 'user_id']],
    ['otps', ['user_id']],
  ]);
  const find = (sql: string) => findUnnamedAccounts(sql, owners);
  expect(await find('SELECT FROM messages WHERE user_id = $1 AND state = $2')).toEqual([]);
  expect(await find('SELECT FROM messages AS m JOIN otps USING (user_id)')).toEqual([]);
  expect(await find('SELECT FROM messages WHERE state = $1')).toEqual(['messages']);
  expect(await find('SELECT FROM messages WHERE user_id = $1 OR state = $2')).toEqual(['messages']);
  expect(await find('SELECT FROM messages WHERE user_id > $1')).toEqual(['messages']);
  expect(await find('UPDATE otps SET x = 1 FROM messages AS m WHERE m.id = $1')).toEqual(['otps']);
  expect(await find('WITH a AS (DELETE FROM otps RETURNING *) SELECT FROM a')).toEqual(['otps']);
  expect(await find('SELECT (SELECT count(*) FROM otps), $1')).toEqual(['otps']);
  expect(await find('INSERT INTO otps (id) VALUES ($1)')).toEqual(['otps']);
});
