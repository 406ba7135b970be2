import { randomBytes } from 'node:crypto';
import { developmentKeys } from '#platform/key-ring.ts';
import { runCommand } from '../harness/programs.ts';
import type { Account } from './account.ts';
import { client } from './client.ts';

/** An encryption key that nothing is encrypted with yet, in the form of `ENCRYPTION_KEYS`. */
export const newEncryptionKey = `k2:${randomBytes(32).toString('base64')}`;

/** The new key before the current one. */
export const bothEncryptionKeys = `${newEncryptionKey},${developmentKeys.encryption}`;

/** A hash key that nothing is hashed with yet, in the form of `HASH_KEY`. */
export const newHashKey = randomBytes(32).toString('base64');

/** The new key before the current one. */
export const bothHashKeys = `${newHashKey},${developmentKeys.hash}`;

/** Runs `npm run rotate-keys` with these keys. @returns how it ended, and what it printed */
export const rotate = (keys: { ENCRYPTION_KEYS?: string; HASH_KEY?: string }) =>
  runCommand('rotate-keys', [], keys);

/** Goes on calling with every account at once until `work` is done. @returns its result, and the calls' statuses */
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
