import { countAcceptedSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { query } from '#platform/db.ts';
import {
  type OperatorVerdict,
  operatorVerdicts,
} from '../../dlt/operator-verdicts/operator-verdicts.browser.ts';
import { installationAccount } from '../../dlt/sending/installation.ts';

/**
 * The number of messages with the same header and template that our check had passed but operators rejected, and the
 * reason.
 */
export type DriftRow = {
  header: string;
  /** Null for messages without a template. */
  templateId: string | null;
  verdict: OperatorVerdict;
  /** What the operator's verdict means, and how the user can fix the problem. */
  text: string;
  /** Rejected messages on the listed days. */
  rejections: number;
  /** The carrier of the last rejected message. */
  carrier: string;
  errorCode: string | null;
  /** The last rejected message; null if another account sent it under the installation's identity. */
  messageId: string | null;
  lastAt: Date;
};

/** Number of days that are listed, including today, and number of days for which rows are kept. */
const listedDays = 30;
const keptDays = 90;

const list = `
  SELECT header, "templateId", verdict, rejections, carrier, "errorCode",
    CASE WHEN m.user_id <> $1 THEN NULL ELSE message_id END AS "messageId", "lastAt"
  FROM (
    SELECT header, nullif(template_id, '') AS "templateId", verdict, sum(rejections)::int AS rejections,
      (array_agg(carrier ORDER BY last_at DESC))[1] AS carrier,
      (array_agg(error_code ORDER BY last_at DESC))[1] AS "errorCode",
      (array_agg(message_id ORDER BY last_at DESC))[1] AS message_id, max(last_at) AS "lastAt"
    FROM dlt_drift
    WHERE user_id = $1 AND day > (now() AT TIME ZONE 'Asia/Kolkata')::date - $2::int
    GROUP BY header, template_id, verdict ORDER BY "lastAt" DESC, header, template_id, verdict LIMIT $3
  ) AS listed LEFT JOIN messages AS m ON m.id = listed.message_id
  ORDER BY "lastAt" DESC, header, "templateId" NULLS FIRST, verdict`;

/** The drift of an account's messages in the last 30 days, latest first, at most 100 rows. */
export async function listDrift(userId: string): Promise<DriftRow[]> {
  const rows = await query<Omit<DriftRow, 'text'>>('list-dlt-drift', list, [
    userId,
    listedDays,
    100,
  ]);
  return rows.map((row) => ({ ...row, text: operatorVerdicts[row.verdict] }));
}

/** Deletes drift that is older than 90 days. @returns the number of deleted rows */
export async function purgeDrift(): Promise<number> {
  const purge = `DELETE FROM dlt_drift WHERE day <= (now() AT TIME ZONE 'Asia/Kolkata')::date - $1::int RETURNING 1`;
  return (await query('purge-dlt-drift', purge, [keptDays])).length;
}

/** Minimum number of messages: if there were fewer, a single rejection would already be a large share. */
const minMessages = 20;

const minPercent = 10;

/**
 * An account counts only if its last rejection is at most this old. If there was no rejection since then, the cause has
 * been corrected or the account has sent no messages.
 */
const recentHours = 6;

const since = `(now() AT TIME ZONE 'Asia/Kolkata')::date - 1`;

/**
 * Reads the drift of two days through an index, then the message counts of the accounts found. The installation's account ($1)
 * is left out, because other accounts sent its rejected messages.
 */
const statement = `
  SELECT count(*)::int AS accounts FROM (
    SELECT user_id, sum(rejections) AS rejections FROM dlt_drift
    WHERE day >= ${since} AND user_id IS DISTINCT FROM $1
    GROUP BY user_id HAVING max(last_at) > now() - interval '${recentHours} hours'
  ) AS drift, LATERAL (SELECT ${countAcceptedSql('drift.user_id', `begins_at >= (${since})::timestamp AT TIME ZONE 'Asia/Kolkata'`)} AS messages) AS sent
  WHERE messages >= ${minMessages} AND rejections * 100 >= messages * ${minPercent}`;

/**
 * Counts the accounts with much drift: since the beginning of yesterday (India's time) they sent at least 20 messages,
 * operators rejected at least 10% of these, and the last rejection is at most six hours old.
 */
export async function countDriftingAccounts(): Promise<number> {
  const [found] = await query<{ accounts: number }>('count-drifting-accounts', statement, [
    installationAccount(),
  ]);
  return found?.accounts ?? 0;
}

/** The rejections of an account’s messages with the same header, template and verdict, on the listed days. */
type InstallationDrift = DriftRow & { userId: string; email: string; messageId: string };

/** Days that are listed, including today. */
export const installationDriftDays = 7;

const listInstallation = `
  SELECT d.user_id AS "userId", u.email, d.header, nullif(d.template_id, '') AS "templateId", d.verdict,
    sum(d.rejections)::int AS rejections, max(d.last_at) AS "lastAt",
    (array_agg(d.carrier ORDER BY d.last_at DESC))[1] AS carrier,
    (array_agg(d.error_code ORDER BY d.last_at DESC))[1] AS "errorCode",
    (array_agg(d.message_id ORDER BY d.last_at DESC))[1] AS "messageId"
  FROM dlt_drift AS d JOIN users AS u ON u.id = d.user_id
  WHERE d.day > (now() AT TIME ZONE 'Asia/Kolkata')::date - $1::int
  GROUP BY d.user_id, u.email, d.header, d.template_id, d.verdict
  ORDER BY rejections DESC, "lastAt" DESC, d.user_id, d.header LIMIT $2`;

/** Lists the drift of all accounts in the last seven days, most rejections first. */
export async function listInstallationDrift(limit: number): Promise<InstallationDrift[]> {
  const values = [installationDriftDays, limit];
  const rows = await query<Omit<InstallationDrift, 'text'>>(
    'installation-drift',
    listInstallation,
    values,
  );
  return rows.map((row) => ({ ...row, text: operatorVerdicts[row.verdict] }));
}
