import { z } from 'zod';

/** The form that asks for the password once more, before another form is carried out. */
export const confirmForm = z.object({
  confirmPassword: z.string().min(1, 'Please enter your password').max(1_000),
});

/** What a form is answered that needs a more recent sign-in. */
export type ConfirmAsk = {
  /** The form as it was sent, to be sent again. */
  fields: [name: string, value: string][];
  /** What was wrong with the password, if one was entered. */
  error: string | null;
  /** Left out for an account without a password, whose owner signs in again. */
  hasPassword: boolean;
  /** Where else they can sign in again. */
  links: { label: string; href: string }[];
};

/** An action's answer, if it is one. */
export type MaybeConfirm = { confirm?: ConfirmAsk } | undefined;
