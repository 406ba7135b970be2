import { createHash } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { limitAuthAttempt, type Origin } from '#domain/identity/accounts/limit-auth-attempts.ts';
import { type Device, recordDevice } from '#domain/identity/accounts/record-device.ts';
import { loggingAttempt } from '#domain/identity/auth-events.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import {
  createSession,
  type RenewedSession,
  renewSession,
} from '#domain/identity/sessions/create-session.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type Transaction, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { maxPasskeys } from './contract.browser.ts';
import { afterFactorChange, lockFactors } from './manage-factors.ts';
import { notifyOfFactors } from './notify-of-factors.ts';
import {
  consumeChallenge,
  createRegistrationOptions,
  createRequestOptions,
  type Purpose,
  relyingParty,
} from './passkey-challenges.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { hasSecondFactor } from './verify-code.ts';

/**
 * The bytes by which authenticators distinguish the accounts of a site. They are derived from the user's id, which is
 * random, so that they say nothing about the user and stay the same when all passkeys are replaced.
 */
const userHandleOf = (userId: string) =>
  new Uint8Array(createHash('sha256').update(`passkey|${userId}`).digest());

const findKnown = (userId: string) =>
  prisma.passkey.findMany({
    where: { userId },
    select: { credentialId: true, transports: true },
  });

/**
 * Starts making a passkey for a signed-in user.
 *
 * @param browser the device id of the browser, which alone may finish
 * @throws DomainError `reauthentication_required`; `invalid_parameter` if the user has `maxPasskeys` already
 */
export async function startPasskey(signedIn: SignedInUser, browser: string) {
  requireRecentSignIn(signedIn);
  const { userId } = signedIn;
  const [known, user] = await Promise.all([
    findKnown(userId),
    prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true, name: true } }),
  ]);
  if (known.length >= maxPasskeys) {
    const message = `An account can have at most ${maxPasskeys} passkeys. Delete one first.`;
    throw new DomainError('invalid_parameter', { message });
  }
  const owner = { userId, ...user, userHandle: userHandleOf(userId) };
  return createRegistrationOptions(owner, known, browser);
}

/** The part of a browser's response that is read before the library verifies all of it. */
const responseShape = z.looseObject({
  id: z.string().max(2_000),
  response: z.looseObject({ clientDataJSON: z.string().max(10_000) }),
});

type Envelope = { id: string; challenge: string };

/** Reads which challenge a response claims to answer. @throws DomainError if the response is malformed */
function readEnvelope(text: string): Envelope & { response: unknown } {
  try {
    const response = responseShape.parse(JSON.parse(text));
    const clientData = JSON.parse(
      Buffer.from(response.response.clientDataJSON, 'base64url').toString(),
    );
    const challenge = z.string().max(200).parse(clientData.challenge);
    return { id: response.id, challenge, response };
  } catch {
    // Visitors can send any text. A text of another shape is not the response of a browser.
    throw refused();
  }
}

const refused = () =>
  new DomainError('invalid_credentials', {
    message: 'This passkey could not be verified. Try again, or sign in another way.',
  });

const insert = `
  INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports,
    is_synced, is_backed_up, aaguid, name, created_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
  WHERE (SELECT count(*) FROM passkeys WHERE user_id = $2) < ${maxPasskeys}
  ON CONFLICT (credential_id) DO NOTHING
  RETURNING id`;

type NewPasskey = {
  /** The browser's response to the options, as JSON. */
  response: string;
  name: string;
  browser: string;
};

/**
 * Adds a passkey. If the account has no second factor yet, also creates recovery codes.
 *
 * @returns the recovery codes, which are shown only now, or null; and the session with a new token
 * @throws DomainError `invalid_credentials` if the response cannot be verified or was used before, `reauthentication_required`
 */
