import { expect, test } from 'vitest';
import { prisma } from '#platform/db.server.ts';
import { getUsage } from '../support/account.ts';
import { anOtpCaller } from '../support/otp-caller.ts';
import { sharedWeb } from '../support/shared-web.ts';

const web = await sharedWeb();

/** As many requests at once. */
const many = <T>(count: number, make: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, make));

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('one Idempotency-Key makes one service, however many requests come at once', async () => {
  const { account, call } = await anOtpCaller(web.url);
  const make = () => call.post('/otp-services', { name: 'Acme' }, { 'idempotency-key': 'once' });
  const replies = await many(8, make);
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect(new Set(replies.map(({ body }) => body.data._id)).size).toBe(1);
  const first = replies.filter(({ headers }) => !headers.has('idempotent-replayed'));
  expect(first).toHaveLength(1);
  expect(await prisma.otpService.count({ where: { userId: account.userId } })).toBe(1);
  const other = await call.post('/otp-services', { name: 'B' }, { 'idempotency-key': 'once' });
  expect(other.body.error.code).toBe('idempotency_mismatch');
});

test('one Idempotency-Key makes one code for a test number, and counts one call', async () => {
  const { account, call } = await anOtpCaller(web.url);
  const test_numbers = [{ recipient: '9811166666', code: '482913', ends_on: inDays(1) }];
  const made = await call.post('/otp-services', { name: 'Acme', test_numbers });
  const body = { recipient: '9811166666', service: made.body.data._id };
  const { apiCallsUsed } = await getUsage(account);
  const headers = { 'idempotency-key': 'once' };
  const replies = await many(8, () => call.post('/messages/send-otp', body, headers));
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(202));
  expect(new Set(replies.map((reply) => reply.body.data.otpId)).size).toBe(1);
  expect(await prisma.otp.count({ where: { userId: account.userId } })).toBe(1);
  expect((await getUsage(account)).apiCallsUsed).toBe(apiCallsUsed + 1);
});
