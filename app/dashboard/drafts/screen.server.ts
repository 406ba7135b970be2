import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { withRecentSignIn } from '#app/dashboard/confirm/with-recent-sign-in.server.ts';
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
      return withRecentSignIn(signedIn, form, args, (confirmed) => {
        const guarded = { input: form, from: context.exactAddress ?? '', isDone };
        return guardSensitive(ruleOf(recentSignIn, form), confirmed, guarded, () =>
          act(confirmed, form, { ...args, page }),
        );
      });
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
