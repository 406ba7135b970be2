import {
  type AddressedEmail,
  type EmailRequest,
  emailGreetingName,
} from '#domain/notifications/email/contract.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { keptDays } from '../contract.browser.ts';

/** Loads the email about a finished export; null if it has expired, or its account is to be deleted. */
export async function loadExportReadyEmail({
  about,
}: EmailRequest): Promise<AddressedEmail | null> {
  const found = await prisma.accountExport.findUnique({
    where: { id: about ?? '', state: 'done', user: { deletion: null } },
    select: { user: { select: { name: true, email: true, emailConfirmedAt: true } } },
  });
  if (!found) return null;
  const { user } = found;
  return {
    to: user.email,
    content: {
      subject: 'Your Dakiya data is ready',
      name: emailGreetingName(user),
      heading: 'Your data is ready',
      paragraphs: [
        'The export of your Dakiya account is ready. Sign in and download it as a zip file, with JSON and CSV files:',
      ],
      action: {
        label: 'Download my data',
        href: `${serverSettings.PUBLIC_URL}${dashboardPaths.account}/export`,
      },
      afterwards: [
        `It is deleted after ${keptDays} days. If you did not ask for it, somebody knows your password: choose a new one, which signs out all devices.`,
      ],
    },
  };
}
