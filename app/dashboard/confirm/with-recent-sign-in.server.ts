import { data } from '@remix-run/node';
import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { paths } from '#app/paths.ts';
import { limitAuthAttempt } from '#app/session/limit-auth-attempts.server.ts';
import { hasClient } from '#app/session/providers/client.server.ts';
import { checkPassword } from '#domain/identity/accounts/check-password.server.ts';
import {
  getSignInMethods,
  type SignInMethods,
} from '#domain/identity/accounts/get-sign-in-methods.server.ts';
import { oauthProviders } from '#domain/identity/accounts/oauth-providers.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { markAuthenticated } from '#domain/identity/sessions/mark-authenticated.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { type ConfirmAsk, confirmForm } from './contract.ts';

type Sent = {
  signedIn: SignedInUser;
  form: FormData;
  /** Where it comes from, as limits count it. */
  clientAddress: string;
  /** The page that it was sent from, which somebody who signs in again comes back to. */
  page: string;
};

/**
 * Carries a form out. Where that needs a more recent sign-in, the page asks for the password, and sends the same
 * form with it.
 */
export async function withRecentSignIn<T>(
  sent: Sent,
  carryOut: (signedIn: SignedInUser) => Promise<T>,
) {
  const { form, signedIn } = sent;
  const entered = form.get('confirmPassword');
  form.delete('confirmPassword');
  try {
    return await carryOut(entered === null ? signedIn : await confirm(sent, entered));
  } catch (error) {
    if (error instanceof WrongEntry) return ask(sent, error.reason);
    if (error instanceof DomainError && error.code === 'reauthentication_required') {
      return ask(sent, error);
    }
    throw error;
  }
}

/** What was entered is not the password, or was entered too often. */
class WrongEntry extends Error {
  constructor(readonly reason: DomainError) {
    super(reason.message);
  }
}

async function confirm(sent: Sent, entered: FormDataEntryValue): Promise<SignedInUser> {
  const { signedIn, clientAddress } = sent;
  const { email } = await getSignInMethods(signedIn.userId);
  try {
    const { data: value, error } = confirmForm.safeParse({ confirmPassword: entered });
    if (error) {
      const [issue] = error.issues;
      throw new DomainError('invalid_parameter', { message: issue?.message ?? '' });
    }
    await limitAuthAttempt('login', clientAddress, email);
    await checkPassword(signedIn.userId, value.confirmPassword);
  } catch (error) {
    throw error instanceof DomainError ? new WrongEntry(error) : error;
  }
  return markAuthenticated(signedIn);
}

async function ask({ signedIn, form, page }: Sent, reason: DomainError) {
  const ways = await getSignInMethods(signedIn.userId);
  const fields = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const confirm: ConfirmAsk = {
    // Whoever leaves to sign in again sends the form anew: nothing of it waits in the page.
    fields: ways.hasPassword ? fields : [],
    error: reason.code === 'reauthentication_required' ? null : reason.message,
    hasPassword: ways.hasPassword,
    links: linksOf(ways, page),
  };
  return data({ confirm }, { status: httpStatusByErrorCode[reason.code] });
}

function linksOf({ providers, hasPassword }: SignInMethods, page: string): ConfirmAsk['links'] {
  const query = new URLSearchParams({ to: page });
  const links = providers.filter(hasClient).map((provider) => ({
    label: `Sign in again with ${oauthProviders[provider]}`,
    href: `${paths[provider]}?${query}`,
  }));
  if (links.length > 0 || hasPassword) return links;
  // No provider is left to sign in with: a mailed link sets a first password.
  return [{ label: 'Set a password by email', href: paths.forgotPassword }];
}
