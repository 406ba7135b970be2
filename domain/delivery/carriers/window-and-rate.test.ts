import { expect, test, vi } from 'vitest';
import { aSubmit, openBoundCarrier, submitOnce, untilUsable } from './carrier.test-support.ts';
import type { Lane } from './contract.ts';
import { startSmsc } from './scripted-smsc.test-support.ts';

test('the number of submits in flight over both lanes never exceeds the window', async () => {
  let underWay = 0;
  let most = 0;
  const smsc = await startSmsc({
    submit_sm: (pdu, session) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setTimeout(() => {
        underWay -= 1;
        session.send(pdu.response({ message_id: '1' }));
      }, 2);
    },
  });
  const carrier = await openBoundCarrier({ port: smsc.port, window: 5 });
  const lanes: Lane[] = ['otp', 'messages', 'messages'];
  const outcomes = await Promise.all(
    Array.from({ length: 99 }, (_, i) => submitOnce(carrier, {}, lanes[i % 3])),
  );
  expect(outcomes.every((outcome) => outcome?.kind === 'accepted')).toBe(true);
  expect(most).toBe(5);
});

test('a backlog of unanswered messages leaves room for an OTP', async () => {
  const smsc = await startSmsc({
    submit_sm: (pdu, session) => {
      if (pdu.destination_addr === '911') session.send(pdu.response({ message_id: 'code' }));
    },
  });
  const carrier = await openBoundCarrier({ port: smsc.port, window: 10, otpShare: 0.2 });
  for (let i = 0; i < 20; i += 1) void submitOnce(carrier);
  await smsc.until('submit_sm', 8);
  const outcome = await submitOnce(carrier, { recipient: '911' }, 'otp');
  expect(outcome).toEqual({ kind: 'accepted', carrierMessageId: 'code' });
  expect(smsc.ofCommand('submit_sm')).toHaveLength(9);
  smsc.session().destroy();
});

test('the rate of all submits is limited, including several submits in one slot', async () => {
  const smsc = await startSmsc();
  const carrier = await openBoundCarrier({ port: smsc.port, rate: 50, window: 10 });
  const began = performance.now();
  const slot = await carrier.acquire('messages');
  for (let i = 0; i < 10; i += 1) await slot?.submit(aSubmit());
  slot?.release();
  await Promise.all(Array.from({ length: 10 }, () => submitOnce(carrier)));
  // The bucket has 5 tokens at the start, so 15 of the 20 submits wait for the rate.
  expect(performance.now() - began).toBeGreaterThanOrEqual((15 / 50) * 1000 - 1);
});

test('a whole text takes as many tokens as it has segments', async () => {
  const smsc = await startSmsc();
  const carrier = await openBoundCarrier({ port: smsc.port, rate: 50, window: 10 });
  const began = performance.now();
  await Promise.all(Array.from({ length: 5 }, () => submitOnce(carrier, { segments: 4 })));
  // The bucket has 5 tokens at the start, so 15 of the 20 segments wait for the rate.
  expect(performance.now() - began).toBeGreaterThanOrEqual((15 / 50) * 1000 - 1);
});

test('a slot accepts one submit at a time, and no submit after its release', async () => {
  const smsc = await startSmsc();
  const carrier = await openBoundCarrier({ port: smsc.port });
  const slot = await carrier.acquire('messages');
  const first = slot?.submit(aSubmit());
  await expect(slot?.submit(aSubmit())).rejects.toThrow('Invariant');
  expect(await first).toMatchObject({ kind: 'accepted' });
  slot?.release();
  await expect(slot?.submit(aSubmit())).rejects.toThrow('Invariant');
});

test('releasing a slot twice frees only one slot', async () => {
  const smsc = await startSmsc();
  const carrier = await openBoundCarrier({ port: smsc.port, window: 1 });
  const first = await carrier.acquire('otp');
  first?.release();
  first?.release();
  await carrier.acquire('otp');
  const soon = AbortSignal.timeout(50);
  expect(await carrier.acquire('otp', soon)).toBeNull();
});

test.each([0x58, 0x14])('status %i pauses the carrier for a second', async (command_status) => {
  const smsc = await startSmsc({
    submit_sm: (pdu, session) => session.send(pdu.response({ command_status })),
  });
  const carrier = await openBoundCarrier({ port: smsc.port });
  const held = await carrier.acquire('messages');
  expect(await submitOnce(carrier)).toMatchObject({ kind: 'refused', refusal: 'throttled' });
  const began = performance.now();
  expect(carrier.state).toBe('paused');
  expect(carrier.usable()).toBe(false);
  expect(await carrier.acquire('otp')).toBeNull();

  delete smsc.script.submit_sm;
  // A slot that was acquired before the pause waits until the pause ends.
  expect(await held?.submit(aSubmit())).toMatchObject({ kind: 'accepted' });
  expect(performance.now() - began).toBeGreaterThan(900);
  held?.release();
  await untilUsable(carrier);
  expect(await submitOnce(carrier)).toMatchObject({ kind: 'accepted' });
});

test('thousands of slots per second are admitted with a single timer', async () => {
  const smsc = await startSmsc();
  const carrier = await openBoundCarrier({ port: smsc.port, window: 1000, rate: 1_000_000 });
  const timers = vi.spyOn(globalThis, 'setTimeout');
  for (let i = 0; i < 10_000; i += 1) {
    const slot = await carrier.acquire('messages');
    slot?.release();
  }
  expect(timers).not.toHaveBeenCalled();
  timers.mockRestore();
});
