import { z } from 'zod';
import { requiredText, safeText } from '#domain/shared/text.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    tot: 'totp_factors';
    pky: 'passkeys';
    trd: 'trusted_devices';
  }
}

/** How long a started sign-in waits for its second factor, in milliseconds. */
export const pendingSignInTtlMs = 10 * 60_000;

/** How long a shown secret can be confirmed with a code, in milliseconds. */
export const enrolmentTtlMs = 15 * 60_000;

/** How long support waits before it removes a user's second factors, in milliseconds. */
export const factorResetWaitMs = 72 * 3_600_000;

/** How long a trusted device signs in without the second factor, in milliseconds. */
export const trustedDeviceTtlMs = 30 * 24 * 3_600_000;

/** Number of recovery codes in a set. */
export const recoveryCodeCount = 10;

/** If a user has this number of unused recovery codes or fewer, the settings highlight it. */
export const fewRecoveryCodes = 3;

/** A code of an authenticator app, or a recovery code with its dashes. */
const factorCode = requiredText('Please enter a code')
  .trim()
  .min(1, 'Please enter a code')
  .max(60, 'Please use at most 60 characters.');

/** The second step of a sign-in. `trust` is the box that trusts the device for 30 days. */
export const factorForm = z.object({ code: factorCode, trust: z.literal('on').optional() });

/** Confirms an authenticator app. `enrolment` is the encrypted secret that the page shows. */
export const confirmTotpForm = z.object({
  enrolment: safeText.max(1_000),
  code: factorCode,
  others: z.literal('on').optional(),
});

/** Maximum number of passkeys of a user. */
export const maxPasskeys = 20;

const passkeyName = requiredText('Please enter a name')
  .trim()
  .min(1, 'Please enter a name')
  .max(60, 'Please use at most 60 characters.');

/** The browser's response to the options of a ceremony, as JSON. */
export const passkeyResponse = z.string().min(1).max(20_000);

export const addPasskeyForm = z.object({ name: passkeyName, response: passkeyResponse });

export const renamePasskeyForm = z.object({ id: safeText.max(64), name: passkeyName });

/** A passkey as its owner sees it. */
export type PasskeyOutput = {
  id: string;
  name: string;
  /** Whether a password manager copies it to other devices. */
  isSynced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** Ends the trust in one device. */
export const trustedDeviceForm = z.object({ id: safeText.max(64) });

/** A device that signs in without the second factor, as its owner sees it. */
export type TrustedDeviceOutput = {
  id: string;
  /** The browser, such as `Firefox on Linux`. */
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date;
};

/** The second factors of a user, as the settings show them. */
export type Factors = {
  /** The authenticator app; null if none is set up. */
  totp: { createdAt: Date; lastUsedAt: Date } | null;
  passkeys: PasskeyOutput[];
  /** The number of unused recovery codes. */
  recoveryCodes: number;
};
