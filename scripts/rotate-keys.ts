import type { Rotated } from '#platform/reencrypt-column.server.ts';
import { supervise } from './stack/supervise.ts';
import { printLine } from './stack/terminal.ts';

/**
 * npm run rotate-keys: encrypts again what is not under the first key of ENCRYPTION_KEYS, or not bound to its
 * row, and hashes API keys again that are not under the first key of HASH_KEY, while everything runs. Ends with
 * 1 if something could not be decrypted, or remains. docs/operations.md says what goes before and after it.
 */
supervise(async () => {
  // Only now: the settings are read when the first module that needs them is loaded.
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

/** Does one of them and says how it goes. @returns whether nothing remains */
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
