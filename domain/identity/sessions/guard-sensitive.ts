import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { prisma } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import type { SignedInUser } from './contract.ts';
import { requireRecentSignIn } from './require-recent-sign-in.ts';

/**
 * What a stolen session alone must not be able to do: all that lets more in, deletes more, or shows a secret. Each asks a
 * session for a recent sign-in, over the API as on the dashboard. The sentence is what the owner of the account is emailed
 * afterwards; null where nothing changes, or where another email says it.
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
  delete_sender: 'A DLT entity, header, template, link or chain was deleted',
  relax_dlt_check: 'The DLT check of messages was made less strict',
  shorten_retention: 'Messages or their texts are kept for a shorter time',
  open_addresses: 'API calls are accepted from more addresses',
  create_webhook: null,
  change_webhook: null,
  delete_webhook: 'A webhook endpoint was deleted',
  reveal_webhook_secret: null,
  rotate_webhook_secret: 'The signing secret of a webhook endpoint was rotated',
  connect_channel: null,
  export_account: null,
  download_export: null,
} as const satisfies Record<string, string | null>;

export type SensitiveAction = keyof typeof sensitiveActions;

/** A sensitive action; with `when`, it is one only for some input. */
type Rule<Input> = {
  for: SensitiveAction;
  when?: (input: Input, signedIn: SignedInUser) => boolean | Promise<boolean>;
};

/** Which sensitive actions an endpoint or a form of a screen carries out; false for none. */
export type RecentSignIn<Input> = false | Rule<Input> | readonly Rule<Input>[];

export const toRules = <Input>(declared: RecentSignIn<Input>): readonly Rule<Input>[] =>
  declared === false ? [] : [declared].flat();

type Guarded<Input, T> = {
  input: Input;
  /** The address of the request, for the email. */
  from: string;
  /** Whether a result is a success that changed something. */
  isDone: (result: T) => boolean;
};

/**
 * Carries something out. A sensitive action needs a recent sign-in, and the owner of the account is emailed about it
 * afterwards.
 *
 * @throws DomainError `reauthentication_required`, before anything is carried out
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

/** What was asked for is done: a failure to say so must not look like a failure to do it. */
async function tellOwner(userId: string, action: SensitiveAction, from: string): Promise<void> {
  if (sensitiveActions[action] === null) return;
  try {
    const user = await prisma.user.findUnique({ where: { id: userId }, select: { email: true } });
    if (user) await enqueueEmail('sensitive_action', user.email, undefined, `${action} ${from}`);
  } catch (error) {
    logger.error({ error, userId, action }, 'email about a sensitive action not enqueued');
  }
}
