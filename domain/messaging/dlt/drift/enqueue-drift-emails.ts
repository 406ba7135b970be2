import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { lastDaysInIndia } from '#domain/shared/days-in-india.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, transaction } from '#platform/db.ts';

/** Hours after midnight in India from which on accounts are notified of the day before. */
const hoursAfterMidnight = 8;

/** Emails per run; the next run, a minute later, continues. */
const maxPerRun = 200;

/** Of parallel reconcilers one changes the row of an account. Drift that is counted meanwhile refers to the row, and does not wait. */
const mark = `
  UPDATE dlt_registries AS g SET drift_notified_day = $1::date FROM users AS u
  WHERE u.id = g.user_id AND g.user_id = ANY (ARRAY(
    SELECT user_id FROM dlt_registries AS r
    WHERE (drift_notified_day IS NULL OR drift_notified_day < $1::date)
      AND user_id IN (SELECT d.user_id FROM dlt_drift AS d WHERE d.day = $1::date)
    ORDER BY user_id LIMIT ${maxPerRun} FOR NO KEY UPDATE SKIP LOCKED))
  RETURNING u.id, u.email`;

/**
 * Enqueues an email to each account of whose messages operators rejected some yesterday that our check had passed: one a day,
 * however few they were. The alerts for the operator need more.
 *
 * @returns how many
 */
export function enqueueDriftEmails(): Promise<number> {
  const [yesterday = ''] = lastDaysInIndia(
    new Date(clock.now().getTime() - hoursAfterMidnight * 3_600_000),
    2,
  );
  return transaction(async (tx) => {
    const due = await query<{ id: string; email: string }>(
      'mark-drift-notified',
      mark,
      [yesterday],
      tx,
    );
    for (const { id, email } of due) {
      await enqueueEmail('dlt_drift', email, tx, `${id}/${yesterday}`);
    }
    return due.length;
  });
}
