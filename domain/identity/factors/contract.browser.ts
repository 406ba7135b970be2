import { z } from 'zod';
import { requiredText, safeText } from '#domain/shared/text.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    tot: 'totp_factors';
  }
}

/** How long a started sign-in waits for its second factor, in milliseconds. */
export const pendingSignInTtlMs = 10 * 60_000;

/** How long a shown secret can be confirmed with a code, in milliseconds. */
export const enrolmentTtlMs = 15 * 60_000;

/** Number of recovery codes in a set. */
export const recoveryCodeCount = 10;

/** At this number of unused recovery codes, pages ask for a new set. */
export const fewRecoveryCodes = 3;

/** A code of an authenticator app, or a recovery code with its dashes. */
const factorCode = requiredText('Please enter a code')
  .trim()
  .min(1, 'Please enter a code')
  .max(60, 'Please use at most 60 characters.');

/** The second step of a sign-in. */
export const factorForm = z.object({ code: factorCode });

/** Confirms an authenticator app. `enrolment` is the encrypted secret that the page shows. */
export const confirmTotpForm = z.object({
  enrolment: safeText.max(1_000),
  code: factorCode,
  others: z.literal('on').optional(),
});

/** The second factors of a user, as the settings show them. */
export type Factors = {
  /** Null if no authenticator app is set up. */
  totp: { createdAt: Date; lastUsedAt: Date } | null;
  /** The number of unused recovery codes. */
  recoveryCodes: number;
};
