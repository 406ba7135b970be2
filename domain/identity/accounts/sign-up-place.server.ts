import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { query, type SqlClient } from '#platform/db.server.ts';
import { widerNetworkOf } from '#platform/http/client-ip.ts';
import { confirmLinkTtlMs } from './contract.ts';
import { signUpSettings } from './settings.server.ts';

/** Where a sign-up came from: its address as limits count it, and the network around it. */
export type SignUpPlace = { address: string; network: string };

/** @param address as `rateLimitAddress` gives it */
export const signUpPlace = (address: string): SignUpPlace => ({
  address,
  network: widerNetworkOf(address),
});

/** The transaction of a sign-up holds it, so that of many at once none slips past the ceiling. */
export const signUpLock = ({ network }: SignUpPlace) => `sign-up:${network}`;

const unconfirmed = `
  SELECT count(*) FILTER (WHERE signed_up_from = $2) AS "ofAddress", count(*) AS "ofNetwork"
  FROM users
  WHERE signed_up_network = $1 AND email_confirmed_at IS NULL AND created_at > $3`;

/** How long a caller is told to wait, in seconds: until then some may have confirmed. */
const retryAfterSeconds = 3_600;

/**
 * Refuses a sign-up from a place where too many accounts wait for their address to be confirmed. An account
 * counts as long as its link is good.
 *
 * @param on the transaction that makes the account, under `signUpLock`
 * @throws DomainError `rate_limited`
 */
export async function refuseUnconfirmed(place: SignUpPlace, on: SqlClient): Promise<void> {
  const since = new Date(clock.now().getTime() - confirmLinkTtlMs);
  const values = [place.network, place.address, since];
  const [row] = await query<{ ofAddress: number; ofNetwork: number }>(
    'count-unconfirmed',
    unconfirmed,
    values,
    on,
  );
  const { ofAddress = 0, ofNetwork = 0 } = row ?? {};
  if (
    ofAddress < signUpSettings.UNCONFIRMED_PER_ADDRESS &&
    ofNetwork < signUpSettings.UNCONFIRMED_PER_NETWORK
  )
    return;
  throw new DomainError('rate_limited', {
    message:
      'Too many new accounts from your network have not confirmed their e-mail address. Please confirm yours, or try again later.',
    retryAfterSeconds,
  });
}

const forget = `
  UPDATE users SET signed_up_from = NULL, signed_up_network = NULL
  WHERE signed_up_network IS NOT NULL AND (email_confirmed_at IS NOT NULL OR created_at <= $1)
  RETURNING id`;

/** Deletes where sign-ups came from once they count no more. @returns how many */
export async function forgetSignUpPlaces(): Promise<number> {
  const before = new Date(clock.now().getTime() - confirmLinkTtlMs);
  return (await query('forget-sign-up-places', forget, [before])).length;
}
