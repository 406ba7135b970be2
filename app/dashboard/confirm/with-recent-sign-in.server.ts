import { data } from '@remix-run/node';
import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { paths } from '#app/paths.ts';
import { hasClient } from '#app/session/providers/client.server.ts';
import { checkPassword } from '#domain/identity/accounts/change-password.ts';
import { oauthProviders } from '#domain/identity/accounts/contract.browser.ts';
import {
  getSignInMethods,
  type SignInMethods,
} from '#domain/identity/accounts/get-sign-in-methods.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { markAuthenticated } from '#domain/identity/sessions/manage-sessions.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { type ConfirmAsk, confirmForm } from './contract.ts';

type SubmittedForm = {
  signedIn: SignedInUser;
  form: FormData;
  /** The address that rate limits use. */
  clientAddress: string;
  /** The page of the form, to which a new sign-in returns. */
  page: string;
};

/**
 * Processes a form. If that needs a more recent sign-in, the page asks for the password and submits the same
 * form with it.
 */
export async function withRecentSignIn<T>(
  sent: SubmittedForm,
  carryOut: (signedIn: SignedInUser) => Promise<T>,
) {
  const { form, signedIn } = sent;
  const entered = form.get('confirmPassword');
  form.delete('confirmPassword');
  try {
    return await carryOut(entered === null ? signedIn : await confirm(sent, entered));
  } catch (error) {
    if (error instanceof PasswordRejected) return askForPassword(sent, error.reason);
    if (error instanceof DomainError && error.code === 'reauthentication_required') {
      return askForPassword(sent, error);
    }
    throw error;
  }
}

/** The entered password is wrong, or too many were entered. */
class PasswordRejected extends Error {
  constructor(readonly reason: DomainError) {
    super(reason.message);
  }
}

async function confirm(sent: SubmittedForm, entered: FormDataEntryValue): Promise<SignedInUser> {
  const { signedIn, clientAddress } = sent;
  try {
    const { data: value, error } = confirmForm.safeParse({ confirmPassword: entered });
    if (error) {
      const [issue] = error.issues;
      throw new DomainError('invalid_parameter', { message: issue?.message ?? '' });
    }
    await checkPassword(signedIn.userId, value.confirmPassword, { from: clientAddress });
  } catch (error) {
    throw error instanceof DomainError ? new PasswordRejected(error) : error;
  }
  return markAuthenticated(signedIn);
}

async function askForPassword({ signedIn, form, page }: SubmittedForm, reason: DomainError) {
  const ways = await getSignInMethods(signedIn.userId);
  const fields = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const confirm: ConfirmAsk = {
    // After signing in elsewhere the user fills in the form again, so its fields are not kept in the page.
    fields: ways.hasPassword ? fields : [],
    error: reason.code === 'reauthentication_required' ? null : reason.message,
    hasPassword: ways.hasPassword,
    links: toSignInLinks(ways, page),
  };
  return data({ confirm }, { status: httpStatusByErrorCode[reason.code] });
}

function toSignInLinks(
  { providers, hasPassword }: SignInMethods,
  page: string,
): ConfirmAsk['links'] {
  const query = new URLSearchParams({ to: page });
  const links = providers.filter(hasClient).map((provider) => ({
    label: `Sign in again with ${oauthProviders[provider]}`,
    href: `${paths[provider]}?${query}`,
  }));
  if (links.length > 0 || hasPassword) return links;
  // The account has no usable sign-in provider: an emailed link sets a first password.
  return [{ label: 'Set a password by email', href: paths.forgotPassword }];
}
