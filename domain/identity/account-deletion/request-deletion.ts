import { recordAudit } from '#domain/audit/record-audit.ts';
import {
  hashToken,
  issueMailedToken,
  validMailedTokenSql,
} from '#domain/identity/accounts/account-tokens.ts';
import { checkPassword } from '#domain/identity/accounts/change-password.ts';
import { limitAuthAttempt, type Origin } from '#domain/identity/accounts/limit-auth-attempts.ts';
import { getSignInMethods } from '#domain/identity/accounts/sign-in-with-provider.ts';
import { requireRecentFactor } from '#domain/identity/factors/manage-factors.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import {
  activeSessionSql,
  hashSessionToken,
  lockSession,
} from '#domain/identity/sessions/create-session.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import { revokeAllSessions } from '#domain/identity/sessions/manage-sessions.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import {
  type AddressedEmail,
  type EmailContent,
  type EmailRequest,
  emailGreetingName,
} from '#domain/notifications/email/contract.ts';
import { DomainError, invariant } from '#domain/shared/errors.browser.ts';
import { formatLongTime } from '#domain/shared/format.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type Transaction, transaction } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { undoDays } from '../accounts/contract.browser.ts';

/** The row lock waits for logins and password changes in progress, and makes later logins and password changes wait. */
const lock = `
  SELECT email FROM users WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $2 FOR UPDATE`;

const insert = `
  INSERT INTO account_deletions (user_id, requested_at, due_at)
  VALUES ($1, now(), now() + interval '${undoDays} days')
  RETURNING due_at AS "dueAt"`;

/** Deletes one-time sign-in codes, and undo links of an earlier deletion that was undone. */
const deleteTokens = `
  DELETE FROM account_tokens WHERE user_id = $1 AND purpose IN ('sign_in', 'undo_account_deletion')`;

/**
 * Requests the deletion of a signed-in user's account. Ends all sessions, including the session of this request, so that only
 * one of two parallel requests succeeds.
 *
 * @param password omitted if the account has no password; the user must then have signed in within the last 15 minutes
 * @returns the time at which the deletion will begin, unless the user cancels it before
 * @throws DomainError `rate_limited`; `invalid_parameter` if the password is wrong; `reauthentication_required` if the session
 *   has ended in the meantime, or there is no password and the sign-in is older than 15 minutes
 */
export async function requestDeletion(
  signedIn: SignedInUser,
  password: string | undefined,
  origin: Origin,
): Promise<Date> {
  const { userId } = signedIn;
  const { hasPassword } = await getSignInMethods(userId);
  if (hasPassword) await requireRecentFactor(signedIn);
  else requireRecentSignIn(signedIn);
  const hash = hasPassword ? await checkPassword(userId, password ?? '', origin) : null;
  return transaction(async (tx) => {
    const [user] = await query<{ email: string }>('lock-user-to-close', lock, [userId, hash], tx);
    if (!user) throw changedMeanwhile();
    await lockSession(signedIn, tx);
    const [added] = await query<{ dueAt: Date }>('insert-account-deletion', insert, [userId], tx);
    invariant(added, 'an account with a session has no deletion');
    await revokeAllSessions(userId, undefined, tx);
    await query('delete-tokens-of-closed-account', deleteTokens, [userId], tx);
    await enqueueEmail('account_deletion_requested', user.email, tx);
    await recordAudit(tx, {
      accountId: userId,
      action: 'account.close',
      after: { dueAt: added.dueAt },
    });
    return added.dueAt;
  });
}

const changedMeanwhile = () =>
  new DomainError('invalid_parameter', {
    param: 'password',
    message: 'The password was changed a moment ago. Please enter the new one.',
  });

/** A session of an account with a pending deletion. Such a session can only undo the deletion. */
export type PendingDeletion = { userId: string; sessionId: string; dueAt: Date };

const bySession = `
  SELECT s.id AS "sessionId", s.user_id AS "userId", due_at AS "dueAt"
  FROM sessions AS s JOIN account_deletions USING (user_id)
  WHERE token_hash = $1 AND kind = 'browser' AND ${activeSessionSql('s', '$2')} AND started_at IS NULL`;

/** Finds the pending deletion of the account by the token of a browser session. `findSession` does not find such a session. */
export async function findPendingDeletion(token: string): Promise<PendingDeletion | null> {
  const values = [hashSessionToken(token), clock.now()];
  const [found] = await query<PendingDeletion>('find-pending-deletion', bySession, values);
  return found ?? null;
}

/**
 * Matches no row if a worker has started the deletion, because then it cannot be undone. If that worker still holds the lock
 * on the row, this statement waits until the worker has committed `started_at`.
 */
const undo = `
  DELETE FROM account_deletions USING users
  WHERE user_id = $1 AND started_at IS NULL AND users.id = user_id
  RETURNING users.email`;

const deleteUndoTokens = `
  DELETE FROM account_tokens WHERE user_id = $1 AND purpose = 'undo_account_deletion'`;

const consumeToken = `
  DELETE FROM account_tokens USING users WHERE ${validMailedTokenSql}
  RETURNING account_tokens.user_id AS "userId"`;

