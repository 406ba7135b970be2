import { setTimeout as pause } from 'node:timers/promises';
import type { Dakiya } from './stack/dakiya.ts';

/** How long nothing may move before the rest is given up for lost. */
const patienceMs = 30_000;

const delivered = `SELECT count(*)::int AS count FROM messages WHERE state = 'delivered'`;

/**
 * Waits until so many messages are delivered, or nothing has moved for long: then the checks say
 * what is missing.
 *
 * The sandbox counts in constant time, so it is asked until it has every receipt acknowledged, and
 * the database only for the rest.
 */
export async function untilDelivered({ database, sandbox }: Dakiya, messages: number) {
  await untilThere(messages, async () => (await sandbox.totals()).receipts, 100);
  await untilThere(messages, async () => (await database.query(delivered))[0]?.count ?? 0, 20);
}

/** Waits until the carrier has taken so many submits, or nothing has moved for long. */
export async function untilSubmitted(dakiya: Dakiya, messages: number) {
  await untilThere(messages, () => submitted(dakiya), 100);
}

/** Submits that the carrier has taken so far. */
export async function submitted({ sandbox }: Dakiya): Promise<number> {
  return (await sandbox.totals()).accepted;
}

async function untilThere(wanted: number, count: () => Promise<number>, everyMs: number) {
  let last = -1;
  let movedAt = performance.now();
  for (let now = await count(); now < wanted; now = await count()) {
    if (now !== last) movedAt = performance.now();
    else if (performance.now() - movedAt > patienceMs) return;
    last = now;
    await pause(everyMs);
  }
}
