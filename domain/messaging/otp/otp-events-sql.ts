import { addSubjectEventsSql } from '#domain/notifications/webhooks/outbox/add-subject-events-sql.ts';

/**
 * CTEs of a statement that changes states of one-time passwords, which write their events. Its result needs
 * `wokenEndpointsSql`.
 *
 * @param source the name of a CTE with those that changed: `id, user_id, key_id, livemode`, and `at`, when
 * @param to SQL: to which state, of a row `m`; or `'sent'`
 */
export const addOtpEventsSql = (source: string, to: string) =>
  addSubjectEventsSql({ source, type: `'otp.' || ${to}`, where: `${to} <> 'pending'` });
