import { isUsable } from '#app/keys/key-state.ts';
import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';

/** The oldest test key that can send any message: not one that is restricted to some templates or services. */
export const findTestKey = (keys: ApiKeyOutput[]): ApiKeyOutput | undefined =>
  keys.find(
    (key) =>
      !key.livemode &&
      isUsable(key) &&
      key.scopes.includes('messages:send') &&
      key.templates.length + key.services.length === 0,
  );
