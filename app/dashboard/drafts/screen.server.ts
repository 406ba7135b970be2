import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { type ConfirmAsk, confirmForm } from '#app/dashboard/confirm/contract.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { readDevice } from '#app/session/cookies.server.ts';
import { hasClient } from '#app/session/providers/oauth-flow.server.ts';
import {
  getLastUserId,
  getSignedInUser,
  redirectToLogin,
  requireSignedInUser,
  writeRenewedSession,
} from '#app/session/session.server.ts';
import { setFlashHeaders } from '#app/session/toast.server.ts';
import { checkPassword } from '#domain/identity/accounts/change-password.ts';
import { oauthProviders } from '#domain/identity/accounts/contract.browser.ts';
import {
  getSignInMethods,
  type SignInMethods,
} from '#domain/identity/accounts/get-sign-in-methods.ts';
import { hasSecondFactor } from '#domain/identity/factors/has-second-factor.ts';
import { confirmWithPasskey, startPasskeyConfirmation } from '#domain/identity/factors/passkeys.ts';
import { verifyFactorCode } from '#domain/identity/factors/verify-code.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { type RenewedSession, renewSession } from '#domain/identity/sessions/create-session.ts';
import { guardSensitive, type RecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.browser.ts';
import { DomainError, sentenceForPeople } from '#domain/shared/errors.browser.ts';
import { restoreDraft, saveDraft } from './draft.server.ts';
import { draftNotSavedToast } from './draft-reply.ts';

/** Converts the saved form to the data that the screen shows instead of a reply; null for none. */
type ShowDraft<D> = (form: FormData) => D | null;

/** Creates the loader of a screen with drafts: the loader loads the screen's data and the draft. */
export function loadScreen<T extends object, D>(
  id: ScreenId,
  load: (signedIn: SignedInUser, args: LoaderFunctionArgs) => Promise<T>,
  showDraft: ShowDraft<D>,
) {
  return async (args: LoaderFunctionArgs) => {
    const signedIn = await requireSignedInUser(args.request);
    const [content, { form, headers }] = await Promise.all([
      load(signedIn, args),
      restoreDraft(args.request, signedIn.userId, id),
    ]);
    return data({ ...content, draft: form && showDraft(form) }, { headers });
  };
}

/** The sensitive actions that a screen's forms carry out, by `intent`; '' stands for a form without an `intent`. */
export type RecentSignInOfForms = Readonly<Record<string, RecentSignIn<FormData>>>;

type Options<D> = {
  /** The actions by intent. A form with an undeclared intent gets 400. False if no form carries out a sensitive action. */
  recentSignIn: false | RecentSignInOfForms;
  /** Omitted for screens without drafts. */
  showDraft?: ShowDraft<D>;
  /** Maximum size of a file in the screen's forms, in bytes. */
  maxFileBytes?: number;
};

/** `page` is the path and query of the form's page. */
type ScreenActionArgs = ActionFunctionArgs & { page: string };

/**
 * Creates the action of a screen. For a sensitive action, the page asks for the password if the sign-in is too old, and the
 * account's owner gets an email afterwards. Without a session, the action redirects to the login.
 */
export function actOnScreen<T, D = never>(
  id: ScreenId,
  act: (signedIn: SignedInUser, form: FormData, args: ScreenActionArgs) => Promise<T>,
  { recentSignIn, showDraft, maxFileBytes }: Options<D>,
) {
  const action = async (args: ActionFunctionArgs) => {
    const { request, context } = args;
    const signedIn = await getSignedInUser(request);
    if (signedIn) {
      const form = await readForm(request, { maxFileBytes });
      const { pathname, search } = new URL(request.url);
      const page = pathname + search;
      return withRecentSignIn(
        {
          ...{ signedIn, form, clientAddress: context.clientAddress ?? '', page },
          device: await readDevice(request),
        },
        (confirmed) => {
          const guarded = { input: form, from: context.exactAddress ?? '', isDone };
          return guardSensitive(ruleOf(recentSignIn, form), confirmed, guarded, () =>
            act(confirmed, form, { ...args, page }),
          );
        },
      );
    }
    const userId = await getLastUserId(request);
    // Without a known user, the body is not read at all.
    if (userId === null) throw redirectToLogin(request, showDraft && (await notSavedHeaders()));
    const expiredForm = await readForm(request, { maxFileBytes });
    if (!showDraft?.(expiredForm)) throw redirectToLogin(request);
    throw redirectToLogin(
      request,
      (await saveDraft(userId, id, expiredForm)) ?? (await notSavedHeaders()),
    );
  };
  return Object.assign(action, { recentSignIn });
}

/** @throws Response 400 for an intent that the screen has not declared */
function ruleOf(declared: Options<never>['recentSignIn'], form: FormData): RecentSignIn<FormData> {
  if (declared === false) return false;
  const intent = form.get('intent') ?? '';
  if (typeof intent !== 'string' || !Object.hasOwn(declared, intent)) {
    throw new Response(null, { status: 400 });
  }
  return declared[intent] ?? false;
}

/** Whether a form succeeded. On failure, its error was thrown, or returned with an error status. */
function isDone(result: unknown): boolean {
  const init = (result as { init?: ResponseInit | null } | undefined)?.init;
  return (init?.status ?? 200) < 400;
}

const notSavedHeaders = () => setFlashHeaders({ toast: draftNotSavedToast });

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
 * Processes a form. If the form needs a more recent sign-in, the page asks for the password and submits the same form with the
 * password.
 */
async function withRecentSignIn<T>(
  sent: SubmittedForm,
  carryOut: (signedIn: SignedInUser) => Promise<T>,
) {
  const { form, signedIn } = sent;
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
