import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type SqlClient } from '#platform/db.ts';
import { toWiderNetwork } from '#platform/http/client-ip.ts';
import { confirmLinkTtlMs } from './contract.browser.ts';
import { signUpSettings } from './settings.ts';

/** Where a sign-up came from: the address that limits count, and the network around it. */
export type SignUpPlace = { address: string; network: string };

/** @param address from `rateLimitAddress` */
export const signUpPlace = (address: string): SignUpPlace => ({
  address,
  network: toWiderNetwork(address),
});

/** Sign-ups from one network hold this lock, so that parallel ones cannot exceed the limit. */
export const signUpLock = ({ network }: SignUpPlace) => `sign-up:${network}`;

const countUnconfirmed = `
  SELECT count(*) FILTER (WHERE signed_up_from = $2) AS "ofAddress", count(*) AS "ofNetwork"
  FROM users
  WHERE signed_up_network = $1 AND email_confirmed_at IS NULL AND created_at > $3`;

/** `Retry-After` of the error: by then some accounts may be confirmed. */
const retryAfterSeconds = 3_600;

/**
 * Rejects a sign-up if too many accounts from the same place are unconfirmed. An account counts
 * while its confirmation link is valid.
 *
 * @param tx the transaction that creates the account, holding `signUpLock`
 * @throws DomainError `rate_limited`
 */
export async function rejectTooManyUnconfirmed(place: SignUpPlace, tx: SqlClient): Promise<void> {
  const since = new Date(clock.now().getTime() - confirmLinkTtlMs);
  const values = [place.network, place.address, since];
  const [row] = await query<{ ofAddress: number; ofNetwork: number }>(
    'count-unconfirmed',
    countUnconfirmed,
    values,
    tx,
  );
  const { ofAddress = 0, ofNetwork = 0 } = row ?? {};
  if (
    ofAddress < signUpSettings.UNCONFIRMED_PER_ADDRESS &&
    ofNetwork < signUpSettings.UNCONFIRMED_PER_NETWORK
  )
    return;
  throw new DomainError('rate_limited', {
    message:
      'Too many new accounts from your network have not confirmed their email address. Please confirm yours, or try again later.',
    retryAfterSeconds,
  });
}

const clearPlaces = `
  UPDATE users SET signed_up_from = NULL, signed_up_network = NULL
  WHERE signed_up_network IS NOT NULL AND (email_confirmed_at IS NOT NULL OR created_at <= $1)
  RETURNING id`;

/** Clears the origin of sign-ups that no longer count. @returns how many */
export async function clearSignUpPlaces(): Promise<number> {
  const before = new Date(clock.now().getTime() - confirmLinkTtlMs);
  return (await query('clear-sign-up-places', clearPlaces, [before])).length;
}
