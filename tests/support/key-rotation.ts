import { randomBytes } from 'node:crypto';
import { developmentKeys } from '#platform/key-ring.ts';
import { runCommand } from '../harness/programs.ts';
import type { Account } from './account.ts';
import { client } from './client.ts';

/** An unused encryption key, in the form of `ENCRYPTION_KEYS`. */
export const newEncryptionKey = `k2:${randomBytes(32).toString('base64')}`;

/** The new key, followed by the current one. */
export const bothEncryptionKeys = `${newEncryptionKey},${developmentKeys.encryption}`;

/** An unused hash key, in the form of `HASH_KEY`. */
export const newHashKey = randomBytes(32).toString('base64');

/** The new key, followed by the current one. */
export const bothHashKeys = `${newHashKey},${developmentKeys.hash}`;

/** Runs `npm run rotate-keys` with these keys. @returns how it ended, and its output */
export const rotate = (keys: { ENCRYPTION_KEYS?: string; HASH_KEY?: string }) =>
  runCommand('rotate-keys', [], keys);

/**
 * Calls the API with all accounts concurrently until `work` ends.
 *
 * @returns the result of `work`, and the statuses of the calls
 */
export async function whileCalling<T>(url: string, accounts: Account[], work: Promise<T>) {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const statuses = new Set<number>();
  while (!isDone) {
    const calls = accounts.map((account) => client(url, account).get('/balance'));
    for (const { status } of await Promise.all(calls)) statuses.add(status);
  }
  return { result: await done, statuses: [...statuses] };
}
