import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.server.ts';
import { prisma } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';
import type { SignedInUser } from './contract.ts';
import { requireRecentSignIn } from './require-recent-sign-in.ts';
import { type SensitiveAction, sensitiveActions } from './sensitive-actions.ts';

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
