import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { readForm } from '#app/forms/read-form.server.ts';
import {
  getLastUserId,
  getSignedInUser,
  redirectToLogin,
  requireSignedInUser,
} from '#app/session/session.server.ts';
import { setFlashHeaders } from '#app/session/toast.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { guardSensitive, type RecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.browser.ts';
import { withRecentSignIn } from '../confirm/with-recent-sign-in.server.ts';
import { restoreDraft, saveDraft } from './draft.server.ts';
import { draftNotSavedToast } from './draft-reply.ts';

/** Turns the saved form into what the screen shows in place of a reply; null for nothing. */
type ShowDraft<D> = (form: FormData) => D | null;

/** Creates the loader of a screen with drafts: it loads the screen's data and the draft. */
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

/** Which sensitive actions the forms of a screen carry out, by `intent`; '' stands for a form without one. */
export type RecentSignInOfForms = Readonly<Record<string, RecentSignIn<FormData>>>;

type Options<D> = {
  /** A form with an intent that is not declared is refused (400). False if no form carries out a sensitive action. */
  recentSignIn: false | RecentSignInOfForms;
  /** Omitted for screens without drafts. */
  showDraft?: ShowDraft<D>;
  /** Maximum size of a file in its forms, in bytes. */
  maxFileBytes?: number;
};

/** `page` is the path and query of the form's page. */
type ScreenActionArgs = ActionFunctionArgs & { page: string };

/**
 * Creates the action of a screen. A sensitive action asks for the password if the sign-in is too long ago, and its owner
 * is emailed. Without a session it redirects to the login.
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
        { signedIn, form, clientAddress: context.clientAddress ?? '', page },
        (confirmed) => {
          const guarded = { input: form, from: context.exactAddress ?? '', isDone };
          return guardSensitive(ruleOf(recentSignIn, form), confirmed, guarded, () =>
            act(confirmed, form, { ...args, page }),
          );
        },
      );
    }
    const userId = await getLastUserId(request);
    // Without a known user the body is not even read.
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

/** Whether a form was carried out: an error is thrown, or returned with its status. */
function isDone(result: unknown): boolean {
  const init = (result as { init?: ResponseInit | null } | undefined)?.init;
  return (init?.status ?? 200) < 400;
}

const notSavedHeaders = () => setFlashHeaders({ toast: draftNotSavedToast });
