import { data } from '@remix-run/node';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { revealSecret } from '#domain/identity/api-keys/user-key.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { Revealed } from './api-secret.tsx';

/**
 * Reveals the secret of a key on its page.
 *
 * @param here the page's path
 * @throws DomainError `reauthentication_required`
 */
export async function reveal(signedIn: SignedInUser, key: string, here: string) {
  try {
    const secretKey = await revealSecret(signedIn.userId, key);
    return data({ revealed: { key, secretKey } } satisfies Revealed);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const toast = { type: 'error', title: 'Error', message: 'This API key has been deleted.' };
    return redirectWithToast(here, toast as { type: 'error'; title: string; message: string });
  }
}
