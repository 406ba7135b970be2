import { type AuditActor, recordAudit } from '#domain/audit/record-audit.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { getCurrentUsagePeriod } from './get-current-usage-period.ts';

type Limits = { messages: number; apiCalls: number };

/** The largest limit that the column can store. */
const maxLimit = 2_147_483_647;

/** The lock orders this statement with the statements that charge the month, so that the quota stays exact. */
const lockSql = `
  SELECT message_limit AS "messages", api_call_limit AS "apiCalls", messages_used AS "messagesUsed", api_calls_used AS "apiCallsUsed"
  FROM usage_periods WHERE id = $1 AND ends_at > now() FOR UPDATE`;

/** The account is notified again at 80 and 100 percent of the new limit, unless it has used as much already. */
const changeSql = `
  UPDATE usage_periods SET message_limit = $2::int, api_call_limit = $3::int,
    credited_messages = credited_messages + $2::int - message_limit, credited_api_calls = credited_api_calls + $3::int - api_call_limit,
    notified_percent = CASE WHEN messages_used * 100::bigint < 80 * $2::bigint THEN 0
      WHEN messages_used < $2::int THEN least(notified_percent, 80) ELSE notified_percent END
  WHERE id = $1`;

/**
 * Adds messages and API calls to the current usage month of an account. The credit ends with the month, or with the plan.
 *
 * @returns the new limits of the month
 * @throws DomainError `invalid_parameter` if the month has just ended, or the limit would be too large
 */
export const creditMonth = (userId: string, amounts: Limits, reason: string, by: AuditActor) =>
  changeMonth(userId, { action: 'account.credit', reason, actor: by }, (now) => {
    const messages = now.messages + amounts.messages;
    const apiCalls = now.apiCalls + amounts.apiCalls;
    if (Math.max(messages, apiCalls) > maxLimit) throw invalid('The limit would be too large.');
    return { messages, apiCalls };
  });

/**
 * Lowers the limits of the current usage month, but not below what is already used. The next month has the limits of
 * the plan. The change does not affect how much of the plan a refund pays back.
 *
 * @returns the new limits of the month
 * @throws DomainError `invalid_parameter` if the month has just ended, or nothing is left of it
 */
export const lowerMonth = (userId: string, amounts: Limits, reason: string, by: AuditActor) =>
  changeMonth(userId, { action: 'account.lower', reason, actor: by }, (now) => {
    const messages = Math.max(now.messagesUsed, now.messages - amounts.messages);
    const apiCalls = Math.max(now.apiCallsUsed, now.apiCalls - amounts.apiCalls);
    if (messages === now.messages && apiCalls === now.apiCalls)
      throw invalid('The month is used up: there is nothing to take away.');
    return { messages, apiCalls };
  });

const invalid = (message: string) =>
  new DomainError('invalid_parameter', { param: 'messages', message });

type Month = Limits & { messagesUsed: number; apiCallsUsed: number };

/** Changes the limits of the current month. @param change returns the new limits */
async function changeMonth(
  userId: string,
  event: { action: 'account.credit' | 'account.lower'; reason: string; actor: AuditActor },
  change: (now: Month) => Limits,
): Promise<Limits> {
  const { id } = await getCurrentUsagePeriod(userId);
  return transaction(async (tx) => {
    const [now] = await query<Month>('lock-month', lockSql, [id], tx);
    if (!now) throw invalid('The usage month has just ended.');
    const after = change(now);
    await query('change-month-limits', changeSql, [id, after.messages, after.apiCalls], tx);
    await recordAudit(tx, {
      ...{ ...event, accountId: userId, targets: [{ type: 'usage_period', id }] },
      ...{ before: { messages: now.messages, apiCalls: now.apiCalls }, after },
    });
    return after;
  });
}