export async function addPasskey(
  signedIn: SignedInUser,
  { response: text, name, browser }: NewPasskey,
): Promise<{ recoveryCodes: string[] | null; renewed: RenewedSession }> {
  requireRecentSignIn(signedIn);
  const { userId } = signedIn;
  const { challenge, response } = readEnvelope(text);
  if (!(await consumeChallenge(challenge, { purpose: 'register', userId, browser })))
    throw refused();
  const { credential, credentialDeviceType, credentialBackedUp, aaguid } = await verifyNew(
    response as RegistrationResponseJSON,
    challenge,
  );
  const now = clock.now();
  const values = [
    ...[newId('pky', now.getTime()), userId, Buffer.from(credential.id, 'base64url')],
    ...[credential.publicKey, credential.counter],
    ...[credential.transports ?? [], credentialDeviceType === 'multiDevice', credentialBackedUp],
    ...[aaguid, name, now],
  ];
  return transaction(async (tx) => {
    await lockFactors(signedIn, tx);
    const isFirst = !(await hasSecondFactor(userId, tx));
    const added = await query('add-passkey', insert, values, tx);
    if (added.length === 0) throw refused();
    await afterFactorChange(signedIn, tx, { endOthers: false });
    await notifyOfFactors(userId, 'passkey_added', tx);
    const recoveryCodes = isFirst ? await createRecoveryCodes(userId, tx) : null;
    return { recoveryCodes, renewed: await renewSession(signedIn, ['passkey'], tx) };
  });
}

async function verifyNew(response: RegistrationResponseJSON, expectedChallenge: string) {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty();
  const result = await verifyRegistrationResponse({
    ...{ response, expectedChallenge, expectedOrigin, expectedRPID },
    requireUserVerification: true,
  }).catch(() => null);
  if (!result?.verified) throw refused();
  return result.registrationInfo;
}

const rename = 'UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2 RETURNING id';

/** Renames a passkey. @throws DomainError `not_found` */
export async function renamePasskey(userId: string, id: string, name: string): Promise<void> {
  const renamed = await query('rename-passkey', rename, [id, userId, name]);
  if (renamed.length === 0) throw new DomainError('not_found');
}

const remove = 'DELETE FROM passkeys WHERE id = $1 AND user_id = $2 RETURNING id';

/**
 * Deletes a passkey, which then no longer signs in.
 *
 * @throws DomainError `not_found`, `reauthentication_required`
 */
export async function deletePasskey(signedIn: SignedInUser, id: string): Promise<void> {
  requireRecentSignIn(signedIn);
  const { userId } = signedIn;
  await transaction(async (tx) => {
    await lockFactors(signedIn, tx);
    const removed = await query('delete-passkey', remove, [id, userId], tx);
    if (removed.length === 0) throw new DomainError('not_found');
    await afterFactorChange(signedIn, tx, { endOthers: false });
    await notifyOfFactors(userId, 'passkey_deleted', tx);
  });
}

/** Starts a sign-in with a passkey. @param browser the device id of the browser, which alone may finish */
export async function startPasskeySignIn(browser: string, { from }: Origin) {
  await limitAuthAttempt('login', { from }, `passkey|${browser}`);
  return createRequestOptions({ purpose: 'sign_in', userId: null, browser }, []);
}

/** Starts a confirmation with one of the user's passkeys; null if the user has none. */
export async function startPasskeyConfirmation(userId: string, browser: string) {
  const known = await findKnown(userId);
  if (known.length === 0) return null;
  return createRequestOptions({ purpose: 'step_up', userId, browser }, known);
}

type Stored = {
  id: string;
  userId: string;
  credentialId: Uint8Array<ArrayBuffer>;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: bigint;
  isSynced: boolean;
};

type Asked = { purpose: Purpose; userId: string | null; browser: string };

type Used = { passkey: Stored; counter: number; isBackedUp: boolean };

/**
 * Verifies the response of an authenticator.
 *
 * @param asked whom the challenge was issued to; `userId` is null for a sign-in
 * @throws DomainError `invalid_credentials`
 */
