import { countAcceptedSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import {
  type AddressedEmail,
  type EmailContent,
  type EmailRequest,
  emailGreetingName,
} from '#domain/notifications/email/contract.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { lastDaysInIndia } from '#domain/shared/days-in-india.browser.ts';
import { formatCount, formatLongDate } from '#domain/shared/format.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import {
  type OperatorVerdict,
  operatorVerdicts,
} from '../../dlt/operator-verdicts/operator-verdicts.browser.ts';
import { installationAccount } from '../../dlt/sending/installation.ts';

/** Hour of the day in India from which accounts are notified of the previous day's drift. */
const hoursAfterMidnight = 8;

/** The maximum number of emails per run. The next run, a minute later, continues. */
const maxPerRun = 200;

/**
 * If several reconcilers run at the same time, only one of them changes the row of an account. The lock is FOR NO KEY UPDATE,
 * so it does not block workers that insert drift of the account at the same time: the inserted rows refer to this row only by a
 * foreign key.
 */
const mark = `
  UPDATE dlt_registries AS g SET drift_notified_day = $1::date FROM users AS u
  WHERE u.id = g.user_id AND g.user_id = ANY (ARRAY(
    SELECT user_id FROM dlt_registries AS r
    WHERE (drift_notified_day IS NULL OR drift_notified_day < $1::date)
      AND user_id IN (SELECT d.user_id FROM dlt_drift AS d WHERE d.day = $1::date)
    ORDER BY user_id LIMIT ${maxPerRun} FOR NO KEY UPDATE SKIP LOCKED))
  RETURNING u.id, u.email`;

/**
 * Enqueues an email to each account with drift yesterday: messages that our check had passed and an operator rejected. One
 * rejection is enough for the email, unlike for the alert to the installation's operator (`countDriftingAccounts`).
 *
 * @returns the number of emails
 */
export function enqueueDriftEmails(): Promise<number> {
  const [yesterday = ''] = lastDaysInIndia(
    new Date(clock.now().getTime() - hoursAfterMidnight * 3_600_000),
    2,
  );
  return transaction(async (tx) => {
    const due = await query<{ id: string; email: string }>(
      'mark-drift-notified',
      mark,
      [yesterday],
      tx,
    );
    for (const { id, email } of due) {
      await enqueueEmail('dlt_drift', email, tx, `${id}/${yesterday}`);
    }
    return due.length;
  });
}

/** The maximum number of rows in the email; the dashboard shows all of them. */
const maxListed = 5;

const ofDayCondition = `begins_at >= $2::date::timestamp AT TIME ZONE 'Asia/Kolkata'
  AND begins_at < ($2::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'`;

