import type { Rotated } from '#platform/reencrypt-column.server.ts';
import { supervise } from './stack/supervise.ts';
import { printLine } from './stack/terminal.ts';

/**
 * npm run rotate-keys: re-encrypts everything that is not encrypted with the first key of ENCRYPTION_KEYS or
 * not bound to its row, and rehashes API keys that are not hashed with the first key of HASH_KEY, while
 * everything runs. Exits with 1 if something could not be decrypted, or remains. docs/operations.md describes
 * the steps before and after it.
 */
supervise(async () => {
  // Imported late: the settings are read when the first module that needs them is loaded.
  const { encryptedColumns } = await import('./encrypted-columns.ts');
  const { rehashSecrets } = await import('#domain/identity/api-keys/rehash-secrets.server.ts');
  const { reencryptColumn } = await import('#platform/reencrypt-column.server.ts');
  const { checkSettings } = await import('#platform/settings.ts');
  const { shutDown } = await import('#platform/shutdown.ts');
  checkSettings();

  const complete: boolean[] = [];
  for (const [what, column] of Object.entries(encryptedColumns)) {
    const work = (onProgress: OnProgress) => reencryptColumn(column, onProgress);
    complete.push(await report(`${what}:`, 're-encrypted', work));
  }
  complete.push(await report('Hashes of API keys:', 'replaced', rehashSecrets));
  await shutDown();
  return complete.every(Boolean) ? 0 : 1;
});

type OnProgress = (done: number) => void;

/**
 * Runs one of the jobs and prints its progress.
 *
 * @returns whether nothing remains
 */
async function report(
  what: string,
  verb: string,
  work: (onProgress: OnProgress) => Promise<Rotated>,
): Promise<boolean> {
  const { done, unreadable, remaining } = await work((count) => printLine(`${what} ${count} …`));
  printLine(`${what} ${done} ${verb}, ${remaining} remaining.`);
  for (const id of unreadable) {
    printLine(`  ${id} cannot be decrypted with any key, or its hash is not that of its value.`);
  }
  if (remaining > unreadable.length) {
    printLine(
      '  Some were just encrypted with an older key. Restart every process, then run this again.',
    );
  }
  return remaining === 0;
}
