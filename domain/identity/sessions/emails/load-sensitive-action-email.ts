import type { EmailRenderer } from '#domain/notifications/email/contract.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/email-content.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { formatLongTime } from '#domain/shared/days-in-india.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { type SensitiveAction, sensitiveActions } from '../guard-sensitive.ts';

/** Notice of a sensitive action, and what to do if it was not the owner. `about` is the action and the address. */
export const loadSensitiveActionEmail: EmailRenderer = async ({ email, about, createdAt }) => {
  const [action = '', from = ''] = (about ?? '').split(' ');
  const what = sensitiveActions[action as SensitiveAction] ?? null;
  const user = await prisma.user.findUnique({ where: { emailKey: normalizeEmail(email) } });
  if (!user || what === null) return null;
  const address = from ? `, from the address ${from}` : '';
  const content = {
    subject: `${what} in your Dakiya account`,
    name: emailGreetingName(user),
    heading: what,
    paragraphs: [
      `This was done on ${formatLongTime(createdAt)}${address}, by a person who was signed in to your account.`,
      'If that was you, you need not do anything. If it was not, change your password, which signs all others out, and look through your API keys, webhook endpoints and settings:',
    ],
    action: {
      label: 'Open my account',
      href: `${serverSettings.PUBLIC_URL}${dashboardPaths.account}`,
    },
  };
  return { to: user.email, content };
};
