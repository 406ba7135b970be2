import { query } from '#platform/db.ts';
import {
  type OperatorVerdict,
  operatorVerdicts,
} from '../operator-verdicts/operator-verdicts.browser.ts';

/** How often operators rejected messages of a header and template that our check had passed, and why. */
export type DriftRow = {
  header: string;
  /** Null for messages without one. */
  templateId: string | null;
  verdict: OperatorVerdict;
  /** What the operator found, and what to do. */
  text: string;
  /** Messages in the days that are listed. */
  rejections: number;
  /** The last of them. */
  carrier: string;
  errorCode: string | null;
  /** Null if another account sent it, under the installation's identity. */
  messageId: string | null;
  lastAt: Date;
};

/** Days that are listed, today included, and days that rows are kept. */
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

/** The drift of an account's messages in the last 30 days, the latest first; at most 100 rows. */
export async function listDrift(userId: string): Promise<DriftRow[]> {
  const rows = await query<Omit<DriftRow, 'text'>>('list-dlt-drift', list, [
    userId,
    listedDays,
    100,
  ]);
  return rows.map((row) => ({ ...row, text: operatorVerdicts[row.verdict] }));
}

/** Deletes drift of more than 90 days ago. @returns how many rows */
export async function purgeDrift(): Promise<number> {
  const purge = `DELETE FROM dlt_drift WHERE day <= (now() AT TIME ZONE 'Asia/Kolkata')::date - $1::int RETURNING 1`;
  return (await query('purge-dlt-drift', purge, [keptDays])).length;
}
