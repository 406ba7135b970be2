import { setTimeout as pause } from 'node:timers/promises';
import type { Dakiya } from './stack/dakiya.ts';

/** How long the count may stay the same before the rest counts as lost. */
const timeoutMs = 30_000;

const delivered = `SELECT count(*)::int AS count FROM messages WHERE id >= $1 AND state = 'delivered'`;

/**
 * Waits until this many messages are delivered, or until the count has not changed for `timeoutMs`;
 * then the checks report what is missing.
 *
 * The sandbox counts in constant time, so it is polled until every receipt is acknowledged, and the
 * database only after that.
 *
 * @param first the first message's id, or less; by default all messages of the database count
 */
export async function untilDelivered({ database, sandbox }: Dakiya, messages: number, first = '') {
  await waitForCount(messages, async () => (await sandbox.totals()).receipts, 100);
  await waitForCount(
    messages,
    async () => (await database.query(delivered, [first]))[0]?.count ?? 0,
    20,
  );
}

/** Waits until the carrier has accepted this many submits, or the count has not changed for `timeoutMs`. */
export async function untilSubmitted(dakiya: Dakiya, messages: number) {
  await waitForCount(messages, () => submitted(dakiya), 100);
}

/** Submits that the carrier has accepted so far. */
export async function submitted({ sandbox }: Dakiya): Promise<number> {
  return (await sandbox.totals()).accepted;
}

async function waitForCount(wanted: number, count: () => Promise<number>, everyMs: number) {
  let last = -1;
  let movedAt = performance.now();
  for (let now = await count(); now < wanted; now = await count()) {
    if (now !== last) movedAt = performance.now();
    else if (performance.now() - movedAt > timeoutMs) return;
    last = now;
    await pause(everyMs);
  }
}
