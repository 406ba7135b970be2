import { findWrongEvents } from '../stack/find-wrong-events.ts';
import type { Product } from '../stack/product.ts';
import { until } from '../until.ts';
import type { Work } from './work.ts';

type Counts = Record<string, number>;

const counted = `
  SELECT
    (SELECT count(*)::int FROM messages WHERE user_id = $1) AS "messages stored",
    (SELECT sum(messages_used)::int FROM usage_periods WHERE user_id = $1) AS "messages charged",
    (SELECT sum(api_calls_used)::int FROM usage_periods WHERE user_id = $1) AS "API calls charged",
    (SELECT count(*)::int FROM messages WHERE user_id = $1 AND state = 'delivered') AS "messages delivered",
    (SELECT count(*)::int FROM message_timeline e JOIN messages m ON m.id = e.message_id
      WHERE m.user_id = $1 AND e.kind IN ('submitted', 'receipt')) AS "submits and receipts",
    (SELECT count(*)::int FROM receipt_inbox) AS "receipts without a message",
    (SELECT count(*)::int FROM otps WHERE user_id = $1 AND state = 'verified') AS "codes verified"`;

const open = `SELECT 1 FROM messages WHERE state IN ('queued', 'submitting', 'sent') LIMIT 1`;

/**
 * Compares the expected totals with the database, the carrier's counters and the receiver's events, after the last delivery.
 *
 * @returns a sentence for each difference or error
 */
export async function checkAfterSoak(
  { database, sandbox, logProblems }: Product,
  { userId, expectedTotals, receiver }: Work,
) {
  await until('everything is delivered', async () => (await database.query(open)).length === 0);
  const [found = {}] = await database.query<Counts>(counted, [userId]);
  const { messages } = expectedTotals;
  return [
    ...new Set(expectedTotals.problems),
    ...differences(found, {
      'messages stored': messages,
      'messages charged': messages,
      'API calls charged': expectedTotals.calls,
      'messages delivered': messages,
      'submits and receipts': messages * 2,
      'receipts without a message': 0,
      'codes verified': expectedTotals.verified,
    }),
    ...differences(await sandbox.totals(), {
      submits: messages,
      accepted: messages,
      distinct: messages,
      duplicates: 0,
    }).map((difference) => `at the carrier, ${difference}`),
    ...(await findWrongEvents(database, receiver)),
    ...receiver.refused,
    ...new Set(logProblems.errors),
  ];
}

const differences = (found: Counts, expected: Counts): string[] =>
  Object.entries(expected)
    .filter(([what, count]) => found[what] !== count)
    .map(([what, count]) => `${what}: ${found[what]}, expected ${count}`);
