import { data } from '@remix-run/node';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { revealSecret } from '#domain/identity/api-keys/reveal-secret.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/require-recent-sign-in.ts';
import { DomainError } from '#domain/shared/errors.ts';
import type { Revealed } from './revealed.ts';

/**
 * Shows the secret of a key on the page that asked for it.
 *
 * @param here the page
 * @throws DomainError `reauthentication_required`
 */
export async function reveal(signedIn: SignedInUser, key: string, here: string) {
  requireRecentSignIn(signedIn);
  try {
    const secretKey = await revealSecret(signedIn.userId, key);
    return data({ revealed: { key, secretKey } } satisfies Revealed);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const toast = { type: 'error', title: 'Error', message: 'This API key is not there any more.' };
    return redirectWithToast(here, toast as { type: 'error'; title: string; message: string });
  }
}
