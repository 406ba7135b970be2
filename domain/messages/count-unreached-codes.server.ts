import { query } from '#platform/db.server.ts';
import { firstIdAt } from '#platform/ids.server.ts';

/** `user_id`, `key_id`, `state` and `id` are an index: only what is counted is read. */
const statement = `
  SELECT count(*) AS count
  FROM unnest('{queued,submitting,unknown,undelivered,failed,expired}'::message_state[]) AS one(state)
  JOIN messages AS m ON m.user_id = $1 AND m.key_id = $2 AND m.state = one.state
    AND m.id >= $3 AND m.id < $4
  WHERE m.kind = 'otp'`;

/**
 * How many messages with codes, sent with an API ID within a span of time, have not come to their phone as
 * far as is known: a code that nobody got, nobody can type in.
 */
export async function countUnreachedCodes(
  { userId, keyId }: { userId: string; keyId: string },
  span: { from: Date; to: Date },
): Promise<number> {
  const [row] = await query<{ count: number }>('count-unreached-codes', statement, [
    userId,
    keyId,
    firstIdAt('msg', span.from.getTime()),
    firstIdAt('msg', span.to.getTime()),
  ]);
  return row?.count ?? 0;
}
