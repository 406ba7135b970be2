import { submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { createKey } from '#domain/credentials/create-key.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { expiryOf } from '../../keys/expiry-of.server.ts';
import { newKeyForm } from './new-key-form.ts';

/** Makes the key, and shows it among the others. */
export function act({ userId }: SignedIn, form: FormData) {
  return submit(
    form,
    newKeyForm,
    async ({ name, description, expiresOn }) => {
      await createKey({ userId, name, description, expiresOn: expiryOf(expiresOn) });
      return redirectWithToast(paths.dashboard(), {
        type: 'success',
        title: 'API Key created successfully',
      });
    },
    { formId: 'new-api', fallback: 'Failed to create API' },
  );
}
