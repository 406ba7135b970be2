import { randomUUID } from 'node:crypto';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import type { Toast } from '#app/components/toasts.tsx';
import { withRecentSignIn } from '#app/dashboard/confirm/with-recent-sign-in.server.ts';
import type { FormSchema } from '#app/forms/parse-form.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import type { FormReply } from '#app/forms/validated-form.tsx';
import { encryptedCookie } from '#app/session/cookies.server.ts';
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
import { decrypt, encrypt } from '#platform/crypto.ts';
import { openedAtStart } from '#platform/instance.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { logger } from '#platform/logger.ts';
import { openRedis } from '#platform/redis.ts';

/** Converts the saved form to the data that the screen shows instead of a reply; null if the form is not restored. */
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

/** A form of a screen. */
type ScreenForm = {
  recentSignIn: RecentSignIn<FormData>;
  act: (signedIn: SignedInUser, form: FormData, args: ScreenActionArgs) => Promise<unknown>;
  /** Omitted for a form that is not restored after the session had expired. */
  showDraft?: ShowDraft<unknown>;
};

/**
 * Combines the forms of a screen, by `intent`, into what `actOnScreen` and `loadScreen` need.
 *
 * @param forms '' stands for a form without an `intent`
 */
export function screenForms<Forms extends Record<string, ScreenForm>>(forms: Forms) {
  type Result = Awaited<ReturnType<Forms[keyof Forms]['act']>>;
  const find = (form: FormData): ScreenForm | undefined => {
    const intent = form.get('intent') ?? '';
    return typeof intent === 'string' && Object.hasOwn(forms, intent) ? forms[intent] : undefined;
  };
  return {
    recentSignIn: Object.fromEntries(
      Object.entries(forms).map(([intent, { recentSignIn }]) => [intent, recentSignIn]),
    ) satisfies RecentSignInOfForms,
    act: (...[signedIn, form, args]: Parameters<ScreenForm['act']>) => {
      const found = find(form);
      if (!found) throw new Response(null, { status: 400 });
      return found.act(signedIn, form, args) as Promise<Result>;
    },
    showDraft: (form: FormData) => find(form)?.showDraft?.(form) ?? null,
  };
}

type FormAct<S extends FormSchema, T> = Pick<ScreenForm, 'recentSignIn'> & {
  schema: S;
  /** The error message for an unexpected error. */
  fallback: string;
  /** The form's id on its page; by default its intent. */
  formId?: string | ((form: FormData) => string);
  /** Whether the form is restored after the session had expired. */
  isRestored?: boolean;
  /** Carries out the valid form. */
  run: (typed: z.output<S>, context: FormContext) => Promise<T>;
};

/** What `run` of a form gets besides the form's fields. */
export type FormContext = ScreenActionArgs & {
  signedIn: SignedInUser;
  /** The whole form, with its hidden fields. */
  form: FormData;
};

/** A form of a screen with fields. Errors appear in the form. */
export function formAct<S extends FormSchema, T>({
  recentSignIn,
  schema,
  fallback,
  formId = (form) => String(form.get('intent')),
  isRestored = false,
  run,
}: FormAct<S, T>) {
  const idOf = (form: FormData) => (typeof formId === 'string' ? formId : formId(form));
  return {
    recentSignIn,
    act: (signedIn: SignedInUser, form: FormData, args: ScreenActionArgs) =>
      submit(form, schema, (typed) => run(typed, { ...args, signedIn, form }), {
        ...{ formId: idOf(form), fallback },
      }),
    ...(isRestored && { showDraft: (form: FormData) => draftReply(idOf(form), schema, form) }),
  };
}

/** Whether a form succeeded. On failure, its error was thrown, or returned with an error status. */
function isDone(result: unknown): boolean {
  const init = (result as { init?: ResponseInit | null } | undefined)?.init;
  return (init?.status ?? 200) < 400;
}

const notSavedHeaders = () => setFlashHeaders({ toast: draftNotSavedToast });

/** The message above a form that was submitted after the session had expired. */
export const draftMessage =
  'Your session had expired, so this form was not submitted. Please check it and submit it again.';

export const draftToast: Toast = { type: 'warning', title: 'Not sent', message: draftMessage };

