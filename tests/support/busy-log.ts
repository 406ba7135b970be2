import { addAcceptedStatsSql, addSettledStatsSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { query } from '#platform/db.ts';
import { insertMessages, type MessageFixture } from './messages.ts';

const minuteMs = 60_000;
const messageCount = 344;

/** Why messages fail, most frequent first. */
const reasons = [
  'UNDELIV 633: dlt_template_not_matched',
  'UNDELIV 001',
  'REJECTD 621: dlt_header_inactive',
  'refused with 0x0000000B',
  'validity period over',
];

const texts = [
  'Your order 1042 has been shipped. Track it in the app. - ACME',
  'Dear Asha, your table for four is reserved at eight. - ACME',
  null,
];

const finish = `
  WITH settled AS (
    UPDATE messages SET settled_at = created_at + (300 + 37 * (row_number % 53)) * interval '1 millisecond'
    FROM (SELECT id, row_number() OVER (ORDER BY id) FROM messages WHERE user_id = $1) AS numbered
    WHERE messages.id = numbered.id AND messages.user_id = $1 AND settled_at IS NULL
      AND state IN ('delivered', 'undelivered', 'failed')
    RETURNING messages.*, CASE row_number % 3 WHEN 0 THEN 'second' ELSE 'first' END AS carrier
  ),
  ${addSettledStatsSql('settled').replace('added_stats', 'added_settled')},
  accepted AS (SELECT * FROM messages WHERE user_id = $1),
  ${addAcceptedStatsSql('accepted')}
  SELECT 1`;

/**
 * Inserts 344 live messages of the last ten days with their statistics, most of them recent. On the last day more
 * messages fail than on earlier days. Most of the failed messages have the second template.
 *
 * @param keyIds the API IDs that sent them
 * @param templateIds the two templates of the messages
 */
export async function fillLog(
  userId: string,
  keyIds: readonly string[],
  templateIds: readonly [string, string],
): Promise<void> {
  const now = Date.now();
  const messages = Array.from({ length: messageCount }, (_, i): MessageFixture => {
    const content = texts[i % texts.length] ?? null;
    const isFailed = i % (i < 80 ? 4 : 13) === 1;
    const reason = reasons[Math.floor((i * i) / 7) % (i % 2 === 0 ? 1 : reasons.length)];
    return {
      ...{ content, sender: i % 5 === 0 ? 'ACMEMO' : 'ACMEIN' },
      at: new Date(now - minuteMs * (1 + i * 12 + Math.floor((i * i) / 9))),
      recipient: `+9198765${String(43_210 + i * 7).padStart(5, '0')}`,
      keyId: keyIds[i % keyIds.length] ?? '',
      templateId: templateIds[isFailed && i % 3 !== 0 ? 1 : i % 2] ?? '',
      state: i < 2 ? 'sent' : isFailed ? 'undelivered' : 'delivered',
      ...(isFailed && reason && { reason }),
    };
  });
  await insertMessages(userId, messages);
  await query('settle-busy-log', finish, [userId]);
}
