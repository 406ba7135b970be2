import { isUsable } from '#app/keys/key-state.ts';
import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.ts';

/** The oldest test key that can send messages. */
export const findTestKey = (keys: ApiKeyOutput[]): ApiKeyOutput | undefined =>
  keys.find((key) => !key.livemode && isUsable(key) && key.scopes.includes('messages:send'));
