import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';
import { clock } from '#platform/clock.browser.ts';

/** A key that has just been created, with its secret. */
export type NewKey = { apiKey: ApiKeyOutput; access: string; secretKey: string };

/** The response of an action that reveals a key. */
export type Revealed = { revealed: { key: string; secretKey: string } };

export const hasExpired = ({ expiresOn }: Pick<ApiKeyOutput, 'expiresOn'>): boolean =>
  expiresOn !== null && new Date(expiresOn) <= clock.now();

/** Whether a key can be used now. */
export const isUsable = (key: Pick<ApiKeyOutput, 'isActive' | 'expiresOn'>): boolean =>
  key.isActive && !hasExpired(key);
