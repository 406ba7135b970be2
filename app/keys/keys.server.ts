import { data } from '@remix-run/node';
import type { Choice } from '#app/forms/id-choices.tsx';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { listTemplateNames } from '#domain/dlt/registry/list-registry.ts';
import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';
import { listKeys, revealSecret, showSecret } from '#domain/identity/api-keys/user-keys.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { isRecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import { listServices } from '#domain/messaging/otp/services/manage-services.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { logger } from '#platform/logger.ts';
import type { Sendables } from './access-fields.tsx';
import { describeAccess, endOfDayInIndia } from './key-forms.ts';
import type { NewKey, Revealed } from './key-values.tsx';

/** Loads the user's API keys. If loading fails, returns null, and the page shows an error state. */
export async function loadKeys({ userId }: SignedInUser): Promise<{ keys: ApiKeyOutput[] | null }> {
  try {
    return { keys: await listKeys(userId) };
  } catch (error) {
    logger.error({ error }, 'API keys of a user could not be loaded');
    return { keys: null };
  }
}

type Choosable = Pick<ApiKeyOutput, 'keyId' | 'isActive'>;

/** Returns the selected key if it is active, else the first active key, else null. */
export function selectActiveKey<K extends Choosable>(keys: K[], keyId: string | null): K | null {
  const active = keys.filter(({ isActive }) => isActive);
  return active.find((key) => key.keyId === keyId) ?? active[0] ?? null;
}

/** How long after a key's creation its page shows the secret, in milliseconds. */
const shownForMs = 5 * 60_000;

/**
 * Loads the new key that the URL names.
 *
 * @param keys the keys of the user
 * @returns null if the key was not created within the last five minutes, or the sign-in is not recent
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
  return {
    apiKey: key,
    access: describeAccess(key),
    secretKey: await revealSecret(signedIn.userId, key._id),
  };
}

/**
 * The expiry of a key whose last day was selected in a form; null if no day was selected.
 *
 * @throws DomainError `invalid_parameter` for a day in the past
 */
export function parseExpiry(day: string | undefined): Date | null {
  if (day === undefined) return null;
  const at = endOfDayInIndia(day);
  if (at > clock.now()) return at;
  throw new DomainError('invalid_parameter', {
    param: 'expiresOn',
    message: 'Please pick today or a future date',
  });
}

/**
 * Reveals the secret of a key on its page.
 *
 * @param here the path of the page
 * @throws DomainError `reauthentication_required`
 */
export async function reveal(signedIn: SignedInUser, key: string, here: string) {
  try {
    const secretKey = await showSecret(signedIn.userId, key);
    return data({ revealed: { key, secretKey } } satisfies Revealed);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const toast = { type: 'error', title: 'Error', message: 'This API key has been deleted.' };
    return redirectWithToast(here, toast as { type: 'error'; title: string; message: string });
  }
}

/** Maximum number of templates in the list. Users can type the ids of others. */
const maxTemplates = 500;

/** Loads the templates and services to which a user's keys can be restricted. */
export async function loadSendables(userId: string): Promise<Sendables> {
  const [templates, services] = await Promise.all([
    listTemplateNames(userId, maxTemplates),
    listServices(userId),
  ]);
  return { templates, services: services.map(({ id, name }) => ({ id, name })) };
}

/** Loads a user's API keys for a selection, in one mode or in both. */
export async function loadKeyChoices(userId: string, livemode?: boolean): Promise<Choice[]> {
  const keys = await listKeys(userId);
  return keys
    .filter((key) => livemode === undefined || key.livemode === livemode)
    .map((key) => ({ id: key.keyId, name: key.livemode ? key.name : `${key.name} (test)` }));
}
