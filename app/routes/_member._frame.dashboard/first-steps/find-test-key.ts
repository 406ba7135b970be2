import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.ts';
import { clock } from '#platform/clock.ts';

/** The oldest test key that can send messages. */
export const findTestKey = (keys: ApiKeyOutput[]): ApiKeyOutput | undefined =>
  keys.find(
    ({ livemode, isActive, expiresOn, scopes }) =>
      !livemode &&
      isActive &&
      (expiresOn === null || new Date(expiresOn) > clock.now()) &&
      scopes.includes('messages:send'),
  );
