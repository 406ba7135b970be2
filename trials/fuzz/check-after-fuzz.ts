import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ProbedStack } from '#tests/harness/probe.ts';
import type { Database } from '#tests/harness/stack.ts';
import type { FuzzContext } from './fuzz-context.ts';

/**
 * Checks the state after a run: the database, the victim's account, the logs, and the links in emails.
 *
 * @param before the victim's rows before the run
 * @returns a sentence for each problem
 */
export async function checkAfterFuzz(
  stack: ProbedStack,
  { victim }: FuzzContext,
  before: unknown,
): Promise<string[]> {
  const { database, sandbox, settings, logProblems } = stack;
  const problems = await waitUntilSettled(database);
  for (const [sentence, query] of Object.entries(queries)) {
    const [row] = await database.query<{ count: number }>(query);
    if (Number(row?.count) !== 0)
      problems.push(`Invariant violated ${row?.count} times: ${sentence}.`);
  }
  const after = await victim.readRows();
  if (!isDeepStrictEqual(before, after)) {
    const [was, is] = [before, after].map((rows) => JSON.stringify(rows));
    problems.push(`The victim’s account was changed, from ${was} to ${is}.`);
  }
  const mailbox = await fetch(`${sandbox.url}/mailbox.json`);
  const { mails }: { mails: { text: string }[] } = await mailbox.json();
  const links = mails.flatMap(({ text }) => text.match(/https?:\/\/[^\s>]+/g) ?? []);
  const { origin } = new URL(settings.PUBLIC_URL);
  const isForeign = (link: string) => new URL(link.replace(/[.,)]+$/, '')).origin !== origin;
  for (const link of new Set(links.filter(isForeign)))
    problems.push(`An email has a link to another site: ${link}.`);
  // The same error may be logged a thousand times, so only the first of each kind is reported.
  const errors = new Map<string, string>();
  for (const line of logProblems.errors.toReversed())
    errors.set(line.replaceAll(/[\w-]*\d[\w-]*|"[^"]*"|'[^']*'/g, '…').slice(0, 120), line);
  return [...problems, ...[...errors.values()].map((line) => `A log has an error: ${line}`)];
}

/** Each query counts the rows that violate the rule in its name. */
const queries: Record<string, string> = {
  'a usage month counts its accepted segments, less the credited ones': `
    SELECT count(*) FROM usage_periods p
    WHERE messages_used <> (SELECT coalesce(sum(m.segments), 0) FROM messages m
      WHERE m.usage_period_id = p.id AND m.state <> 'failed')`,
  'every message has a user and a key of that user, and a live one a usage month of that user': `
    SELECT count(*) FROM messages m
    LEFT JOIN users u ON u.id = m.user_id
    LEFT JOIN usage_periods p ON p.id = m.usage_period_id
    WHERE u.id IS NULL OR (m.livemode AND p.id IS NULL) OR p.user_id <> m.user_id
      OR EXISTS (SELECT 1 FROM credentials c WHERE c.key_id = m.key_id AND c.user_id <> m.user_id)`,
  'what is queued is in the queue, and nothing else': `
    SELECT count(*) FROM messages m FULL JOIN message_queue q ON q.message_id = m.id
    WHERE (m.state = 'queued') IS DISTINCT FROM (q.message_id IS NOT NULL)`,
  'parts and events belong to messages': `
    SELECT count(*) FROM (
      SELECT message_id FROM message_parts UNION ALL SELECT message_id FROM message_events
    ) x WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.id = x.message_id)`,
  'every OTP belongs to a user': `
    SELECT count(*) FROM otps o WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.id = o.user_id)`,
  // In MSG91's format, a code may be checked again after it was verified. Such a code has at most ten attempts in
  // total.
  'no OTP has more than five attempts, or ten if it was verified': `
    SELECT count(*) FROM otps WHERE attempts > CASE WHEN state = 'verified' THEN 10 ELSE 5 END`,
  'a paid period has a paid order of the same user': `
    SELECT count(*) FROM subscriptions s JOIN orders o ON o.id = s.order_id
    WHERE o.user_id <> s.user_id OR o.status <> 'completed' OR o.payment_id IS NULL`,
  'a paid order has an invoice': `
    SELECT count(*) FROM orders o
    WHERE o.status = 'completed' AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.order_id = o.id)`,
  'numbers of invoices have no gaps': `
    SELECT count(*) FROM invoice_series s
    WHERE s.last <> (SELECT count(*) FROM invoices)`,
  'an email address has one account': `
    SELECT count(*) FROM (SELECT 1 FROM users GROUP BY email_key HAVING count(*) > 1) x`,
  'no account has more than 50 keys': `
    SELECT count(*) FROM (SELECT 1 FROM credentials GROUP BY user_id HAVING count(*) > 50) x`,
  'every subscription has an existing plan': `
    SELECT count(*) FROM subscriptions s WHERE NOT EXISTS (SELECT 1 FROM plans p WHERE p.id = s.plan_id)`,
  'the statistics count every accepted message': `
    SELECT count(*) FROM (
      SELECT u.user_id, sum(u.n) FROM (
        SELECT user_id, count AS n FROM stat_increments WHERE metric IN ('accepted', 'test_accepted')
        UNION ALL SELECT user_id, count FROM account_stats WHERE metric IN ('accepted', 'test_accepted')
        UNION ALL SELECT user_id, -1 FROM messages
      ) u GROUP BY 1 HAVING sum(u.n) <> 0
    ) x`,
};

/** Messages without a final state, by state and recipient, and emails that are due. */
const pending = `
  SELECT format('%s messages to %s are %s after %s attempts', count(*), recipient, state, attempts) AS what
  FROM messages WHERE state IN ('queued', 'submitting', 'sent') GROUP BY recipient, state, attempts
  UNION ALL
  SELECT format('%s emails are %s', count(*), state) FROM emails
  WHERE state = 'sending' OR (state = 'queued' AND due_at < now()) GROUP BY state
  LIMIT 20`;

const timeoutMs = 180_000;

/**
 * Waits until all messages and emails are settled. @returns the messages and emails that are not settled after three minutes
 */
async function waitUntilSettled(database: Database): Promise<string[]> {
  for (const deadline = Date.now() + timeoutMs; ; await pause(100)) {
    const left = await database.query<{ what: string }>(pending);
    if (left.length === 0 || Date.now() > deadline) return left.map(({ what }) => `${what}.`);
  }
}
