import { z } from 'zod';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import {
  isOneLine,
  messageIfMissing,
  notOneLine,
  requiredText,
  safeText,
} from '#domain/shared/text.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    usr: 'users';
  }
}

/** The purpose of a token in a link or code. */
export type TokenPurpose =
  | 'confirm_email'
  | 'reset_password'
  | 'sign_in'
  | 'change_email'
  | 'undo_email_change'
  | 'undo_account_deletion';

/** The limits on the length of a password, in characters. The maximum limits the cost of hashing. */
export const passwordLengthLimits = { min: 6, max: 128 };

/** Validity of reset and confirmation links, in milliseconds. */
export const resetLinkTtlMs = 30 * 60_000;
export const confirmLinkTtlMs = 7 * 24 * 3_600_000;

/** Login codes: validity in milliseconds, attempts, digits. */
export const loginCode = { ttlMs: 10 * 60_000, tries: 5, digits: 6 };

/** How long a change of address can be confirmed, in milliseconds. */
export const emailChangeTtlMs = 24 * 3_600_000;

/** How long the holder of the old address can undo a change after it was confirmed, in milliseconds. */
export const undoWindowMs = 72 * 3_600_000;

/** Validity of the undo link, in milliseconds. The link is issued when the change is requested, before it is confirmed. */
export const undoLinkTtlMs = emailChangeTtlMs + undoWindowMs;

/** Validity of the one-time code behind `/auth/callback`, in milliseconds. */
export const signInCodeTtlMs = 60_000;

export const nameInput = requiredText('Please enter your name')
  .trim()
  .min(1, 'Please enter your name')
  .max(100, 'Please use at most 100 characters.')
  .refine(isOneLine, notOneLine)
  .meta({ example: 'Asha Rao' });

export const emailInput = requiredText('Please enter an email address')
  .trim()
  .max(254, 'Please use at most 254 characters.')
  .pipe(z.email('Please enter an email address'))
  .meta({ example: 'asha@example.com' });

const newPassword = requiredText('Please enter a password')
  .min(passwordLengthLimits.min, `Please use at least ${passwordLengthLimits.min} characters.`)
  .max(passwordLengthLimits.max, `Please use at most ${passwordLengthLimits.max} characters.`)
  .meta({ format: 'password', example: exampleValues.password });

const passwordConfirmation = z
  .string({ error: messageIfMissing('Please enter the password again') })
  .meta({
    description: 'The same password again, to detect typing errors.',
    format: 'password',
    example: exampleValues.password,
  });

type RepeatedPassword = { password: string; passwordConfirm: string };

/** Whether both passwords were entered. If one is missing, only that error is reported. */
const areTyped = (value: unknown): boolean => {
  const { password, passwordConfirm } = Object(value) as Partial<RepeatedPassword>;
  return !!password && !!passwordConfirm;
};

/** Checks that the two passwords match, even if other fields have errors. The error is reported for the second password. */
const passwordsMatch = [
  ({ password, passwordConfirm }: RepeatedPassword) => password === passwordConfirm,
  {
    ...{ path: ['passwordConfirm'], message: 'Passwords do not match' },
    when: ({ value }: { value: unknown }) => areTyped(value),
  },
] as [
  (value: RepeatedPassword) => boolean,
  { path: string[]; message: string; when: (payload: { value: unknown }) => boolean },
];

const signUpFields = z.object({
  name: nameInput,
  email: emailInput,
  password: newPassword,
  passwordConfirm: passwordConfirmation,
});

export const signUpInput = signUpFields
  .extend({ role: z.literal('user').optional() })
  .refine(...passwordsMatch);

/** The sign-up form, which also requires accepting the terms. */
export const registerForm = signUpFields
  .extend({ terms: z.literal('on', { error: 'Please accept the terms' }) })
  .refine(...passwordsMatch);

/**
 * Input of the login. The rules for new passwords do not apply here, so that a password that breaks them is reported as
 * incorrect, like any wrong password.
 */
