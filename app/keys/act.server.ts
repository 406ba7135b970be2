import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { type FormContext, formAct, screenForms } from '#app/dashboard/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast, parseFields } from '#app/forms/submit.server.ts';
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

/**
 * The forms of Manage API and of a key's screen. Both screens accept every form, because pages that an earlier release
 * rendered have all forms on Manage API.
 */
export const forms = screenForms({
  edit: formAct({
    recentSignIn: { for: 'change_key', when: opensKey },
    schema: editKeyForm,
    formId: (form) => `edit-${form.get('key')}`,
    fallback: fallbacks.updateKey,
    isRestored: true,
    run: (value, { signedIn, form }) => save(signedIn, keyOf(form), value),
  }),
  access: formAct({
    recentSignIn: { for: 'change_key' },
    schema: accessForm,
    formId: (form) => `access-${form.get('key')}`,
    fallback: fallbacks.updateKey,
    isRestored: true,
    run: async (value, { signedIn, form }) => {
      await updateKey(signedIn.userId, keyOf(form), toAccess(value));
      return redirectDone(paths.key(keyOf(form)), 'API updated successfully');
    },
  }),
  roll: formAct({
    recentSignIn: { for: 'roll_key' },
    schema: rollForm,
    formId: (form) => `roll-${form.get('key')}`,
    fallback: fallbacks.rollKey,
    run: roll,
  }),
  reveal: {
    recentSignIn: { for: 'reveal_key' },
    act: async (signedIn, form) => reveal(signedIn, keyOf(form), list),
  },
  // Activates a key that Dakiya had turned off.
  'turn-on': {
    recentSignIn: { for: 'change_key' },
    act: ({ userId }, form) =>
      orToast({ to: list, fallback: fallbacks.updateKey }, async () => {
        await updateKey(userId, keyOf(form), { isActive: true });
        return redirectDone(paths.key(keyOf(form)), 'API updated successfully');
      }),
  },
  delete: {
    recentSignIn: { for: 'delete_key' },
    act: ({ userId }, form) =>
      orToast({ to: list, fallback: fallbacks.deleteKey }, async () => {
        await deleteKey(userId, keyOf(form));
        return redirectDone(list, 'API deleted successfully');
      }),
  },
});

/** @throws Response 400 without the id of a key */
function keyOf(form: FormData): string {
  const { data: key } = apiKeyIdOrPublicId.safeParse(form.get('key'));
  if (key === undefined) throw new Response(null, { status: 400 });
  return key;
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

/**
 * Rolls a key only if its last roll is the one that the page shows. So submitting a form twice does not revoke a secret that
 * is in use.
 */
async function roll(
  { overlapHours, rolledAt = '' }: z.output<typeof rollForm>,
  { signedIn: { userId }, form, context }: FormContext,
) {
  const key = keyOf(form);
  const { exactAddress: from } = toClientAddresses(context);
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
    message: 'Select Show to see the new API key.',
  });
}
