import { expect, onTestFinished, test, vi } from 'vitest';
import type { ReservedMessage } from '#domain/delivery/contract.ts';
import { deliverMessage } from '#domain/delivery/deliver-message.ts';
import { findHindrances } from '#domain/delivery/find-hindrances.ts';
import { reserveMessages } from '#domain/delivery/queue/reserve-messages.ts';
import { writeHeartbeat } from '#domain/delivery/queue/worker-heartbeat.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import {
  messageOf,
  queueOf,
  rejectedForNow,
  rejectedWith,
  untilState,
} from '../support/rejected-parts.ts';
import { aNumber, sent } from '../support/sent-segments.ts';

/** Sets the clock by which hours for promotional messages are looked at, to a time of today by UTC. */
function setHour(time: string): void {
  const day = new Date(Date.now()).toISOString().slice(0, 10);
  const clock = vi.spyOn(databaseClock, 'now').mockReturnValue(Date.parse(`${day}T${time}Z`));
  onTestFinished(() => clock.mockRestore());
}

/** A message that a carrier took and that may wait for hours, as it was accepted. */
async function sentToWait() {
  const part = await sent(aNumber(), Date.now());
  const wait = `
    UPDATE messages SET may_wait = true, valid_until = now() + interval '24 hours' WHERE id = $1`;
  await query('let-wait', wait, [part.message_id]);
  return part;
}

test('a message rejected for the hour is sent at ten, if it was accepted to wait', async () => {
  const [waiting, other] = [await sentToWait(), await sent(aNumber(), Date.now())];
  // At 22:00 in India; the next 10:00 may be more than a day away by the clock of the machine.
  setHour('16:30:00');
  await query('valid', `UPDATE messages SET valid_until = now() + '2 days' WHERE id = $1`, [
    waiting.message_id,
  ]);
  for (const part of [waiting, other]) await rejectedWith(part, '651', 'dlt_promo_window');
  await untilState(waiting, 'queued');
  await untilState(other, 'undelivered');
  const dueAt = (await queueOf(waiting))?.dueAt;
  expect(dueAt?.toISOString()).toMatch(/T04:30:00/);
  expect(dueAt?.getTime()).toBeGreaterThan(Date.now());
  expect(await queueOf(other)).toBeNull();
});

test('a message sent at ten that was too early by the operator’s clock is sent again soon', async () => {
  const early = await sentToWait();
  setHour('04:30:02');
  await rejectedWith(early, '651', 'dlt_promo_window');
  await untilState(early, 'queued');
  const dueAt = (await queueOf(early))?.dueAt.getTime() ?? 0;
  expect(dueAt - Date.now()).toBeLessThan(5 * 60_000);
});

test('a message rejected for the hour within our own hours is sent again every hour until it expires', async () => {
  const [early, late] = [await sentToWait(), await sentToWait()];
  setHour('06:00:00');
  const after = 'UPDATE messages SET attempts = 12, valid_until = $2 WHERE id = $1';
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  await query('after-attempts', after, [early.message_id, inMinutes(200)]);
  await query('after-attempts', after, [late.message_id, inMinutes(20)]);
  for (const part of [early, late]) await rejectedWith(part, '651', 'dlt_promo_window');
  await untilState(early, 'queued');
  const waitsMs = ((await queueOf(early))?.dueAt.getTime() ?? 0) - Date.now();
  expect(waitsMs).toBeGreaterThan(40 * 60_000);
  expect(waitsMs).toBeLessThan(80 * 60_000);
  await untilState(late, 'undelivered');
});

test.each([
  [true, 'queued'],
  [false, 'failed'],
])(
  'a promotional message whose hours end while it waits for its carrier is not submitted (may wait: %s): it is %s',
  async (mayWait, state) => {
    const part = await sentToWait();
    await rejectedForNow(part);
    await untilState(part, 'queued');
    const { userId } = await messageOf(part);
    const id = part.message_id;
    await query('make-due', 'UPDATE message_queue SET due_at = now() WHERE message_id = $1', [id]);
    await writeHeartbeat();
    const [reserved] = await reserveMessages(userId, 10, 'messages');
    if (!reserved) throw new Error('nobody else reserves it');
    const message: ReservedMessage = { ...reserved, promotional: true, mayWait };
    // A minute before the hours end at 21:00 in India.
    setHour('15:29:00');
    expect((await findHindrances(userId, [message])).size).toBe(0);
    expect(message.closesAt?.toISOString()).toMatch(/T15:30:00/);
    message.closesAt = new Date(Date.now() - 60_000);
    let isReleased = false;
    const slot = {
      ...{ carrier: 'first', takesWhole: false },
      submit: () => Promise.reject(new Error('it is submitted')),
      release: () => {
        isReleased = true;
      },
    };
    const route = { carriers: [], name: null, routedBy: null };
    const acquired = { slot, skipped: [] };
    const { signal } = new AbortController();
    await deliverMessage(message, 'messages', route, acquired, async () => null, signal);
    expect(isReleased).toBe(true);
    expect(await messageOf(part)).toMatchObject({
      state,
      reason: expect.stringMatching(/^dlt_promo_window: /),
    });
  },
);
