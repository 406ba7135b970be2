import { createHash } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { defineSettings } from '#platform/settings.ts';

/**
 * The domain to which passkeys belong: the host of `PUBLIC_URL`, or a parent domain of it. A passkey works only for the domain
 * for which it was made.
 */
const passkeySettings = defineSettings({ WEBAUTHN_RP_ID: z.string().min(1).optional() });

/** The relying party of WebAuthn: its id, and the only origin that may use passkeys. */
export function relyingParty(): { id: string; origin: string } {
  const { hostname, origin } = new URL(serverSettings.PUBLIC_URL);
  return { id: passkeySettings.WEBAUTHN_RP_ID ?? hostname, origin };
}

/** How long a person may take to find and unlock an authenticator, in milliseconds. */
const challengeTtlMs = 5 * 60_000;

export type Purpose = 'register' | 'sign_in' | 'step_up';

const sha256 = (text: string) => new Uint8Array(createHash('sha256').update(text).digest());

const insert = `
  INSERT INTO passkey_challenges (challenge_hash, purpose, user_id, browser_hash, expires_at)
  VALUES ($1, $2, $3, $4, $5)`;

type ChallengeFor = {
  purpose: Purpose;
  /** Null for a sign-in. */
  userId: string | null;
  /** The device id of the browser, which alone may use the challenge. */
  browser: string;
};

async function store(challenge: string, { purpose, userId, browser }: ChallengeFor): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + challengeTtlMs);
  const values = [sha256(challenge), purpose, userId, sha256(browser), expiresAt];
  await query('add-passkey-challenge', insert, values);
}

const consume = `
  DELETE FROM passkey_challenges
  WHERE challenge_hash = $1 AND purpose = $2 AND user_id IS NOT DISTINCT FROM $3
    AND browser_hash = $4 AND expires_at > $5
  RETURNING 1`;

/**
 * Consumes a challenge before its signature is verified, so that no response can be tried twice.
 *
 * @returns whether the challenge was issued for this purpose, user and browser, and was unused
 */
export async function consumeChallenge(
  challenge: string,
  { purpose, userId, browser }: ChallengeFor,
): Promise<boolean> {
  const values = [sha256(challenge), purpose, userId, sha256(browser), clock.now()];
  return (await query('consume-passkey-challenge', consume, values)).length === 1;
}

/** The account for which a passkey is made. */
type Owner = { userId: string; email: string; name: string; userHandle: Uint8Array<ArrayBuffer> };

type Known = { credentialId: Uint8Array; transports: string[] };

const toDescriptor = ({ credentialId, transports }: Known) => ({
  id: Buffer.from(credentialId).toString('base64url'),
  transports: transports as AuthenticatorTransport[],
});

type AuthenticatorTransport =
  | 'ble'
  | 'cable'
  | 'hybrid'
  | 'internal'
  | 'nfc'
  | 'smart-card'
  | 'usb';

/**
 * The options of a new passkey, which browsers pass to the authenticator. User verification is required, because a passkey
 * alone signs in: it proves that the user has the device, and knows its PIN or has the right fingerprint or face.
 *
 * @param known the user's passkeys, whose authenticators refuse to make another one
 */
export async function createRegistrationOptions(
  { userId, email, name, userHandle }: Owner,
  known: Known[],
  browser: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const options = await generateRegistrationOptions({
    rpName: 'Dakiya',
    rpID: relyingParty().id,
    userID: userHandle,
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(toDescriptor),
    timeout: challengeTtlMs,
  });
  await store(options.challenge, { purpose: 'register', userId, browser });
  return options;
}

/**
 * The options of a sign-in or a confirmation.
 *
 * @param known the passkeys of the signed-in user; empty for a sign-in, for which the browser offers all passkeys of the site
 */
export async function createRequestOptions(
  about: ChallengeFor,
  known: Known[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty().id,
    userVerification: 'required',
    timeout: challengeTtlMs,
    ...(known.length > 0 && { allowCredentials: known.map(toDescriptor) }),
  });
  await store(options.challenge, about);
  return options;
}

/** Deletes expired challenges. @returns how many */
export async function purgeChallenges(): Promise<number> {
  const { count } = await prisma.passkeyChallenge.deleteMany({
    where: { expiresAt: { lt: clock.now() } },
  });
  return count;
}
