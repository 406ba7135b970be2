import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { type EmailRenderer, emailGreetingName } from '#domain/notifications/email/contract.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { formatLongTime } from '#domain/shared/format.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { recentSignInMs, type SignedInUser } from './contract.ts';

/**
 * Actions that a stolen session alone must not allow, because they open access, delete data or show a secret. Each requires a
 * recent sign-in, in the API and on the dashboard. The value is a sentence that is emailed to the owner of the account after
 * the action. It is null if the action changes nothing, or if another email reports the action.
 */
export const sensitiveActions = {
  reveal_key: null,
  create_key: null,
  roll_key: null,
  change_key: 'The access or expiry of an API key was changed, or a key was turned on',
  delete_key: 'An API key was deleted',
  change_test_numbers: 'The test numbers of an OTP service were changed',
  delete_otp_service: 'An OTP service was deleted',
  erase_recipient: 'A phone number and its messages are being erased',
  turn_sender_off: 'A DLT entity, header or template was turned off',
  import_senders: 'DLT senders or templates were imported from a file',
  delete_sender: 'A DLT entity, header, template, link or chain was deleted',
  relax_dlt_check: 'The DLT check of messages was made less strict',
  delete_suppression: 'A phone number was removed from the suppression list',
  shorten_retention: 'Messages or their texts are kept for a shorter time',
  open_addresses: 'API calls are accepted from more addresses',
  create_webhook: null,
  change_webhook: null,
  delete_webhook: 'A webhook endpoint was deleted',
  reveal_webhook_secret: null,
  rotate_webhook_secret: 'The signing secret of a webhook endpoint was rotated',
  create_hook: 'A hook that sends messages was created',
  change_hook: 'A hook was changed or turned on',
  rotate_hook_secret: 'The secret of a hook was changed',
  delete_hook: 'A hook was deleted',
  connect_channel: null,
  change_factors: null,
  export_account: null,
  download_export: null,
} as const satisfies Record<string, string | null>;

export type SensitiveAction = keyof typeof sensitiveActions;

/**
 * Loads the email about a sensitive action. It says what to do if the owner did not carry out the action. `about` is the name
 * of the action, a space, and the client's IP address.
 */
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
      'If that was you, you need not do anything. If it was not, change your password, which signs out all other devices, and check your API keys, webhook endpoints and settings:',
    ],
    action: {
      label: 'Open my account',
      href: `${serverSettings.PUBLIC_URL}${dashboardPaths.account}`,
    },
  };
  return { to: user.email, content };
};

/** A sensitive action. With `when`, only some input is sensitive. */
type Rule<Input> = {
  for: SensitiveAction;
  when?: (input: Input, signedIn: SignedInUser) => boolean | Promise<boolean>;
};

/** The sensitive actions that an endpoint, or a form of a screen, carries out; false if none. */
export type RecentSignIn<Input> = false | Rule<Input> | readonly Rule<Input>[];

export const toRules = <Input>(declared: RecentSignIn<Input>): readonly Rule<Input>[] =>
  declared === false ? [] : [declared].flat();

type Guarded<Input, T> = {
  input: Input;
  /** The client's IP address, for the email. */
  from: string;
  /** Whether a result is a success that changed something. */
  isDone: (result: T) => boolean;
};

/** Whether the user signed in or entered the password within the last 15 minutes. */
export const isRecentSignIn = ({
  authenticatedAt,
}: Pick<SignedInUser, 'authenticatedAt'>): boolean =>
  clock.now().getTime() - authenticatedAt.getTime() < recentSignInMs;

/**
 * Requires a recent sign-in, for actions that a stolen session alone must not allow.
 *
 * @throws DomainError `reauthentication_required` if the sign-in is older than 15 minutes
 */
export function requireRecentSignIn(signedIn: Pick<SignedInUser, 'authenticatedAt'>): void {
  if (!isRecentSignIn(signedIn)) throw new DomainError('reauthentication_required');
}

/**
 * Runs an operation. If the operation is a sensitive action, requires a recent sign-in, and emails the owner of the account
 * afterwards.
 *
 * @throws DomainError `reauthentication_required`, before the operation runs
 */
export async function guardSensitive<Input, T>(
  declared: RecentSignIn<Input>,
  signedIn: SignedInUser,
  { input, from, isDone }: Guarded<Input, T>,
  carryOut: () => Promise<T>,
): Promise<T> {
  const actions: SensitiveAction[] = [];
  for (const { for: action, when } of toRules(declared)) {
    if (!when || (await when(input, signedIn))) actions.push(action);
  }
  if (actions.length > 0) requireRecentSignIn(signedIn);
  const result = await carryOut();
  if (isDone(result)) {
    for (const action of actions) await tellOwner(signedIn.userId, action, from);
  }
  return result;
}

/** Never throws: the operation has succeeded, and a failed email must not look like a failed operation. */
async function tellOwner(userId: string, action: SensitiveAction, from: string): Promise<void> {
  if (sensitiveActions[action] === null) return;
  try {
    const user = await prisma.user.findUnique({ where: { id: userId }, select: { email: true } });
    if (user) await enqueueEmail('sensitive_action', user.email, undefined, `${action} ${from}`);
  } catch (error) {
    logger.error({ error, userId, action }, 'email about a sensitive action not enqueued');
  }
}