/**
 * Undoes the deletion of an account whose owner has just signed in.
 *
 * @returns whether a deletion was undone
 */
export const undoDeletion = (userId: string): Promise<boolean> =>
  transaction((tx) => undoWithin(userId, tx));

/**
 * Undoes a deletion with the emailed link.
 *
 * @throws DomainError `invalid_parameter` for a link that is unknown, used or expired; `rate_limited`
 */
export async function undoDeletionByLink(token: string, origin: Origin): Promise<void> {
  await limitAuthAttempt('reset', origin, token);
  const isUndone = await transaction(async (tx) => {
    const values = [hashToken(token), 'undo_account_deletion', clock.now()];
    const [owner] = await query<{ userId: string }>('take-undo-link', consumeToken, values, tx);
    return owner !== undefined && (await undoWithin(owner.userId, tx));
  });
  if (!isUndone) throw invalidLink();
}

async function undoWithin(userId: string, tx: Transaction): Promise<boolean> {
  const [user] = await query<{ email: string }>('undo-account-deletion', undo, [userId], tx);
  if (!user) return false;
  await query('delete-undo-links', deleteUndoTokens, [userId], tx);
  await enqueueEmail('account_deletion_undone', user.email, tx);
  await recordAudit(tx, {
    accountId: userId,
    action: 'account.reopen',
    actor: { kind: 'member', id: userId },
  });
  return true;
}

const invalidLink = () =>
  new DomainError('invalid_parameter', {
    param: 'token',
    message:
      'This link has expired or was already used, or the deletion has begun and can no longer be undone.',
  });

const findUser = ({ email }: EmailRequest) =>
  prisma.user.findUnique({
    where: { emailKey: normalizeEmail(email) },
    include: { deletion: true },
  });

/**
 * The email that announces the deletion of an account.
 *
 * @param link the page that undoes the deletion
 */
function deletionRequestedEmail(name: string, dueAt: Date, link: string): EmailContent {
  return {
    subject: 'Your Dakiya account is going to be deleted',
    name,
    heading: 'Your account is going to be deleted',
    paragraphs: [
      `Someone who knows your password, probably you, asked us to delete your Dakiya account. The deletion begins on ${formatLongTime(dueAt)}.`,
      'All devices have been logged out, and your API keys no longer work. Messages that were not sent yet have been cancelled.',
      'If you have changed your mind, or if it was not you, keep your account:',
    ],
    action: { label: 'Keep my account', href: link },
    afterwards: [
      `The link works until then. You can also log in and press the same button. If it was not you, choose a new password afterwards.`,
    ],
  };
}

/**
 * The email that confirms that the deletion was undone.
 *
 * @param link the page on which the user resets the password
 */
function deletionUndoneEmail(name: string, at: Date, link: string): EmailContent {
  return {
    subject: 'Your Dakiya account stays',
    name,
    heading: 'Your account stays',
    paragraphs: [
      `The deletion of your Dakiya account was undone on ${formatLongTime(at)}. Your API keys work again. Messages that were cancelled stay cancelled.`,
      'If you did not ask for the deletion yourself, someone else knows your password. Choose a new one:',
    ],
    action: { label: 'Set a new password', href: link },
  };
}

/** The email to the former address of an account after its deletion. */
function accountDeletedEmail(): EmailContent {
  return {
    subject: 'Your Dakiya account is deleted',
    name: '',
    heading: 'Your account is deleted',
    paragraphs: [
      'Your Dakiya account and the personal data in it are deleted, as you asked.',
      'Invoices and records of payments are kept for as long as tax law requires. The log of your messages is kept without texts, and with pseudonyms instead of numbers, for as long as the law requires.',
      'You can sign up with this address again at any time.',
    ],
    afterwards: ['We delete the record of this email after 30 days.'],
  };
}

/**
 * Loads the email that announces a deletion, and issues the link that undoes the deletion. @returns null if the deletion was
 * undone or has begun
 */
export async function loadDeletionRequestedEmail(
  request: EmailRequest,
): Promise<AddressedEmail | null> {
  const user = await findUser(request);
  if (!user?.deletion || user.deletion.startedAt) return null;
  const token = await issueMailedToken('undo_account_deletion', user.id, user.email);
  const link = `${serverSettings.PUBLIC_URL}/undo-account-deletion/${token}`;
  const name = emailGreetingName(user);
  return { to: user.email, content: deletionRequestedEmail(name, user.deletion.dueAt, link) };
}

/**
 * Loads the email that confirms that a deletion was undone. @returns null if the user has requested another deletion since
 * then
 */
export async function loadDeletionUndoneEmail(
  request: EmailRequest,
): Promise<AddressedEmail | null> {
  const user = await findUser(request);
  if (!user || user.deletion) return null;
  const link = `${serverSettings.PUBLIC_URL}/forget-password`;
  const content = deletionUndoneEmail(emailGreetingName(user), request.createdAt, link);
  return { to: user.email, content };
}

/**
 * Loads the email about a finished deletion. Looks up no account, because the address now belongs to no account or to a new
 * account.
 */
export const loadAccountDeletedEmail = async ({
  email,
}: EmailRequest): Promise<AddressedEmail> => ({
  to: email,
  content: accountDeletedEmail(),
});
