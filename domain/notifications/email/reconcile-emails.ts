import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { type EmailKind, emailRetryWindowMs } from './contract.ts';
import { enqueueEmails } from './insert-email.ts';

/** How long an email may be overdue before its job counts as lost, in milliseconds. */
const graceMs = 2_000;

/** Marks emails as failed if they could not be sent within a day, because an older email is no longer useful. */
const failExpired = `
  UPDATE emails SET state = 'failed', lease_until = NULL, reason = coalesce(reason, 'too late')
  WHERE created_at < $2 AND (state = 'queued' OR state = 'sending' AND lease_until < $1)`;

/** The reason why an email is sent again although it may have been sent. */
export const lostWorkerReason = 'the worker was lost while it was sent';

/**
 * A worker may have sent its email before it died, so an email that is sent again may arrive twice. That is harmless: only the
 * link in the later email is valid. Without the second email, a user who did not get the first email would be locked out.
 */
const requeueAbandoned = `
  UPDATE emails SET
    state = 'queued', lease_until = NULL, due_at = lease_until,
    reason = '${lostWorkerReason}'
  WHERE state = 'sending' AND lease_until < $1`;

/** Sets the due time to now, so that the next run does not select the row again while its new job waits. */
const overdue = `
  UPDATE emails SET due_at = $1
  WHERE id IN (
    SELECT id FROM emails WHERE state = 'queued' AND due_at < $2
    ORDER BY due_at LIMIT 1000 FOR UPDATE SKIP LOCKED)
  RETURNING id, kind`;

/**
 * Enqueues emails again if their job is missing, because Redis was down or lost the job, or because the worker died.
 *
 * @returns how many were enqueued
 */
export async function requeueStuckEmails(): Promise<number> {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await query('fail-expired-emails', failExpired, [now, before(emailRetryWindowMs)]);
  await query('requeue-abandoned-emails', requeueAbandoned, [now]);
  const values = [now, before(graceMs)];
  const rows = await query<{ id: string; kind: EmailKind }>('find-overdue-emails', overdue, values);
  if (rows.length > 0) await enqueueEmails(rows);
  return rows.length;
}

/** How long emails are kept, in milliseconds: long enough to investigate an email that did not arrive. */
const retentionMs = 30 * 24 * 3_600_000;

/** Deletes sent and failed emails past their retention. @returns how many */
export async function purgeSentEmails(): Promise<number> {
  const { count } = await prisma.email.deleteMany({
    where: {
      state: { in: ['sent', 'failed'] },
      // Compares the last due time instead of the time of creation, because only the due time has an index.
      dueAt: { lt: new Date(clock.now().getTime() - retentionMs) },
    },
  });
  return count;
}

const statement = 'DELETE FROM emails WHERE id = ANY ($1)';

/** Deletes the rows of emails before their retention ends. @param ids of emails that were sent or have failed */
export async function deleteEmails(ids: string[]): Promise<void> {
  if (ids.length > 0) await query('delete-emails', statement, [ids]);
}

/** How long the oldest email has waited for its first attempt. @returns seconds; 0 if no email waits */
export async function oldestEmailAgeSeconds(): Promise<number> {
  const { _min } = await prisma.email.aggregate({
    where: { state: 'queued', attempts: 0 },
    _min: { createdAt: true },
  });
  const now = clock.now().getTime();
  return Math.max(0, now - (_min.createdAt?.getTime() ?? now)) / 1_000;
}
