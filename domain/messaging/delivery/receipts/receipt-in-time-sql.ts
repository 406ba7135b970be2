/**
 * How long after its validity a message may still get receipts: some carriers send them very late.
 */
const lateHours = 72;

/** Tolerated clock difference between web and worker. */
const skew = '1 minute';

/**
 * SQL condition: a receipt arrived while its message could get receipts. A receipt older than the
 * message belongs to an earlier message with the same carrier id.
 *
 * @param receipt alias of a row with `received_at`
 * @param message alias of a row with `created_at` and `valid_until`
 */
export function receiptInTimeSql(receipt: string, message: string): string {
  return `${receipt}.received_at BETWEEN ${message}.created_at - interval '${skew}'
        AND ${message}.valid_until + interval '${lateHours} hours'`;
}
