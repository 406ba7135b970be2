import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { startProduct } from '../harness/product.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { anOtpCaller } from '../support/otp-caller.ts';

const web = await sharedWeb();

test('the analytics of a period agree with the list of messages, and say why messages failed', async () => {
  const { call, reach } = await startProduct();
  const outcomes = {
    '9876543210': 'delivered',
    '9999900002': 'undelivered',
    '9999900003': 'failed',
  };
  for (const [number, status] of Object.entries(outcomes)) {
    const { body } = await call.send(number, 'Hello');
    await reach(body.data._id, status);
  }
  const read = async (query: string) => (await call.get(`/analytics${query}`)).body.data;
  const list = (await call.get('/messages')).body.data as {
    apiId: string;
    failureReason?: string;
  }[];
  expect(list).toHaveLength(3);
  const all = await read('?period=24h&split_by=key');
  expect(all.total).toMatchObject({ accepted: 3, delivered: 1, failed: 2, inProgress: 0 });
  expect(all.total).toMatchObject({ deliveredPercent: 33.3, otpSent: 0, otpVerifiedPercent: null });
  expect(all.before).toMatchObject({ accepted: 0, deliveredPercent: null, deliveryP50Ms: null });
  expect(all.total.deliveryP95Ms).toBeGreaterThan(0);
  expect(all.steps).toHaveLength(24);
  expect(all.parts).toMatchObject([{ value: list[0]?.apiId, accepted: 3 }]);
  expect(all.reasons.map(({ count }: { count: number }) => count)).toEqual([1, 1]);
  expect((await read('?sender=DAKIYA&category=transactional')).total.accepted).toBe(3);
  expect((await read('?sender=OTHERS')).total.accepted).toBe(0);
  const { parts } = await read('?split_by=carrier');
  expect(parts.reduce((sum: number, { accepted }: { accepted: number }) => sum + accepted, 0)).toBe(
    3,
  );
});

test('a code that can still be verified counts neither as verified nor as not verified', async () => {
  const { call, aNumber, sendOtp, verify, codeOf, rowOf } = await anOtpCaller(web.url);
  const read = async () => {
    const { total, before, steps, parts } = (await call.get('/analytics?period=24h&split_by=key'))
      .body.data;
    expect(parts).toMatchObject([total]);
    const ofSteps = steps.map(({ otpValid }: typeof total) => otpValid);
    expect(ofSteps.reduce((sum: number, count: number) => sum + count, 0)).toBe(total.otpValid);
    expect(before).toMatchObject({ otpValid: 0, otpVerifiedPercent: null });
    return total;
  };
  const numbers = [aNumber(), aNumber(), aNumber()];
  for (const number of numbers) expect((await sendOtp(number)).status).toBe(202);
  expect(await read()).toMatchObject({ otpSent: 3, otpValid: 3, otpVerifiedPercent: null });
  const [verified = '', ended = ''] = numbers;
  expect((await verify(verified, await codeOf(verified))).status).toBe(200);
  expect(await read()).toMatchObject({ otpSent: 3, otpValid: 2, otpVerifiedPercent: 100 });
  await prisma.otp.update({
    where: { id: (await rowOf(ended)).id },
    data: { expiresAt: new Date() },
  });
  expect(await read()).toMatchObject({ otpSent: 3, otpValid: 1, otpVerifiedPercent: 50 });
});

test('the analytics do not count another account’s messages', async () => {
  const [own, other] = [client(web.url, await anAccount()), client(web.url, await anAccount())];
  await own.send('9876543210', 'Hello');
  expect((await own.get('/analytics')).body.data.total).toMatchObject({
    accepted: 1,
    inProgress: 1,
  });
  expect((await other.get('/analytics')).body.data.total.accepted).toBe(0);
});

test.each([
  ['period', '?period=1y'],
  ['split_by', '?split_by=recipient'],
  ['category', '?category=spam'],
  ['from', '?from=yesterday&to=2026-04-06'],
  ['to', '?from=2026-04-06'],
  ['from', '?to=2026-04-06'],
  ['to', '?from=2026-04-06&to=2026-04-06'],
])('analytics reject a bad %s: %s', async (param, query) => {
  const { status, body } = await client(web.url, await anAccount()).get(`/analytics${query}`);
  expect([status, body.error.param]).toEqual([400, param]);
});

test('a recent period of up to 48 hours is counted by hour and any other period by day in India; each period is extended to full hours or days', async () => {
  const own = client(web.url, await anAccount());
  const read = async (query: string) => {
    const { data } = (await own.get(`/analytics?${query}`)).body;
    return [data.step, data.from, data.to, data.steps.length];
  };
  const today = new Date().toISOString().slice(0, 10);
  expect(await read(`from=${today}T10:10:00Z&to=${today}T11:40:00Z`)).toEqual([
    ...['hour', `${today}T09:30:00.000Z`, `${today}T12:30:00.000Z`, 3],
  ]);
  expect(await read('from=2026-04-06T10:10:00Z&to=2026-04-06T11:40:00Z')).toEqual([
    ...['day', '2026-04-05T18:30:00.000Z', '2026-04-06T18:30:00.000Z', 1],
  ]);
  expect(await read('from=2026-04-06T10:10:00Z&to=2026-04-10T11:40:00Z')).toEqual([
    ...['day', '2026-04-05T18:30:00.000Z', '2026-04-10T18:30:00.000Z', 5],
  ]);
  expect(await read('from=2020-01-01&to=2026-04-06')).toEqual([
    ...['day', '2025-03-01T18:30:00.000Z', '2026-04-05T18:30:00.000Z', 400],
  ]);
});
