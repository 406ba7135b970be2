/** How long after its validity a message may still get receipts: carriers send some very late. */
const lateHours = 72;

/** How far the clocks of a web and a worker may be apart. */
const skew = '1 minute';

/**
 * A condition: whether a receipt came in the time in which a message may get receipts. One that is
 * older than the message belongs to an earlier message that had the same id of the carrier.
 *
 * @param receipt the name of a row with `received_at`
 * @param message the name of a row with `created_at` and `valid_until`
 */
export function fitsInTime(receipt: string, message: string): string {
  return `${receipt}.received_at BETWEEN ${message}.created_at - interval '${skew}'
        AND ${message}.valid_until + interval '${lateHours} hours'`;
}