async function verifyUse(text: string, asked: Asked): Promise<Used> {
  const { id, challenge, response } = readEnvelope(text);
  if (!(await consumeChallenge(challenge, asked))) throw refused();
  const where = { credentialId: new Uint8Array(Buffer.from(id, 'base64url')) };
  const passkey: Stored | null = await prisma.passkey.findUnique({ where });
  if (!passkey || (asked.userId !== null && passkey.userId !== asked.userId)) throw refused();
  const given = response as AuthenticationResponseJSON;
  const handle = Buffer.from(userHandleOf(passkey.userId)).toString('base64url');
  const { userHandle } = given.response;
  // A sign-in without a user name must name its account; otherwise the handle is optional.
  if (userHandle ? userHandle !== handle : asked.userId === null) throw refused();
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty();
  const result = await verifyAuthenticationResponse({
    ...{ response: given, expectedChallenge: challenge, expectedOrigin, expectedRPID },
    credential: {
      id,
      publicKey: passkey.publicKey,
      // The devices of a synced passkey have separate counters, or none, so the library must not compare the counter of
      // one device with that of another.
      counter: passkey.isSynced ? 0 : Number(passkey.counter),
    },
    requireUserVerification: true,
  }).catch(() => null);
  // A wrong signature gives `verified: false`; every other mismatch throws.
  if (!result?.verified) throw refused();
  const {
    newCounter: counter,
    credentialBackedUp,
    credentialDeviceType,
  } = result.authenticationInfo;
  if ((credentialDeviceType === 'multiDevice') !== passkey.isSynced) throw refused();
  return { passkey, counter, isBackedUp: credentialBackedUp };
}

/** Fails if the passkey was deleted, or used by a parallel request, since it was read. */
const recordUse = `
  UPDATE passkeys SET counter = $3, is_backed_up = $4, last_used_at = $5
  WHERE id = $1 AND counter = $2
  RETURNING id`;

async function record({ passkey, counter, isBackedUp }: Used, tx: Transaction): Promise<void> {
  const values = [passkey.id, passkey.counter, counter, isBackedUp, clock.now()];
  const used = await query('record-passkey-use', recordUse, values, tx);
  if (used.length === 0) throw refused();
  // The counter of one device of a synced passkey may be lower than that of another, so the sign-in is not refused.
  // The owner is notified.
  if (counter < Number(passkey.counter))
    await notifyOfFactors(passkey.userId, 'passkey_counter', tx);
}

/**
 * Signs in with a passkey alone, which proves two factors: the authenticator, and its PIN or fingerprint.
 *
 * @throws DomainError `invalid_credentials`, `rate_limited`
 */
export function signInWithPasskey(
  response: string,
  device: Device & { device: string },
  origin: Origin,
): Promise<{ userId: string; token: string }> {
  const about: { accountId?: string; from: string | null; by: 'passkey' } = {
    ...{ from: origin.from, by: 'passkey' },
  };
  const events = { succeeded: 'login_succeeded', failed: 'login_failed' } as const;
  return loggingAttempt(events, about, async () => {
    await limitAuthAttempt('login', origin, `passkey|${device.device}`);
    const asked = { purpose: 'sign_in', userId: null, browser: device.device } as const;
    const used = await verifyUse(response, asked);
    const { userId } = used.passkey;
    about.accountId = userId;
    return transaction(async (tx) => {
      await record(used, tx);
      await recordDevice(userId, device, tx);
      return {
        userId,
        token: await createSession(userId, { ...device, factors: ['passkey'] }, tx),
      };
    });
  });
}

/**
 * Confirms with a passkey that the person is still the signed-in user.
 *
 * @throws DomainError `invalid_credentials`, `rate_limited`
 */
export function confirmWithPasskey(
  signedIn: SignedInUser,
  response: string,
  { browser, ...origin }: Origin & { browser: string },
): Promise<RenewedSession> {
  const { userId } = signedIn;
  const about = { accountId: userId, from: origin.from };
  const events = { succeeded: 'factor_confirmed', failed: 'factor_refused' } as const;
  return loggingAttempt(events, about, async () => {
    await limitAuthAttempt('login', origin, `passkey|${userId}`);
    const used = await verifyUse(response, { purpose: 'step_up', userId, browser });
    return transaction(async (tx) => {
      await record(used, tx);
      return renewSession(signedIn, ['passkey'], tx);
    });
  });
}
