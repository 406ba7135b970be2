import { query } from '#platform/db.server.ts';
import type { Suppression } from './suppressions.server.ts';

const statement = `
  SELECT recipient, reason, created_at AS "createdAt" FROM suppressions WHERE user_id = $1 AND recipient = $2`;

/** Whether a number, in E.164, gets no promotional messages of an account. @returns null if it does */
export async function findSuppression(
  userId: string,
  recipient: string,
): Promise<Suppression | null> {
  const [found] = await query<Suppression>('find-suppression', statement, [userId, recipient]);
  return found ?? null;
}
