import { query } from '#platform/db.server.ts';
import { minIdAt } from '#platform/ids.server.ts';

const minuteMs = 60_000;

/** Rows read of each minute, so that it costs the same however much is sent. */
const perMinute = 500;

const statement = `
  SELECT count(*) AS sent, count(*) FILTER (WHERE state = 'undelivered') AS undelivered
  FROM unnest($1::text[], $2::text[]) AS minute(first, last)
  CROSS JOIN LATERAL (
    SELECT kind, state FROM messages
    WHERE id >= minute.first AND id < minute.last AND user_id <> $3
    ORDER BY id LIMIT $4) AS message
  WHERE kind = 'otp' AND state IN ('sent', 'delivered', 'undelivered')`;

/** Messages with codes that a carrier took, and those of them that it could not deliver. */
export type OtpDeliverySample = { sent: number; undelivered: number };

/** Looks at some messages with codes of every account but one, out of each minute of a span of time. */
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
  const values = [firsts, lasts, userId, perMinute];
  const [row] = await query<OtpDeliverySample>('sample-codes-of-others', statement, values);
  return row ?? { sent: 0, undelivered: 0 };
}
