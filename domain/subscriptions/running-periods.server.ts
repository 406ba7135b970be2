import { type Queryable, query } from '#platform/db.server.ts';
import type { Period } from './next-period.ts';

const statement = `
  SELECT id, plan_id AS "planId", started_at AS "startedAt", expires_at AS "expiresAt",
    worth_paise AS "worthPaise"
  FROM subscriptions
  WHERE user_id = $1 AND status IN ('active', 'pending_cancellation') AND expires_at > $2
  ORDER BY started_at`;

/** The periods of a user that run at a time or follow on what runs then, by their beginning. */
export const runningPeriods = (userId: string, at: Date, on?: Queryable): Promise<Period[]> =>
  query<Period>('running-periods', statement, [userId, at], on);
