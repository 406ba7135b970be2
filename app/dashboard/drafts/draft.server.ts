import { encryptedCookie } from '#app/session/encrypted-cookie.server.ts';
import { consumeFormDraft } from '#domain/identity/form-drafts/consume-form-draft.server.ts';
import { draftTtlMs } from '#domain/identity/form-drafts/contract.ts';
import { saveFormDraft } from '#domain/identity/form-drafts/save-form-draft.server.ts';

/** Which form this browser sent too late, and whose it is. What was typed is with us: it may be long. */
const cookie = encryptedCookie<{ id: string; userId: string }>('unsent', {
  maxAge: draftTtlMs / 1_000,
});

/** The fields of a form; null stands for a file, which is not kept. */
type Typed = [name: string, value: string | null][];

/** @returns the headers that lead back to what this user typed; null if it could not be kept */
export async function saveDraft(
  userId: string,
  tab: string,
  form: FormData,
): Promise<Headers | null> {
  const typed: Typed = [...form]
    .filter(([, value]) => typeof value === 'string' || value.name !== '')
    .map(([name, value]) => [name, typeof value === 'string' ? value : null]);
  const id = await saveFormDraft(userId, tab, JSON.stringify(typed));
  return id === null ? null : new Headers({ 'set-cookie': await cookie.write({ id, userId }) });
}

/**
 * @returns what this user typed on this tab, if anything was kept, and the headers that forget it. Where
 *   a file was chosen there is an empty one.
 */
export async function restoreDraft(
  request: Request,
  userId: string,
  tab: string,
): Promise<{ form: FormData | null; headers: Headers }> {
  const headers = new Headers();
  const kept = await cookie.read(request);
  if (!kept) return { form: null, headers };
  const isMine = kept.userId === userId;
  const typed = isMine ? await consumeFormDraft(userId, tab, kept.id) : null;
  if (!isMine || typed !== null) headers.append('set-cookie', await cookie.forget());
  return { form: typed === null ? null : toForm(JSON.parse(typed)), headers };
}

function toForm(typed: Typed): FormData {
  const form = new FormData();
  for (const [name, value] of typed) form.append(name, value ?? new File([], 'chosen'));
  return form;
}
