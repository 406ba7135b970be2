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

/** What a screen shows of a form that came when the session was over, in place of an answer; null for nothing. */
type ShowDraft<D> = (form: FormData) => D | null;

/** The loader of a screen whose forms leave drafts: what it loads, and the draft. */
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
  /** Left out where nothing is kept of a form that comes too late. */
  showDraft?: ShowDraft<D>;
  /** The largest file that its forms send, in bytes. */
  maxFileBytes?: number;
};

/** The action of a screen: asks for the password where the sign-in is too long ago, for a login where there is none. */
export function actOnScreen<T, D = never>(
  id: ScreenId,
  act: (signedIn: SignedInUser, form: FormData, args: ActionFunctionArgs) => Promise<T>,
  { showDraft, maxFileBytes }: Options<D> = {},
) {
  return async (args: ActionFunctionArgs) => {
    const { request, context } = args;
    const signedIn = await getSignedInUser(request);
    if (signedIn) {
      const form = await readForm(request, { maxFileBytes });
      const { pathname, search } = new URL(request.url);
      return withRecentSignIn(
        { signedIn, form, clientAddress: context.clientAddress ?? '', page: pathname + search },
        (confirmed) => act(confirmed, form, args),
      );
    }
    const userId = await getLastUserId(request);
    // Where there is nobody to keep it for, it is not even read.
    if (userId === null) throw redirectToLogin(request, showDraft && (await sayNotKept()));
    const late = await readForm(request, { maxFileBytes });
    if (!showDraft?.(late)) throw redirectToLogin(request);
    throw redirectToLogin(request, (await saveDraft(userId, id, late)) ?? (await sayNotKept()));
  };
}

const sayNotKept = () => setFlashHeaders({ toast: draftNotSavedToast });
