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
import type { ScreenId } from '#domain/shared/dashboard-paths.ts';
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

type Options<D> = {
  /** Omitted for screens without drafts. */
  showDraft?: ShowDraft<D>;
  /** Maximum size of a file in its forms, in bytes. */
  maxFileBytes?: number;
};

/** `page` is the path and query of the form's page. */
type ScreenActionArgs = ActionFunctionArgs & { page: string };

/**
 * Creates the action of a screen. It asks for the password if the sign-in is too long ago, and redirects to
 * the login if there is no session.
 */
export function actOnScreen<T, D = never>(
  id: ScreenId,
  act: (signedIn: SignedInUser, form: FormData, args: ScreenActionArgs) => Promise<T>,
  { showDraft, maxFileBytes }: Options<D> = {},
) {
  return async (args: ActionFunctionArgs) => {
    const { request, context } = args;
    const signedIn = await getSignedInUser(request);
    if (signedIn) {
      const form = await readForm(request, { maxFileBytes });
      const { pathname, search } = new URL(request.url);
      const page = pathname + search;
      return withRecentSignIn(
        { signedIn, form, clientAddress: context.clientAddress ?? '', page },
        (confirmed) => act(confirmed, form, { ...args, page }),
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
}

const notSavedHeaders = () => setFlashHeaders({ toast: draftNotSavedToast });