const logInInput = z.object({
  email: requiredText('Please enter your email address')
    .trim()
    .min(1, 'Please enter your email address')
    .max(254)
    .meta({ example: 'asha@example.com' }),
  password: requiredText('Please enter your password')
    .min(1, 'Please enter your password')
    .max(1_000)
    .meta({ format: 'password', example: exampleValues.password }),
  code: safeText.max(40, 'Please use at most 40 characters.').optional().meta({
    description:
      'The six-digit code that we emailed after the error `login_code_required`. Spaces and dashes are ignored.',
    example: exampleValues.code,
  }),
});

/** Input of the API's login, which has no second page for the second factor. */
export const apiLogInInput = logInInput.extend({
  secondFactor: safeText.max(60, 'Please use at most 60 characters.').optional().meta({
    description:
      'For an account with a second factor: the six-digit code that its authenticator app shows, or one of its recovery codes. Each code works once.',
    example: exampleValues.code,
  }),
});

/** The login form. */
export const logInForm = logInInput.extend({ remember: z.literal('on').optional() });

export const forgotPasswordInput = z.object({ email: emailInput });

export const resetPasswordInput = z
  .object({ password: newPassword, passwordConfirm: passwordConfirmation })
  .refine(...passwordsMatch);

/** The dashboard's form. A user without a password omits `currentPassword`. */
export const changePasswordForm = z
  .object({
    currentPassword: z.string().max(1_000).optional(),
    password: newPassword,
    passwordConfirm: passwordConfirmation,
  })
  .refine(...passwordsMatch);

/** The fields of a profile that a user can change. */
export const profileFields = z.object({
  name: nameInput.optional(),
  email: emailInput.optional(),
  password: z.string().max(1_000).optional().meta({
    description:
      'Your current password. Send it only with a new `email`, which requires it. An account without a password needs a login within the last 15 minutes instead.',
    format: 'password',
    example: exampleValues.password,
  }),
});

/**
 * Input of the endpoint that changes a profile. A password without an address is refused: only a change of the address
 * needs the password, so the caller probably means it as a new password.
 */
export const updateUserInput = profileFields.refine(
  ({ email, password }) => password === undefined || email !== undefined,
  {
    path: ['password'],
    message:
      'This is your current password, for a new email address. To change the password, request a reset link.',
  },
);

export type SignUpInput = z.output<typeof signUpInput>;
export type LogInInput = z.output<typeof apiLogInInput>;

/** Largest upload, in bytes. */
export const maxAvatarBytes = 2 * 1024 * 1024;

/** Maximum number of pixels of a decoded picture: enough for a phone's photo, too few to exhaust memory. */
export const maxAvatarPixels = 25_000_000;

/** Width and height of an avatar, in pixels. */
export const avatarSizePx = 256;

/** The accepted formats, as the form lists them. The real format is read from the file's bytes. */
export const avatarTypes = ['image/jpeg', 'image/png', 'image/webp'];

/** An uploaded picture: one file within the size limit. */
export const avatarInput = z
  .file('Please choose one picture')
  .min(1, 'This file is empty')
  .max(maxAvatarBytes, 'Please choose a picture of at most 2 MiB');

/** The URL path of an avatar. */
export const avatarPath = (name: string) => `/avatars/${name}.webp`;

/** The OAuth providers with their display names. */
export const oauthProviders = { google: 'Google', github: 'GitHub' } as const;

export type OAuthProvider = keyof typeof oauthProviders;

export type OAuthProfile = {
  provider: OAuthProvider;
  /** The provider's user id, which is never reassigned, unlike an address. */
  providerUserId: string;
  name: string;
  email: string | null;
  /** Whether the provider verified the address. */
  emailVerified: boolean;
};

/** How long a deletion can be undone, in days. */
export const undoDays = 14;

export const undoMs = undoDays * 24 * 3_600_000;

/** The form that requests the deletion. An account without a password omits `password`. */
export const deletionForm = z.object({
  password: z.string().max(1_000).optional(),
  understood: z.literal('on', { error: 'Please tick the box to confirm' }),
});
