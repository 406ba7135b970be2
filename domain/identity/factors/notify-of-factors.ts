import { type AuditActor, recordAudit } from '#domain/audit/record-audit.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { type EmailRenderer, emailGreetingName } from '#domain/notifications/email/contract.ts';
import { formatLongTime } from '#domain/shared/format.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { prisma, query, type Transaction } from '#platform/db.ts';
import { requestOrigin } from '#platform/request-scope.ts';
import { serverSettings } from '#platform/server-settings.ts';

type Notice = {
  subject: string;
  /** Returns the text that says what happened; `at` is the time in words. */
  happened: (at: string) => string;
};

/** The changes and uses of second factors that the owner of the account learns of by email. */
const notices = {
  totp_on: {
    subject: 'An authenticator app was added to your Dakiya account',
    happened: (at) =>
      `An authenticator app was set up for your account on ${at}. From now on, signing in needs a code from it.`,
  },
  totp_off: {
    subject: 'The authenticator app was removed from your Dakiya account',
    happened: (at) =>
      `The authenticator app of your account was turned off on ${at}. Its codes no longer work.`,
  },
  recovery_codes_made: {
    subject: 'New recovery codes for your Dakiya account',
    happened: (at) =>
      `New recovery codes were created for your account on ${at}. The earlier ones no longer work.`,
  },
  recovery_code_used: {
    subject: 'A recovery code of your Dakiya account was used',
    happened: (at) =>
      `A recovery code of your account was used on ${at} instead of your authenticator app or passkey. It cannot be used again.`,
  },
  passkey_added: {
    subject: 'A passkey was added to your Dakiya account',
    happened: (at) =>
      `A passkey was added to your account on ${at}. It signs in without the password.`,
  },
  passkey_deleted: {
    subject: 'A passkey was deleted from your Dakiya account',
    happened: (at) => `A passkey of your account was deleted on ${at}. It no longer works.`,
  },
  passkey_counter: {
    subject: 'A passkey of your Dakiya account behaved unusually',
    happened: (at) =>
      `A passkey of your account was used on ${at}, and its counter went back. That happens when a password manager copies it to another device, and also when a thief has copied it.`,
  },
  device_trusted: {
    subject: 'A device of your Dakiya account no longer needs the second factor',
    happened: (at) =>
      `On ${at} a browser that had entered your second factor was set to sign in without it for 30 days. You can end this under Settings, Second factors.`,
  },
  reset_requested: {
    subject: 'The second factors of your Dakiya account will be removed',
    happened: (at) =>
      `On ${at} our support was asked to remove the second factors of your account, because they were lost. We do so 72 hours later. If you did not ask for this, log in and stop it under Settings, Second factors.`,
  },
  reset_done: {
    subject: 'The second factors of your Dakiya account were removed',
    happened: (at) =>
      `Our support removed the second factors of your account on ${at}, 72 hours after the request. All devices were logged out. Log in with your password, and set up a new factor.`,
  },
  codes_guessed: {
    subject: 'Many wrong codes were entered for your Dakiya account',
    happened: (at) =>
      `A person who knows your password has entered many wrong codes for your second factor, the last on ${at}. Codes of your authenticator app are refused for a day.`,
  },
} satisfies Record<string, Notice>;

export type FactorNotice = keyof typeof notices;

const readEmail = 'SELECT email FROM users WHERE id = $1';

/**
 * Emails the owner of an account about a change or use of a second factor, and records it in the audit trail. Call
 * this function last in the transaction of the change.
 *
 * @param reason why support acts
 */
export async function notifyOfFactors(
  userId: string,
  notice: FactorNotice,
  tx: Transaction,
  reason?: string,
): Promise<void> {
  const [user] = await query<{ email: string }>('email-for-factors', readEmail, [userId], tx);
  if (user) await enqueueEmail('factors_changed', user.email, tx, notice);
  const actor = actorOf(userId);
  await recordAudit(tx, { accountId: userId, action: `factor.${notice}`, reason, ...actor });
}

/** Returns the actor of the event. A sign-in is not authenticated yet, but its first step has shown whose it is. */
function actorOf(userId: string): { actor?: AuditActor } {
  const origin = requestOrigin();
  return origin && !origin.actor ? { actor: { kind: 'member', id: userId } } : {};
}

/** Loads the email about a change or use of a second factor. `about` is the name of the notice. */
export const loadFactorsChangedEmail: EmailRenderer = async ({ email, about, createdAt }) => {
  const notice: Notice | undefined = notices[about as FactorNotice];
  const user = await prisma.user.findUnique({ where: { emailKey: normalizeEmail(email) } });
  if (!user || !notice) return null;
  const content = {
    subject: notice.subject,
    name: emailGreetingName(user),
    heading: notice.subject,
    paragraphs: [
      notice.happened(formatLongTime(createdAt)),
      'If that was you, you need not do anything. If it was not, set a new password now, which signs out all devices, and check your second factors under Settings:',
    ],
    action: {
      label: 'Set a new password',
      href: `${serverSettings.PUBLIC_URL}/forget-password`,
    },
  };
  return { to: user.email, content };
};
