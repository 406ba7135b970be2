import { type EmailRenderer, emailGreetingName } from '#domain/notifications/email/contract.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { formatLongTime } from '#domain/shared/format.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';

/** What the email is about: the suspension of an account, or its end. */
export type SuspensionChange = 'suspended' | 'resumed';

/**
 * Loads the email to the owner about a suspension or its end. It has the notice that the owner also reads on each page of the
 * dashboard, and not the operator's reason. Null for a suspension that has ended since.
 *
 * `about` is a `SuspensionChange`.
 */
export const loadSuspensionEmail: EmailRenderer = async ({ email, about, createdAt }) => {
  const user = await prisma.user.findUnique({
    where: { emailKey: normalizeEmail(email) },
    include: { suspension: { select: { notice: true } } },
  });
  if (!user) return null;
  const [name, at] = [emailGreetingName(user), formatLongTime(createdAt)];
  const action = {
    label: 'Open my account',
    href: `${serverSettings.PUBLIC_URL}${dashboardPaths.account}`,
  };
  if ((about as SuspensionChange) === 'resumed') {
    const subject = 'Your Dakiya account can send again';
    const paragraphs = [
      `The suspension of your account ended on ${at}. Calls that send work again, and messages that were held and are still valid go out now.`,
    ];
    return { to: user.email, content: { subject, heading: subject, name, paragraphs, action } };
  }
  if (!user.suspension) return null;
  const subject = 'Your Dakiya account is suspended';
  const paragraphs = [
    `We suspended your account on ${at}, for this reason:`,
    user.suspension.notice,
    'Calls that send fail, queued messages are held until their validity ends, and codes that were not sent are cancelled. Everything else works: you can log in, read your messages and verify codes.',
    'If you have questions, or want to object, reply to our support, whose address is below.',
  ];
  return { to: user.email, content: { subject, heading: subject, name, paragraphs, action } };
};
