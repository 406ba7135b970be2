import { createHash } from 'node:crypto';
import type { ActionFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { draftReply, type RecentSignInOfForms } from '#app/dashboard/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast, parseFields, submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/session.server.ts';
import { redirectDone, redirectWithToast } from '#app/session/toast.server.ts';
import { apiKeyIdOrPublicId } from '#domain/identity/api-keys/contract.browser.ts';
import { rollKeyIdempotently } from '#domain/identity/api-keys/roll-key.ts';
import { deleteKey, listKeys, updateKey } from '#domain/identity/api-keys/user-keys.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import { newId } from '#platform/ids.ts';
import { accessForm, dateInIndia, editKeyForm, rollForm, toAccess } from './key-forms.ts';
import { parseExpiry, reveal } from './keys.server.ts';

const list = paths.dashboard('manage-api');

/** The sensitive actions of the forms, by `intent`. They require a recent sign-in. */
export const recentSignIn = {
  edit: { for: 'change_key', when: opensKey },
  access: { for: 'change_key' },
  'turn-on': { for: 'change_key' },
  roll: { for: 'roll_key' },
  reveal: { for: 'reveal_key' },
  delete: { for: 'delete_key' },
} satisfies RecentSignInOfForms;

/**
 * Handles the forms of Manage API and of a key's screen, by `intent`. Both screens accept every form, because pages that an
 * earlier release rendered have all forms on Manage API.
 */
export async function act(
  signedIn: SignedInUser,
  form: FormData,
  { context }: Pick<ActionFunctionArgs, 'context'>,
) {
  const { exactAddress } = toClientAddresses(context);
  const { data: key } = apiKeyIdOrPublicId.safeParse(form.get('key'));
  if (key === undefined) throw new Response(null, { status: 400 });
  switch (form.get('intent')) {
    case 'edit':
      return submit(form, editKeyForm, (value) => save(signedIn, key, value), {
        formId: `edit-${key}`,
        fallback: fallbacks.updateKey,
      });
    case 'access':
      return submit(form, accessForm, (value) => saveAccess(signedIn, key, value), {
        formId: `access-${key}`,
        fallback: fallbacks.updateKey,
      });
    case 'roll':
      return submit(form, rollForm, (value) => roll(signedIn, key, value, exactAddress), {
        formId: `roll-${key}`,
        fallback: fallbacks.rollKey,
      });
    case 'reveal':
      return reveal(signedIn, key, list);
    case 'turn-on':
      return turnOn(signedIn, key);
    case 'delete':
      return remove(signedIn, key);
    default:
      throw new Response(null, { status: 400 });
  }
}

const forms = { edit: editKeyForm, access: accessForm };

/** Restores the unsaved values of the form that edits a key or its access. */
export function showDraft(form: FormData) {
  const name = form.get('intent');
  if (name !== 'edit' && name !== 'access') return null;
  return draftReply(`${name}-${form.get('key')}`, forms[name], form);
}

type EditedKey = z.output<typeof editKeyForm>;

async function save(signedIn: SignedInUser, key: string, value: EditedKey) {
  const { userId } = signedIn;
  const { name, description = null, expiresOn } = value;
  const { turned, isNewExpiry } = await findOpened(userId, key, value);
  // The key may have changed after `opensKey` decided whether a recent sign-in is needed.
  if (turned === 'on' || isNewExpiry) requireRecentSignIn(signedIn);
  await updateKey(userId, key, {
    ...{ name, description },
    ...(turned !== null && { isActive: turned === 'on' }),
    ...(isNewExpiry && { expiresOn: parseExpiry(expiresOn) }),
  });
  return redirectDone(paths.key(key), 'API updated successfully');
}

async function opensKey(form: FormData, { userId }: SignedInUser): Promise<boolean> {
  const value = parseFields(form, editKeyForm);
  const { data: key } = apiKeyIdOrPublicId.safeParse(form.get('key'));
  if (!value || key === undefined) return false;
  const { turned, isNewExpiry } = await findOpened(userId, key, value);
  return turned === 'on' || isNewExpiry;
}

/** Whether a form turns a key on or off, and whether it changes the key's expiry time. */
async function findOpened(userId: string, key: string, { expiresOn, ...value }: EditedKey) {
  const current = (await listKeys(userId)).find(({ _id, keyId }) => _id === key || keyId === key);
  // Stores only the fields that the user has changed. For example, a new name must not turn on a key that was turned off
  // after the page was opened.
  const { isActive = 'off', shownActive = isActive } = value;
  const isTurned = isActive !== shownActive && current?.isActive !== (isActive === 'on');
  // The form has only dates, so an unchanged date must not change the exact expiry time.
  const before = current?.expiresOn;
  const dayBefore = before ? dateInIndia(new Date(before)) : undefined;
  return { turned: isTurned ? isActive : null, isNewExpiry: expiresOn !== dayBefore };
}

async function saveAccess(signedIn: SignedInUser, key: string, value: z.output<typeof accessForm>) {
  await updateKey(signedIn.userId, key, toAccess(value));
  return redirectDone(paths.key(key), 'API updated successfully');
}

/**
 * Rolls a key only if its last roll is the one that the page shows. So submitting a form twice does not revoke a secret that
 * is in use.
 */
async function roll(
  signedIn: SignedInUser,
  key: string,
  { overlapHours, rolledAt = '' }: z.output<typeof rollForm>,
  from: string,
) {
  const { userId } = signedIn;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([key, rolledAt]))
    .digest();
  await rollKeyIdempotently(
    { userId, key, overlapHours: Number(overlapHours), from },
    {
      scope: userId,
      key: `roll ${requestHash.toString('hex')}`,
      requestHash,
      requestId: newId('req'),
    },
  );
  return redirectWithToast(paths.key(key), {
    type: 'success',
    title: 'API key rolled',
    message: 'Select Show to see the new one.',
  });
}

/** Activates a key that Dakiya had turned off. */
const turnOn = (signedIn: SignedInUser, key: string) =>
  orToast({ to: list, fallback: fallbacks.updateKey }, async () => {
    await updateKey(signedIn.userId, key, { isActive: true });
    return redirectDone(paths.key(key), 'API updated successfully');
  });

const remove = (signedIn: SignedInUser, key: string) =>
  orToast({ to: list, fallback: fallbacks.deleteKey }, async () => {
    await deleteKey(signedIn.userId, key);
    return redirectDone(list, 'API deleted successfully');
  });