/** The toast on the login page if the form could not be saved. */
const draftNotSavedToast: Toast = {
  type: 'warning',
  title: 'Not sent',
  message: 'Your session had expired, and we could not save what you typed.',
};

/** The error of a file field, because a page cannot reselect a file. */
const fileNotSaved = 'The file was not saved. Please choose it again.';

/** A reply that restores a form submitted after the session had expired. */
export function draftReply(formId: string, schema: FormSchema, form: FormData): FormReply {
  const initialValue: Record<string, string> = {};
  const error: Record<string, string[]> = { '': [draftMessage] };
  for (const name of Object.keys(schema.shape)) {
    const value = form.get(name);
    if (typeof value === 'string') initialValue[name] = value;
    else if (value !== null && value.name !== '') error[name] = [fileNotSaved];
  }
  return { formId, result: { status: 'error', initialValue, error }, toast: draftToast };
}

const redis = openedAtStart(() => openRedis('commands'));

/** How long a draft is kept, in seconds, so that the user can log in again. */
export const draftTtlSeconds = 600;

/** Maximum size of a draft, in bytes of UTF-8. */
export const maxDraftBytes = 64 * 1024;

/** Maximum number of drafts per user at a time, because anyone with the browser can store drafts in the user's name. */
export const maxDraftsPerUser = 5;

const limit = createRateLimiter('form-drafts', {
  points: maxDraftsPerUser,
  seconds: draftTtlSeconds,
});

/** Identifies this browser's draft and its owner. The fields are stored in Redis, because a cookie is too small. */
const cookie = encryptedCookie<{ id: string; userId: string }>('draft', {
  maxAge: draftTtlSeconds,
});

/** The fields of a form; null marks a file, which is not stored. */
type Fields = [name: string, value: string | null][];

/** The Redis key of a draft. The encryption is bound to it, so a draft can be decrypted only for this user and screen. */
const draftKey = (userId: string, screen: ScreenId, id: string) =>
  `draft:${userId}:${screen}:${id}`;

/**
 * Saves a form that was submitted after its session had expired.
 *
 * @returns the headers with the draft's cookie; null if the form is too long, the user has too many drafts,
 *   or Redis is down
 */
export async function saveDraft(
  userId: string,
  screen: ScreenId,
  form: FormData,
): Promise<Headers | null> {
  const fields: Fields = [...form]
    .filter(([, value]) => typeof value === 'string' || value.name !== '')
    .map(([name, value]) => [name, typeof value === 'string' ? value : null]);
  const text = JSON.stringify(fields);
  if (Buffer.byteLength(text) > maxDraftBytes) return null;
  if (!(await limit.consume(userId)).allowed) return null;
  const id = randomUUID();
  const key = draftKey(userId, screen, id);
  try {
    await redis().set(key, encrypt(text, key), 'EX', draftTtlSeconds);
  } catch (error) {
    logger.warn({ error }, 'form draft not saved');
    return null;
  }
  return new Headers({ 'set-cookie': await cookie.write({ id, userId }) });
}

/**
 * Returns a draft and deletes it, so that it is restored only once.
 *
 * @returns the form as submitted, or null, and the headers that delete the cookie. A selected file is restored as an
 *   empty file.
 */
export async function restoreDraft(
  request: Request,
  userId: string,
  screen: ScreenId,
): Promise<{ form: FormData | null; headers: Headers }> {
  const headers = new Headers();
  const saved = await cookie.read(request);
  if (!saved) return { form: null, headers };
  const isOwner = saved.userId === userId;
  const text = isOwner ? await consume(draftKey(userId, screen, saved.id)) : null;
  if (!isOwner || text !== null) headers.append('set-cookie', await cookie.forget());
  return { form: text === null ? null : toForm(JSON.parse(text)), headers };
}

/** Deletes a draft and returns its text; null if Redis cannot be read, so that the page is shown without it. */
async function consume(key: string): Promise<string | null> {
  try {
    const encrypted = await redis().getdelBuffer(key);
    return encrypted && decrypt(encrypted, key);
  } catch (error) {
    logger.warn({ error }, 'form draft not restored');
    return null;
  }
}

function toForm(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value ?? new File([], 'chosen'));
  return form;
}
