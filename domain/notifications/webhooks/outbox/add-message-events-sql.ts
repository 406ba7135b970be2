import { addSubjectEventsSql } from './add-subject-events-sql.ts';

/**
 * CTEs of a statement that changes states of messages, which write their events. Its result needs `wokenEndpointsSql`.
 *
 * @param source the name of a CTE with the messages whose state has changed: `id, user_id, key_id, livemode, state, reason,
 *   version`, and `at`, when
 */
export const addWebhookEventsSql = (source: string) =>
  addSubjectEventsSql({
    source,
    type: `'message.' || m.state::text`,
    version: 'm.version',
    reason: 'm.reason',
    where: `m.state NOT IN ('queued', 'submitting')`,
  });
