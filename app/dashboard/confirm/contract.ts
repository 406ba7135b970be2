import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { z } from 'zod';

/** The form that asks for the password again before another form is processed. */
export const confirmForm = z.object({
  confirmPassword: z.string().min(1, 'Please enter your password').max(1_000),
  confirmCode: z.string().max(60).optional(),
});

/** The reply to a form that needs a more recent sign-in. */
export type ConfirmAsk = {
  /** The fields of the original form, which are submitted again. */
  fields: [name: string, value: string][];
  /** What is wrong with the entered password; null if none was entered. */
  error: string | null;
  /** False for an account without a password, whose owner signs in again with a provider. */
  hasPassword: boolean;
  /** Whether the user must also enter a code of the authenticator app, or a recovery code. */
  needsCode: boolean;
  /** What the browser passes to a passkey of the user; null if the user has none. */
  passkey: PublicKeyCredentialRequestOptionsJSON | null;
  /** Other ways to log in again. */
  links: { label: string; href: string }[];
};

/** The reply of an action that may ask for a confirmation. */
export type MaybeConfirm = { confirm?: ConfirmAsk } | undefined;
