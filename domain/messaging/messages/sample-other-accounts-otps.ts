import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';

const minuteMs = 60_000;

/** Rows read per minute, so that the cost does not grow with the traffic. */
const rowsPerMinute = 500;

const statement = `
  SELECT count(*) AS sent, count(*) FILTER (WHERE state = 'undelivered') AS undelivered
  FROM unnest($1::text[], $2::text[]) AS minute(first, last)
  CROSS JOIN LATERAL (
    SELECT kind, state FROM messages
    WHERE id >= minute.first AND id < minute.last AND id >= $5 AND id < $6 AND user_id <> $3 AND livemode
    ORDER BY id LIMIT $4) AS message
  WHERE kind = 'otp' AND state IN ('sent', 'delivered', 'undelivered')`;

/** OTP messages that a carrier accepted, and how many of them it could not deliver. */
export type OtpDeliverySample = { sent: number; undelivered: number };

/** Samples the OTP messages of every other account, from each minute of a time range. */
export async function sampleOtherAccountsOtps(
  userId: string,
  { from, to }: { from: Date; to: Date },
): Promise<OtpDeliverySample> {
  const firsts: string[] = [];
  const lasts: string[] = [];
  for (let at = from.getTime(); at < to.getTime(); at += minuteMs) {
    firsts.push(minIdAt('msg', at));
    lasts.push(minIdAt('msg', Math.min(at + minuteMs, to.getTime())));
  }
  const values = [firsts, lasts, userId, rowsPerMinute, firsts[0], lasts.at(-1)];
  const [row] = await query<OtpDeliverySample>('sample-other-accounts-otps', statement, values);
  return row ?? { sent: 0, undelivered: 0 };
}
