import { expect, test } from 'vitest';
import { createAdmission, createWindow } from './admission.ts';
import { createTokenBucket } from './token-bucket.ts';

function open(size: number, otpShare: number, perSecond = 1_000_000) {
  const admission = createAdmission(createWindow(size, otpShare), createTokenBucket(perSecond));
  admission.open();
  return admission;
}

/** Whether a promise is settled by now, without waiting for it. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

test('messages leave the share of the codes free', async () => {
  const admission = open(10, 0.2);
  for (let i = 0; i < 8; i += 1) expect(await admission.enter('messages')).toBe(true);
  const ninth = admission.enter('messages');
  expect(await isSettled(ninth)).toBe(false);
  expect(await admission.enter('otp')).toBe(true);
  expect(await admission.enter('otp')).toBe(true);
  admission.leave('messages');
  expect(await ninth).toBe(true);
});

test('codes may take the whole window, and not more', async () => {
  const admission = open(3, 0.5);
  for (let i = 0; i < 3; i += 1) expect(await admission.enter('otp')).toBe(true);
  expect(await isSettled(admission.enter('otp'))).toBe(false);
  expect(await isSettled(admission.enter('messages'))).toBe(false);
});

test('messages have one place however large the share of the codes', async () => {
  const admission = open(1, 0.9);
  expect(await admission.enter('messages')).toBe(true);
});

test('a code that waits goes before messages that waited longer', async () => {
  const admission = open(1, 0);
  await admission.enter('messages');
  const order: string[] = [];
  const message = admission.enter('messages').then(() => order.push('message'));
  const code = admission.enter('otp').then(() => order.push('code'));
  admission.leave('messages');
  await code;
  admission.leave('otp');
  await message;
  expect(order).toEqual(['code', 'message']);
});

test('within a lane, first come is first served', async () => {
  const admission = open(1, 0);
  await admission.enter('messages');
  const order: number[] = [];
  const waiters = [1, 2, 3].map(async (n) => {
    await admission.enter('messages');
    order.push(n);
    admission.leave('messages');
  });
  admission.leave('messages');
  await Promise.all(waiters);
  expect(order).toEqual([1, 2, 3]);
});

test('those who wait for the rate are admitted without anyone asking again', async () => {
  const admission = open(100, 0, 100);
  const began = performance.now();
  const admitted = await Promise.all(Array.from({ length: 20 }, () => admission.enter('messages')));
  expect(admitted).not.toContain(false);
  expect(performance.now() - began).toBeGreaterThanOrEqual(90);
});

test('removes an aborted waiter without consuming a slot', async () => {
  const admission = open(1, 0);
  await admission.enter('messages');
  const controller = new AbortController();
  const aborted = admission.enter('messages', controller.signal);
  const next = admission.enter('messages');
  controller.abort();
  expect(await aborted).toBe(false);
  admission.leave('messages');
  expect(await next).toBe(true);
  expect(await admission.enter('messages', AbortSignal.abort())).toBe(false);
});

test('a pause rejects new arrivals and keeps acquired places', async () => {
  const admission = open(2, 0);
  await admission.enter('messages');
  await admission.enter('messages');
  const arrival = admission.enter('messages');
  admission.pause();
  const holder = admission.again('messages', 1);
  expect(await arrival).toBe(false);
  expect(await admission.enter('otp')).toBe(false);
  expect(await isSettled(holder)).toBe(false);
  admission.open();
  expect(await holder).toBe(true);
});

test('rejects all waiters once closed', async () => {
  const admission = open(1, 0);
  await admission.enter('messages');
  const arrival = admission.enter('otp');
  admission.shut();
  expect(await arrival).toBe(false);
  expect(await admission.again('messages', 1)).toBe(false);
});

test('a long text gets all its tokens before another one gets any', async () => {
  const admission = open(2, 0, 50);
  await admission.enter('messages');
  await admission.enter('messages');
  const done: string[] = [];
  const first = admission.again('messages', 3).then(() => done.push('first'));
  const second = admission.again('messages', 3).then(() => done.push('second'));
  await Promise.race([first, second]);
  expect(done).toEqual(['first']);
  await second;
});

test('a query takes no place, is the only one, and waits while messages have no room', async () => {
  const admission = open(4, 0.5);
  expect(await admission.enter('otp')).toBe(true);
  expect(await admission.enter('query')).toBe(true);
  const second = admission.enter('query');
  expect(await isSettled(second)).toBe(false);
  // The other place of the messages.
  expect(await admission.enter('messages')).toBe(true);
  admission.leave('query');
  expect(await isSettled(second)).toBe(false);
  admission.leave('otp');
  expect(await second).toBe(true);
  expect(await admission.enter('messages')).toBe(true);
});

test('it is open until it is paused or shut', () => {
  const admission = createAdmission(createWindow(1, 0), createTokenBucket(1));
  expect(admission.isOpen).toBe(false);
  for (const change of ['open', 'pause', 'open', 'shut'] as const) {
    admission[change]();
    expect(admission.isOpen).toBe(change === 'open');
  }
});
