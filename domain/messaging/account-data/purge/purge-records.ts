import { z } from 'zod';
import { retentionSettings } from '#domain/messaging/months/settings.ts';
import { query, transaction } from '#platform/db.ts';
import { defineSettings } from '#platform/settings.ts';

/** How long the records of deleted accounts are kept. */
const recordSettings = defineSettings({
  /**
   * Whole financial years. The Companies Act, section 128 (5), wants books of account for eight; the CGST Act, section 36,
   * wants records for 72 months after the annual return is due.
   */
  BILLING_RECORDS_YEARS: z.coerce.number().int().min(1).max(30).default(8),
});

/**
 * Deleted accounts whose records nobody needs any more: those that never paid when the last of their messages is gone,
 * the others so many whole financial years, from April on, after the one in which they were deleted.
 */
const find = `
  SELECT user_id AS "userId" FROM account_deletions
  WHERE done_at < now() - make_interval(days => $1) AND CASE
    WHEN EXISTS (SELECT FROM orders WHERE orders.user_id = account_deletions.user_id AND status = 'completed')
    THEN done_at AT TIME ZONE 'Asia/Kolkata' < date_trunc('year', now() AT TIME ZONE 'Asia/Kolkata' - interval '3 months')
      + interval '3 months' - make_interval(years => $2)
    ELSE true END
  LIMIT 100`;

const deleteInvoices = `
  DELETE FROM invoices WHERE order_id IN (SELECT id FROM orders WHERE user_id = ANY ($1))`;

/** Orders, payments, refunds, periods and the deletion itself go with it. */
const deleteUsers = 'DELETE FROM users WHERE id = ANY ($1) RETURNING id';

/** A month is deleted as a whole, up to a month after its messages are past their time. */
const monthDays = 31;

/** Deletes the rest of accounts that were deleted long ago. @returns how many accounts */
export async function purgeRecords(): Promise<number> {
  const days = retentionSettings.MESSAGE_RETENTION_DAYS + monthDays;
  const values = [days, recordSettings.BILLING_RECORDS_YEARS];
  const found = await query<{ userId: string }>('find-old-records', find, values);
  if (found.length === 0) return 0;
  const ids = found.map(({ userId }) => userId);
  return transaction(async (tx) => {
    await query('delete-old-invoices', deleteInvoices, [ids], tx);
    return (await query('delete-old-users', deleteUsers, [ids], tx)).length;
  });
}
