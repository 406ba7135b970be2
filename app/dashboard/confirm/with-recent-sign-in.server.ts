import { type ActionFunctionArgs, data } from '@remix-run/node';
import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { paths } from '#app/paths.ts';
import { readDevice } from '#app/session/cookies.server.ts';
import { hasClient } from '#app/session/providers/oauth-flow.server.ts';
import { writeRenewedSession } from '#app/session/session.server.ts';
import { checkPassword } from '#domain/identity/accounts/change-password.ts';
import { oauthProviders } from '#domain/identity/accounts/contract.browser.ts';
import {
  getSignInMethods,
  type SignInMethods,
} from '#domain/identity/accounts/sign-in-with-provider.ts';
import { confirmWithPasskey, startPasskeyConfirmation } from '#domain/identity/factors/passkeys.ts';
import { hasSecondFactor, verifyFactorCode } from '#domain/identity/factors/verify-code.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { type RenewedSession, renewSession } from '#domain/identity/sessions/create-session.ts';
import { DomainError, sentenceForPeople } from '#domain/shared/errors.browser.ts';
import { type ConfirmAsk, confirmForm } from './confirm-sign-in.tsx';

type SubmittedForm = {
  signedIn: SignedInUser;
  form: FormData;
  /** The address that rate limits use. */
  clientAddress: string;
  /** The browser, to which challenges of passkeys are bound. */
  device: Awaited<ReturnType<typeof readDevice>>;
  /** The page of the form, to which a new sign-in returns. */
  page: string;
};

/**
 * Processes a form. If the form needs a more recent sign-in, the page asks for the password and the second factor, and submits
 * the same form with them. The page must be wrapped by `confirmFirst`.
 *
 * @param carryOut throws DomainError `reauthentication_required` if the sign-in is too old
 */
export async function withRecentSignIn<T>(
  signedIn: SignedInUser,
  form: FormData,
  { request, context }: ActionFunctionArgs,
  carryOut: (signedIn: SignedInUser) => Promise<T>,
) {
  const { pathname, search } = new URL(request.url);
  const sent: SubmittedForm = {
    ...{ signedIn, form, clientAddress: context.clientAddress ?? '', page: pathname + search },
    device: await readDevice(request),
  };
  const entered = form.get('confirmPassword');
  const code = form.get('confirmCode') ?? undefined;
  const passkey = form.get('confirmPasskey');
  form.delete('confirmPassword');
  form.delete('confirmCode');
  form.delete('confirmPasskey');
  try {
    if (entered === null && passkey === null) return await carryOut(signedIn);
    const renewed =
      typeof passkey === 'string'
        ? await confirmByPasskey(sent, passkey)
        : await confirm(sent, entered ?? '', code);
    return await withCookie(await writeRenewedSession(renewed), () => carryOut(renewed.signedIn));
  } catch (error) {
    if (error instanceof ConfirmationRejected) return askForPassword(sent, error.reason);
    if (error instanceof DomainError && error.code === 'reauthentication_required') {
      return askForPassword(sent, error);
    }
    throw error;
  }
}

/** Thrown if the password, the code or the passkey is wrong, or too many were tried. */
class ConfirmationRejected extends Error {
  constructor(readonly reason: DomainError) {
    super(sentenceForPeople(reason));
  }
}

/** Adds a cookie to the response of an action. Cookies that the action sets itself come later, so they replace it. */
async function withCookie<T>(cookie: string, carryOut: () => Promise<T>) {
  try {
    const result = await carryOut();
    if (!(result instanceof Response)) return addCookieToData(cookie, result);
    prependCookie(result.headers, cookie);
    return result;
  } catch (thrown) {
    if (thrown instanceof Response) prependCookie(thrown.headers, cookie);
    throw thrown;
  }
}

function prependCookie(headers: Headers, cookie: string): void {
  const own = headers.getSetCookie();
  headers.delete('set-cookie');
  for (const line of [cookie, ...own]) headers.append('set-cookie', line);
}

function addCookieToData<T>(cookie: string, result: T) {
  const given = result as { type?: unknown; data: T; init: ResponseInit | null };
  const isData = given?.type === 'DataWithResponseInit';
  const headers = new Headers(isData ? given.init?.headers : undefined);
  prependCookie(headers, cookie);
  return data(isData ? given.data : result, { ...(isData && given.init), headers });
}

/** Checks the password, and the second factor if the user has one. */
async function confirm(
  sent: SubmittedForm,
  entered: FormDataEntryValue,
  code: FormDataEntryValue | undefined,
): Promise<RenewedSession> {
  const { signedIn, clientAddress } = sent;
  const { userId } = signedIn;
  const proved = ['password'];
  try {
    const { data: value, error } = confirmForm.safeParse({
      confirmPassword: entered,
      confirmCode: code,
    });
    if (error) {
      const [issue] = error.issues;
      throw new DomainError('invalid_parameter', { message: issue?.message ?? '' });
    }
    await checkPassword(userId, value.confirmPassword, { from: clientAddress });
    if (await hasSecondFactor(userId)) {
      proved.push(await verifyFactorCode(userId, value.confirmCode ?? '', { from: clientAddress }));
    }
  } catch (error) {
    throw error instanceof DomainError ? new ConfirmationRejected(error) : error;
  }
  return renewSession(signedIn, proved);
}

/** Checks a passkey, which proves as much as password and code. */
async function confirmByPasskey(sent: SubmittedForm, response: string): Promise<RenewedSession> {
  const { signedIn, clientAddress: from, device } = sent;
  try {
    return await confirmWithPasskey(signedIn, response, { from, browser: device.id });
  } catch (error) {
    throw error instanceof DomainError ? new ConfirmationRejected(error) : error;
  }
}

async function askForPassword(
  { signedIn, form, page, device }: SubmittedForm,
  reason: DomainError,
) {
  const [ways, needsCode, passkey] = await Promise.all([
    getSignInMethods(signedIn.userId),
    hasSecondFactor(signedIn.userId),
    startPasskeyConfirmation(signedIn.userId, device.id),
  ]);
  const fields = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const confirm: ConfirmAsk = {
    // The user signs in elsewhere and then fills in the form again, so the page need not keep the fields.
    fields: ways.hasPassword || passkey ? fields : [],
    error: reason.code === 'reauthentication_required' ? null : sentenceForPeople(reason),
    hasPassword: ways.hasPassword,
    needsCode,
    passkey,
    links: toSignInLinks(ways, page),
  };
  const headers = { 'set-cookie': device.setCookie };
  return data({ confirm }, { status: httpStatusByErrorCode[reason.code], headers });
}

function toSignInLinks(
  { providers, hasPassword }: SignInMethods,
  page: string,
): ConfirmAsk['links'] {
  const query = new URLSearchParams({ to: page });
  const links = providers.filter(hasClient).map((provider) => ({
    label: `Log in again with ${oauthProviders[provider]}`,
    href: `${paths[provider]}?${query}`,
  }));
  if (links.length > 0 || hasPassword) return links;
  // The account has no usable sign-in provider, so an emailed link sets a first password.
  return [{ label: 'Set a password by email', href: paths.forgotPassword }];
}
