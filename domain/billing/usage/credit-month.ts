import { type AuditActor, recordAudit } from '#domain/audit/record-audit.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { getCurrentUsagePeriod } from './get-current-usage-period.ts';

type Limits = { messages: number; apiCalls: number };

/** The largest limit that the column can store. */
const maxLimit = 2_147_483_647;

/**
 * The row lock orders this statement with the statements that charge the month, so that the quota stays exact. The account is
 * notified again at 80 and 100 percent of the new limit, unless it has used as much already.
 */
const creditSql = `
  UPDATE usage_periods SET message_limit = message_limit + $2::int, api_call_limit = api_call_limit + $3::int,
    credited_messages = credited_messages + $2::int, credited_api_calls = credited_api_calls + $3::int,
    notified_percent = CASE WHEN messages_used * 100::bigint < 80 * (message_limit + $2::bigint) THEN 0
      WHEN messages_used < message_limit + $2::bigint THEN least(notified_percent, 80) ELSE notified_percent END
  WHERE id = $1 AND ends_at > now() AND message_limit <= ${maxLimit} - $2::bigint AND api_call_limit <= ${maxLimit} - $3::bigint
  RETURNING message_limit AS "messages", api_call_limit AS "apiCalls"`;

/**
 * Adds messages and API calls to the current usage month of an account. The credit ends with the month, or with the plan.
 *
 * @returns the new limits of the month
 * @throws DomainError `invalid_parameter` if the month has just ended, or the limit would be too large
 */
export async function creditMonth(
  userId: string,
  { messages, apiCalls }: Limits,
  reason: string,
  by: AuditActor,
): Promise<Limits> {
  const { id } = await getCurrentUsagePeriod(userId);
  return transaction(async (tx) => {
    const [now] = await query<Limits>('credit-month', creditSql, [id, messages, apiCalls], tx);
    if (!now) {
      const message = 'The usage month has just ended, or its limit would be too large.';
      throw new DomainError('invalid_parameter', { param: 'messages', message });
    }
    const before = { messages: now.messages - messages, apiCalls: now.apiCalls - apiCalls };
    await recordAudit(tx, {
      ...{ accountId: userId, action: 'account.credit', actor: by, reason },
      ...{ targets: [{ type: 'usage_period', id }], before, after: now },
    });
    return now;
  });
}