const ofDay = `
  SELECT header, nullif(template_id, '') AS "templateId", verdict, rejections,
    (sum(rejections) OVER ())::int AS total, ${countAcceptedSql('$1', ofDayCondition)} AS messages
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

/** The rejections of messages that have the same header, template and verdict. */
type DayDrift = {
  header: string;
  /** Null for messages without a template. */
  templateId: string | null;
  rejections: number;
  /** What the operator's verdict means, and how the user can fix the problem. */
  text: string;
};

type DriftOfDay = {
  /** The user's name. */
  name: string;
  /** `2026-11-23` in India. */
  day: string;
  /** Sorted by the number of rejections, largest first. */
  drift: readonly DayDrift[];
  /** All rejections of the day, including rows that `drift` leaves out. */
  rejections: number;
  /** Messages of the account that were accepted on that day; null if messages of other accounts are among the rejections. */
  messages: number | null;
  /** Page that shows what operators rejected. */
  link: string;
};

/** Renders the daily email about messages that agreed with an account's registry but were rejected by operators. */
function driftEmail({ name, day, drift, rejections, messages, link }: DriftOfDay): EmailContent {
  const date = formatLongDate(new Date(`${day}T00:00:00+05:30`));
  const count = `${formatCount(rejections)} ${rejections === 1 ? 'message' : 'messages'}`;
  const of = messages !== null && messages >= rejections ? describeShare(rejections, messages) : '';
  return {
    subject: `Operators rejected ${count} that agreed with your templates`,
    name,
    heading: `Rejected on ${date}: ${count}`,
    paragraphs: [
      `On ${date} operators rejected ${count}${of} that agreed with what you have registered here. Your DLT portal probably differs from what is registered here.`,
      ...drift.map(
        (one) =>
          `${one.header}${one.templateId === null ? '' : `, template ${one.templateId}`}: ${formatCount(one.rejections)}. ${one.text}`,
      ),
      'Compare what is registered here with your portal, and correct what differs. You get this email once a day as long as messages are rejected.',
    ],
    action: { label: 'See what was rejected', href: link },
  };
}

/**
 * Rejections count on the day of their receipt, and messages on the day on which we accepted them, both in India's time. So the
 * share can be slightly wrong around midnight.
 */
function describeShare(rejections: number, messages: number): string {
  const percent = (100 * rejections) / messages;
  const rounded = percent < 1 ? 'less than 1' : String(Math.round(percent));
  return ` (${rounded}% of the ${formatCount(messages)} that you sent on that day)`;
}

/**
 * @param about `<account id>/<day>`
 * @returns null if the account is deleted or has removed its registry
 */
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
    // The installation's account has no share, because other accounts sent the rejected messages.
    messages: userId === installationAccount() ? null : first.messages,
    link: `${serverSettings.PUBLIC_URL}${dashboardPaths.senders}/rejections`,
  });
  return { to: user.email, content };
}

type SuspectFound = {
  /** The user's name. */
  name: string;
  what: 'header' | 'template';
  /** The header, or the template's id. */
  suspect: string;
  status: string;
  /** The carrier that reported the problem, and the carrier's code; null if they are no longer known. */
  reason: string | null;
  /** Page that shows what operators rejected. */
  link: string;
};

/**
 * Renders the email which says that a header or template was turned off because an operator reports that it may not be used.
 */
function suspectEmail({ name, what, suspect, status, reason, link }: SuspectFound): EmailContent {
  return {
    subject: `Operators report your ${what} ${suspect} as ${status}`,
    name,
    heading: `${suspect} is ${status}`,
    paragraphs: [
      `An operator rejected a message because the ${what} ${suspect} is ${status} in its DLT register${reason ? ` (${reason})` : ''}.`,
      `So that you do not pay for messages that cannot arrive, we refuse messages with this ${what} from now on.`,
      `Look at your DLT portal. When the ${what} is active there, turn it on again here.`,
    ],
    action: { label: 'See what was rejected', href: link },
  };
}

/**
 * @param about `<account id>/header/<header>` or `<account id>/template/<template id>`
 * @returns null if the header or template was turned on again or removed
 */
export async function loadSuspectEmail({ about }: EmailRequest): Promise<AddressedEmail | null> {
  const [userId = '', what, suspect = ''] = about?.split('/') ?? [];
  const found = what === 'header' ? findHeader(userId, suspect) : findTemplate(userId, suspect);
  const [row, user] = await Promise.all([found, prisma.user.findUnique({ where: { id: userId } })]);
  if (!row || !user || row.status === 'approved') return null;
  const content = suspectEmail({
    ...{ name: emailGreetingName(user), what: what === 'header' ? what : 'template', suspect },
    ...row,
    link: `${serverSettings.PUBLIC_URL}${dashboardPaths.senders}/rejections`,
  });
  return { to: user.email, content };
}

const findHeader = (userId: string, header: string) =>
  prisma.dltHeader.findUnique({
    where: { userId_header: { userId, header } },
    select: { status: true, reason: true },
  });

const findTemplate = (userId: string, templateId: string) =>
  prisma.dltTemplate.findUnique({
    where: { userId_templateId: { userId, templateId } },
    select: { status: true, reason: true },
  });
