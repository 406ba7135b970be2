import { setTimeout as pause } from 'node:timers/promises';
import type { RunTotals } from './load.ts';
import type { Dakiya } from './run.ts';

/**
 * How long the number of delivered or submitted messages may stay the same before the remaining messages count as lost,
 * in milliseconds.
 */
const timeoutMs = 30_000;

const delivered = `SELECT count(*)::int AS count FROM messages WHERE id >= $1 AND state = 'delivered'`;

/**
 * Waits until this many messages are delivered, or until their number has not changed for `timeoutMs`. In the second
 * case, later checks report the missing messages.
 *
 * The sandbox returns its count in constant time, so it is polled until every receipt is acknowledged. Only then is the
 * database polled, because counting rows takes time.
 *
 * @param first the lowest message id that counts; by default all messages of the database count
 */
export async function untilDelivered({ database, sandbox }: Dakiya, messages: number, first = '') {
  await waitForCount(messages, async () => (await sandbox.totals()).receipts, 100);
  await waitForCount(
    messages,
    async () => (await database.query(delivered, [first]))[0]?.count ?? 0,
    20,
  );
}

/** Waits until the carrier has accepted this many submits, or until the count has not changed for `timeoutMs`. */
export async function untilSubmitted(dakiya: Dakiya, messages: number) {
  await waitForCount(messages, () => submitted(dakiya), 100);
}

/** Returns how many submits the carrier has accepted so far. */
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

type Counts = Record<string, number>;

const accepting = `
  SELECT
    (SELECT count(*)::int FROM messages) AS "messages stored",
    (SELECT sum(messages_used)::int FROM usage_periods) AS "messages charged",
    (SELECT sum(api_calls_used)::int FROM usage_periods) AS "API calls charged"`;

const delivering = `
  SELECT
    (SELECT count(*)::int FROM messages WHERE state = 'delivered') AS "messages delivered",
    (SELECT count(*)::int FROM message_parts WHERE state = 'delivered') AS "segments delivered",
    (SELECT count(*)::int FROM message_timeline WHERE kind IN ('submitted', 'receipt'))
      AS "submits and receipts",
    (SELECT count(*)::int FROM message_timeline WHERE kind NOT IN ('submitted', 'receipt', 'not_sent'))
      AS "other attempts",
    (SELECT count(DISTINCT message_id)::int FROM message_timeline WHERE kind = 'submitted')
      AS "messages submitted",
    (SELECT count(DISTINCT message_id)::int FROM message_timeline WHERE kind = 'receipt')
      AS "messages with a receipt",
    (SELECT count(*)::int FROM receipt_inbox) AS "receipts without a message"`;

/**
 * Checks that every message with a 202 response is stored and charged exactly once.
 *
 * @returns a sentence for each difference, and for each failed request
 */
export async function checkAccepted({ database }: Dakiya, totals: RunTotals): Promise<string[]> {
  const [found = {}] = await database.query<Counts>(accepting);
  return [
    ...totals.errors,
    ...differences(found, {
      'messages stored': totals.messages,
      'messages charged': totals.messages,
      'API calls charged': totals.calls,
    }),
  ];
}

/**
 * Checks that every message with a 202 response was submitted once and has one receipt, in the
 * database and at the carrier.
 *
 * @returns a sentence for each difference, and for each failed request
 */
export async function checkDelivered(dakiya: Dakiya, totals: RunTotals): Promise<string[]> {
  const { messages } = totals;
  const [found = {}] = await dakiya.database.query<Counts>(delivering);
  const counted = await dakiya.sandbox.totals();
  return [
    ...(await checkAccepted(dakiya, totals)),
    ...differences(found, {
      'messages delivered': messages,
      'segments delivered': messages,
      // `not_sent` is allowed: a worker that shuts down releases messages that it has not submitted.
      'submits and receipts': messages * 2,
      'other attempts': 0,
      'messages submitted': messages,
      'messages with a receipt': messages,
      'receipts without a message': 0,
    }),
    ...differences(counted, {
      submits: messages,
      accepted: messages,
      distinct: messages,
      duplicates: 0,
      receipts: messages,
      receiptsWaiting: 0,
    }).map((difference) => `at the carrier, ${difference}`),
  ];
}

/** @returns a sentence for each count that differs */
export function differences(found: Counts, expected: Counts): string[] {
  return Object.entries(expected)
    .filter(([what, count]) => found[what] !== count)
    .map(([what, count]) => `${what}: ${found[what]}, expected ${count}`);
}
