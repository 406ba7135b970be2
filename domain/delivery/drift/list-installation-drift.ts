import { query } from '#platform/db.ts';
import {
  type OperatorVerdict,
  operatorVerdicts,
} from '../../dlt/operator-verdicts/operator-verdicts.browser.ts';

/** The rejections of an account’s messages with the same header, template and verdict, on the listed days. */
type InstallationDrift = {
  userId: string;
  email: string;
  header: string;
  /** Null for messages without a template. */
  templateId: string | null;
  verdict: OperatorVerdict;
  text: string;
  rejections: number;
  carrier: string;
  errorCode: string | null;
  messageId: string;
  lastAt: Date;
};

/** Days that are listed, including today. */
export const installationDriftDays = 7;

const list = `
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
  const rows = await query<Omit<InstallationDrift, 'text'>>('installation-drift', list, values);
  return rows.map((row) => ({ ...row, text: operatorVerdicts[row.verdict] }));
}
