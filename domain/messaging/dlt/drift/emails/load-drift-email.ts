import { countAcceptedSql } from '#domain/messaging/stats/count-accepted-sql.ts';
import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/email-content.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import {
  type OperatorVerdict,
  operatorVerdicts,
} from '../../operator-verdicts/operator-verdicts.browser.ts';
import { installationAccount } from '../../sending/installation.ts';
import { driftEmail } from './drift.ts';

/** More are on the dashboard. */
const maxListed = 5;

const ofDay = `
  SELECT header, nullif(template_id, '') AS "templateId", verdict, rejections,
    (sum(rejections) OVER ())::int AS total, ${countAcceptedSql('$1', 'day = $2::date')} AS messages
  FROM dlt_drift WHERE user_id = $1 AND day = $2::date
  ORDER BY rejections DESC, header, template_id, verdict LIMIT ${maxListed}`;

type Row = {
  header: string;
  templateId: string | null;
  verdict: OperatorVerdict;
  rejections: number;
  total: number;
  messages: number;
};

/** @param about account and day. Null if the account is deleted, or has removed its registry */
export async function loadDriftEmail({ about }: EmailRequest): Promise<AddressedEmail | null> {
  const [userId, day] = about?.split('/') ?? [];
  if (userId === undefined || day === undefined) return null;
  const [rows, user] = await Promise.all([
    query<Row>('drift-of-day', ofDay, [userId, day]),
    prisma.user.findUnique({ where: { id: userId } }),
  ]);
  const [first] = rows;
  if (!first || !user) return null;
  const content = driftEmail({
    name: emailGreetingName(user),
    day,
    drift: rows.map(({ verdict, ...row }) => ({ ...row, text: operatorVerdicts[verdict] })),
    rejections: first.total,
    // What is counted for the installation's account, others have sent.
    messages: userId === installationAccount ? null : first.messages,
    link: `${serverSettings.PUBLIC_URL}${dashboardPaths.senders}/rejections`,
  });
  return { to: user.email, content };
}
