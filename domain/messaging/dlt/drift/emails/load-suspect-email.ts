import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/email-content.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { suspectEmail } from './suspect.ts';

/** @param about account, `header` or `template`, and its name. Null if it is on again, or removed. */
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
