import { expect, test, vi } from 'vitest';
import type { TokenRequest } from '#platform/limits/shared-rate.ts';
import {
  createAdmission,
  createLeasedBucket,
  createTokenBucket,
  createWindow,
  tokensToLeave,
} from './admission.ts';

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

test('messages leave free the share of the window that is reserved for OTPs', async () => {
  const admission = open(10, 0.2);
  for (let i = 0; i < 8; i += 1) expect(await admission.enter('messages')).toBe(true);
  const ninth = admission.enter('messages');
  expect(await isSettled(ninth)).toBe(false);
  expect(await admission.enter('otp')).toBe(true);
  expect(await admission.enter('otp')).toBe(true);
  admission.leave('messages');
  expect(await ninth).toBe(true);
});

test('OTPs may use the whole window, but no more', async () => {
  const admission = open(3, 0.5);
  for (let i = 0; i < 3; i += 1) expect(await admission.enter('otp')).toBe(true);
  expect(await isSettled(admission.enter('otp'))).toBe(false);
  expect(await isSettled(admission.enter('messages'))).toBe(false);
});

test('messages have at least one slot, even if OTPs reserve the whole window', async () => {
  const admission = open(1, 0.9);
  expect(await admission.enter('messages')).toBe(true);
});

test('a waiting OTP is admitted before messages that have waited longer', async () => {
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

test('waiters of a lane are admitted in the order of their arrival', async () => {
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

test('waiters are admitted as soon as the rate allows, without another call', async () => {
  const admission = open(100, 0, 100);
  const began = performance.now();
  const admitted = await Promise.all(Array.from({ length: 20 }, () => admission.enter('messages')));
  expect(admitted).not.toContain(false);
  expect(performance.now() - began).toBeGreaterThanOrEqual(90);
});

test('an aborted waiter is removed without consuming a slot', async () => {
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

test('a pause rejects new arrivals, and slots that are already acquired stay valid', async () => {
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

test('a closed admission rejects all waiters', async () => {
  const admission = open(1, 0);
  await admission.enter('messages');
  const arrival = admission.enter('otp');
  admission.shut();
  expect(await arrival).toBe(false);
  expect(await admission.again('messages', 1)).toBe(false);
});

test('a long text gets all its tokens before another long text gets any', async () => {
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

test('a query takes no slot; only one query runs at a time, and only while a slot is free for messages', async () => {
  const admission = open(4, 0.5);
  expect(await admission.enter('otp')).toBe(true);
  expect(await admission.enter('query')).toBe(true);
  const second = admission.enter('query');
  expect(await isSettled(second)).toBe(false);
  // `messages` may use two slots. The OTP uses one of them, and this message takes the other.
  expect(await admission.enter('messages')).toBe(true);
  admission.leave('query');
  expect(await isSettled(second)).toBe(false);
  admission.leave('otp');
  expect(await second).toBe(true);
  expect(await admission.enter('messages')).toBe(true);
});

test('an admission is open until it is paused or shut down', () => {
  const admission = createAdmission(createWindow(1, 0), createTokenBucket(1));
  expect(admission.isOpen).toBe(false);
  for (const change of ['open', 'pause', 'open', 'shut'] as const) {
    admission[change]();
    expect(admission.isOpen).toBe(change === 'open');
  }
});

/** Creates workers on a clock that the test moves; they share the tokens of one central bucket. */
function someWorkers(count: number, perSecond: number) {
  let now = 0;
  let isDown = false;
  const shared = createTokenBucket(perSecond, () => now);
  const requests: TokenRequest[] = [];
  const onOutage = vi.fn();
  const take = async (request: TokenRequest) => {
    requests.push(request);
    if (isDown) throw new Error('Redis is down');
    if (request.cut) shared.cut();
    let granted = 0;
    const lane = request.keep > 0 ? 'messages' : 'otp';
    while (granted < request.want && shared.consume(lane)) granted += 1;
    return { granted, waitMs: granted < request.want ? shared.waitMs(lane) : 0 };
  };
  const options = { key: 'k', perSecond, take, workers: () => count, onOutage, now: () => now };
  const buckets = Array.from({ length: count }, () => createLeasedBucket(options));
  return {
    buckets,
    requests,
    onOutage,
    setDown: (down: boolean) => {
      isDown = down;
    },
    /** Lets time pass without any worker taking tokens. */
    async pass(ms: number): Promise<void> {
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      now += ms;
    },
    /**
     * Lets all workers take every available token in each millisecond, for `ms` milliseconds.
     *
     * @returns the tokens that each took
     */
    async drain(ms: number): Promise<number[]> {
      const taken = buckets.map(() => 0);
      for (const until = now + ms; now < until; now += 1) {
        for (const [i, bucket] of buckets.entries()) {
          while (bucket.consume('messages')) taken[i] = (taken[i] ?? 0) + 1;
        }
        // Lets the simulated Redis answer within this millisecond.
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      }
      return taken;
    },
  };
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

test('workers that share a rate use all of the rate, barely exceed it, and get about equal shares', async () => {
  const { drain } = someWorkers(3, 600);
  await drain(1_000);
  const taken = await drain(3_000);
  expect(sum(taken)).toBeGreaterThan(1_700);
  expect(sum(taken)).toBeLessThanOrEqual(1_800 * 1.1);
  for (const own of taken) expect(own).toBeGreaterThan(300);
});

test('a single worker leases many tokens at a time', async () => {
  const { drain, requests } = someWorkers(1, 10_000);
  await drain(1_000);
  requests.length = 0;
  expect(sum(await drain(1_000))).toBeGreaterThan(9_000);
  expect(requests.length).toBeLessThan(220);
});

test('while Redis is down each worker uses an equal part of the rate, and reports the outage only once', async () => {
  const { drain, setDown, onOutage } = someWorkers(2, 400);
  await drain(1_000);
  setDown(true);
  const taken = await drain(3_000);
  for (const own of taken) expect(Math.abs(own - 600)).toBeLessThan(60);
  expect(onOutage).toHaveBeenCalledTimes(2);
  setDown(false);
  await drain(500);
  expect(sum(await drain(1_000))).toBeLessThanOrEqual(440);
});

test('leased tokens expire if they are not used within a second', async () => {
  const { buckets, drain, requests, pass } = someWorkers(1, 10_000);
  await drain(200);
  const [bucket] = buckets;
  await pass(1_000);
  const before = requests.length;
  expect(bucket?.consume('messages')).toBe(false);
  expect(requests.length).toBe(before + 1);
});

test('when a carrier throttles one worker, the rate is halved for all workers', async () => {
  const { buckets, drain } = someWorkers(2, 1_000);
  await drain(1_000);
  buckets[0]?.cut();
  expect(sum(await drain(1_000))).toBeLessThan(700);
});

test('messages leave tokens for the OTPs of other workers', async () => {
  const { buckets, requests } = someWorkers(2, 1_000);
  buckets[0]?.consume('messages');
  buckets[1]?.consume('otp');
  expect(requests.map(({ keep }) => keep)).toEqual([3, 0]);
});

/** Creates a bucket on a clock that the test moves. */
function bucketAt(perSecond: number) {
  let now = 0;
  const bucket = createTokenBucket(perSecond, () => now);
  return {
    bucket,
    /** Lets time pass in which no tokens are taken. */
    pass(ms: number): void {
      now += ms;
    },
    /** Takes all saved tokens; returns how many. */
    empty(): number {
      let taken = 0;
      while (bucket.consume('otp')) taken += 1;
      return taken;
    },
    /** Takes every available token, each 10 ms for `ms`; returns how many. */
    drain(ms: number): number {
      let taken = 0;
      for (const until = now + ms; now < until; now += 10) while (bucket.consume('otp')) taken += 1;
      return taken;
    },
  };
}

test('in any second at most 110% of the licensed rate is allowed', () => {
  const { drain } = bucketAt(100);
  expect(drain(1_000)).toBeLessThanOrEqual(110);
  expect(drain(10_000)).toBeGreaterThanOrEqual(990);
});

test('the wait lasts exactly until the next token', () => {
  const { bucket } = bucketAt(1);
  expect(bucket.consume('otp')).toBe(true);
  expect(bucket.consume('otp')).toBe(false);
  expect(bucket.waitMs('otp')).toBe(1_000);
});

test('when a carrier throttles, the rate is halved, and it recovers within half a minute', () => {
  const { bucket, drain } = bucketAt(1_000);
  drain(1_000);
  bucket.cut();
  expect(drain(1_000)).toBeLessThan(620);
  drain(30_000);
  expect(drain(1_000)).toBeGreaterThan(980);
});

test('submits are still admitted after the rate has been cut many times', () => {
  const { bucket, drain } = bucketAt(100);
  for (let i = 0; i < 50; i += 1) bucket.cut();
  expect(drain(2_000)).toBeGreaterThan(5);
});

test('the rate is never cut below a sixteenth of the licensed rate', () => {
  const { bucket, empty } = bucketAt(1_600);
  empty();
  for (let i = 0; i < 50; i += 1) bucket.cut();
  expect(bucket.waitMs('otp')).toBe(10);
});

test('a new rate and its capacity apply at once', () => {
  const { bucket, empty, pass } = bucketAt(100);
  empty();
  bucket.setRate(1_000);
  expect(bucket.waitMs('otp')).toBe(1);
  pass(1_000);
  expect(empty()).toBe(100);
  pass(1_000);
  bucket.setRate(5);
  expect(empty()).toBe(1);
  pass(1_000);
  expect(empty()).toBe(1);
});

test('setting the rate that is already set does not undo a cut of the rate', () => {
  const { bucket, empty } = bucketAt(100);
  empty();
  bucket.cut();
  bucket.setRate(100);
  expect(bucket.waitMs('otp')).toBe(20);
});

test('a bucket may start with fewer tokens than it can hold', () => {
  const bucket = createTokenBucket(100, () => 0, 2);
  expect([1, 2, 3].map(() => bucket.consume('otp'))).toEqual([true, true, false]);
});

test('messages leave up to three tokens (at most half) for OTPs, queries leave half of the tokens, and OTPs leave none', () => {
  expect(tokensToLeave('messages', 100)).toBe(3);
  expect(tokensToLeave('messages', 4)).toBe(2);
  expect(tokensToLeave('query', 100)).toBe(50);
  expect(tokensToLeave('otp', 100)).toBe(0);
});

test('messages wait until the bucket has one token more than messages must leave for OTPs', () => {
  const { bucket, empty } = bucketAt(100);
  expect(bucket.waitMs('messages')).toBe(0);
  empty();
  expect(bucket.waitMs('messages')).toBe(40);
});

test('messages leave tokens for OTPs, and can still use the whole rate', () => {
  let now = 0;
  const bucket = createTokenBucket(100, () => now);
  let taken = 0;
  for (; now < 10_000; now += 10) while (bucket.consume('messages')) taken += 1;
  expect(taken).toBeGreaterThanOrEqual(990);
  while (bucket.consume('messages')) taken += 1;
  expect(bucket.waitMs('messages')).toBeGreaterThan(0);
  for (let i = 0; i < 3; i += 1) expect(bucket.consume('otp')).toBe(true);
});

test('a rate of one token reserves nothing for OTPs', () => {
  expect(createTokenBucket(1).consume('messages')).toBe(true);
});
