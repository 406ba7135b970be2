import { query } from '#platform/db.ts';
import type { Operator } from './contract.ts';

/** An account whose deletion was requested cannot sign in, so it is not an operator. */
const find = `
  SELECT o.user_id AS "userId", u.name, u.email, o.role
  FROM operators AS o JOIN users AS u ON u.id = o.user_id
  WHERE o.user_id = $1 AND NOT EXISTS (SELECT FROM account_deletions AS d WHERE d.user_id = o.user_id)`;

/** The operator with this user id; null if the user is not an operator. Not cached: a revoked role ends at once. */
export async function findOperator(userId: string): Promise<Operator | null> {
  const [operator] = await query<Operator>('find-operator', find, [userId]);
  return operator ?? null;
}
