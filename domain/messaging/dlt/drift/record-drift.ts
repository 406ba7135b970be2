import { isLiveSql } from '#domain/messaging/months/is-live-sql.ts';
import { liveIds } from '#domain/messaging/months/live-ids.ts';
import { query } from '#platform/db.ts';
import { counter } from '#platform/metrics/instruments.ts';
import { isDrift, suspectStatuses } from '../operator-verdicts/operator-verdicts.browser.ts';
import { installationAccount, isInstallationEnforced } from '../sending/installation.ts';
import type { Drift, Rejection } from './contract.ts';
import { markSuspects } from './mark-suspects.ts';

const driftTotal = counter<'carrier' | 'verdict'>({
  name: 'dakiya_dlt_drift_total',
  help: 'Messages that passed our DLT check and that an operator rejected for DLT.',
  labelNames: ['carrier', 'verdict'],
});

/**
 * Messages with an entity were checked against the account's own registry. Those without, with a template, were against the
 * installation's, if it has one: they count for its account. Where that only warns, the check may have found the same; what
 * is said of a whole header or template is counted nevertheless, as the check would have known it. Two workers that count
 * the same rows lock them in the same order.
 */
const statement = `
  WITH rejected AS (
    SELECT * FROM json_to_recordset($1::json) AS r(message_id text, carrier text, error_code text, verdict text)
  ),
  own AS (
    SELECT g.user_id, m.sender, coalesce(m.template_id, '') AS template_id, r.*
    FROM rejected AS r JOIN messages AS m ON m.id = r.message_id
      AND m.id = ANY (ARRAY(SELECT message_id FROM rejected)) AND ${isLiveSql('m.id', 2)}
    JOIN dlt_registries AS g ON g.user_id = CASE WHEN m.entity_id IS NULL THEN $5 ELSE m.user_id END
    WHERE r.verdict = ANY ($4) OR (m.entity_id IS NOT NULL AND g.mode = 'enforce')
      OR (m.entity_id IS NULL AND m.template_id IS NOT NULL AND ($6 OR g.mode = 'enforce'))
  ),
  counted AS (
    INSERT INTO dlt_drift AS d
      (user_id, day, header, template_id, verdict, rejections, carrier, error_code, message_id, last_at)
    SELECT user_id, (now() AT TIME ZONE 'Asia/Kolkata')::date, sender, template_id, verdict, count(*),
      (array_agg(carrier ORDER BY message_id DESC))[1], (array_agg(error_code ORDER BY message_id DESC))[1],
      max(message_id), now()
    FROM own GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (user_id, day, header, template_id, verdict) DO UPDATE SET
      rejections = d.rejections + excluded.rejections, carrier = excluded.carrier,
      error_code = excluded.error_code, message_id = excluded.message_id, last_at = excluded.last_at
  )
  SELECT user_id AS "userId", sender AS header, template_id AS "templateId", carrier, error_code AS "errorCode",
    verdict, count(*) AS rejections
  FROM own GROUP BY 1, 2, 3, 4, 5, 6`;

/**
 * Counts those rejections that are drift: the registry under whose identity it was sent had passed the message, so that it is out of date, or our
 * check is wrong. What operators say of a whole header or template marks it as suspect.
 *
 * @param rejections each message once
 */
export async function recordDrift(rejections: Rejection[]): Promise<void> {
  const about = rejections.filter(({ verdict }) => isDrift(verdict));
  if (about.length === 0) return;
  const rows = about.map(({ messageId, carrier, errorCode, verdict }) => ({
    ...{ message_id: messageId, carrier, error_code: errorCode, verdict },
  }));
  const found = await query<Drift>('record-dlt-drift', statement, [
    JSON.stringify(rows),
    ...liveIds(),
    Object.keys(suspectStatuses),
    installationAccount,
    isInstallationEnforced,
  ]);
  for (const { carrier, verdict, rejections: count } of found) {
    driftTotal.inc({ carrier, verdict }, count);
  }
  await markSuspects(found);
}
