import { createHash } from 'node:crypto';
import type { Asked } from '#app/dashboard/asked.ts';
import { unsentReply } from '#app/dashboard/unsent/unsent-reply.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { submit } from '#app/forms/submit.server.ts';
import { expiryOf } from '#app/keys/expiry-of.server.ts';
import { paths } from '#app/paths.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import type { CreateKeyInput } from '#domain/credentials/contract.ts';
import { createKey } from '#domain/credentials/create-key.server.ts';
import { createKeyOnce } from '#domain/credentials/create-key-once.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { requireRecentSignIn } from '#domain/sessions/require-recent-sign-in.ts';
import { newId } from '#platform/ids.server.ts';
import { newKeyForm } from './new-key-form.ts';

const formId = 'new-api';

/** Makes the key, and shows it among the others. */
export function act(signedIn: SignedIn, form: FormData, { exactAddress }: Asked) {
  return submit(
    form,
    newKeyForm,
    async ({ name, description, expiresOn }) => {
      requireRecentSignIn(signedIn);
      const key = { name, description, expiresOn: expiryOf(expiresOn) };
      await create(signedIn.userId, exactAddress, key, String(form.get('once') ?? ''));
      return redirectWithToast(paths.dashboard(), {
        type: 'success',
        title: 'API Key created successfully',
      });
    },
    { formId, fallback: fallbacks.createKey },
  );
}

/** The form as it was typed. */
export const showUnsent = (form: FormData) => unsentReply(formId, newKeyForm, form);

/** The same form sent again makes no other key; changed, it is another form. */
async function create(
  userId: string,
  createdFrom: string,
  key: CreateKeyInput,
  once: string,
): Promise<void> {
  if (once === '') {
    await createKey({ userId, createdFrom, ...key });
    return;
  }
  const requestHash = createHash('sha256')
    .update(JSON.stringify([once, key]))
    .digest();
  await createKeyOnce(
    userId,
    { createdFrom, ...key },
    {
      scope: userId,
      key: `form ${requestHash.toString('hex')}`,
      requestHash,
      requestId: newId('req'),
    },
  );
}
