import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { recentSignInMs, type SignedInUser } from './contract.ts';

/** Whether the user signed in or entered the password within the last 15 minutes. */
export const isRecentSignIn = ({
  authenticatedAt,
}: Pick<SignedInUser, 'authenticatedAt'>): boolean =>
  clock.now().getTime() - authenticatedAt.getTime() < recentSignInMs;

/**
 * Guards actions that a stolen session alone must not allow.
 *
 * @throws DomainError `reauthentication_required` if the sign-in is older than 15 minutes
 */
export function requireRecentSignIn(signedIn: Pick<SignedInUser, 'authenticatedAt'>): void {
  if (!isRecentSignIn(signedIn)) throw new DomainError('reauthentication_required');
}
