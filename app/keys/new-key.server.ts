import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';
import { revealSecret } from '#domain/identity/api-keys/user-key.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { isRecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import { clock } from '#platform/clock.browser.ts';

/** A key that has just been created, with its secret. */
export type NewKey = Pick<ApiKeyOutput, 'keyId' | 'name' | 'livemode'> & { secretKey: string };

/** For how long after its creation the page in the address shows the secret, in milliseconds. */
const shownForMs = 5 * 60_000;

/**
 * Loads the key that the address says was just created.
 *
 * @param keys of the user
 * @returns null if it was not created within the last five minutes, or the sign-in is not recent
 */
export async function loadNewKey(
  signedIn: SignedInUser,
  request: Request,
  keys: readonly ApiKeyOutput[] | null,
): Promise<NewKey | null> {
  const id = new URL(request.url).searchParams.get('created');
  const key = id === null ? undefined : keys?.find(({ _id }) => _id === id);
  if (!key || !isRecentSignIn(signedIn)) return null;
  if (clock.now().getTime() - Date.parse(key.createdAt) > shownForMs) return null;
  const { keyId, name, livemode } = key;
  return { keyId, name, livemode, secretKey: await revealSecret(signedIn.userId, key._id) };
}
