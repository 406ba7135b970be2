import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import type { EmailKind } from './contract.ts';
import { emailRetryWindowMs } from './email-retry-delay.ts';
import { enqueueEmails } from './enqueue-emails.server.ts';

/** How long a letter may be overdue before its job is taken for lost, in milliseconds. */
const graceMs = 2_000;

/** A letter that nobody could send within a day helps nobody any more. */
const giveUp = `
  UPDATE emails SET state = 'failed', lease_until = NULL, reason = coalesce(reason, 'too late')
  WHERE created_at < $2 AND (state = 'queued' OR state = 'sending' AND lease_until < $1)`;

/**
 * Nobody knows whether a worker that died had handed its letter in. It is sent again, and may
 * arrive twice: that does no harm, where a link that never arrives shuts a user out. Only the link
 * of the later one is good.
 */
const takeBack = `
  UPDATE emails SET
    state = 'queued', lease_until = NULL, due_at = lease_until,
    reason = 'the worker was lost while it was sent'
  WHERE state = 'sending' AND lease_until < $1`;

/** Due again now, so that a row is not picked by every sweep while its new job waits. */
const overdue = `
  UPDATE emails SET due_at = $1
  WHERE id IN (
    SELECT id FROM emails WHERE state = 'queued' AND due_at < $2
    ORDER BY due_at LIMIT 1000 FOR UPDATE SKIP LOCKED)
  RETURNING id, kind`;

/**
 * Nudges letters again whose job is gone, because Redis was away when they were asked for, or lost
 * it, or whose worker died.
 *
 * @returns how many were nudged
 */
export async function requeueStuckEmails(): Promise<number> {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await query('give-up-mails', giveUp, [now, before(emailRetryWindowMs)]);
  await query('take-back-mails', takeBack, [now]);
  const values = [now, before(graceMs)];
  const rows = await query<{ id: string; kind: EmailKind }>('overdue-mails', overdue, values);
  if (rows.length > 0) await enqueueEmails(rows);
  return rows.length;
}
