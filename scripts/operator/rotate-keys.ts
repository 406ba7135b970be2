import { recordAudit } from '#domain/audit/record-audit.ts';
import { rehashSecrets } from '#domain/identity/api-keys/rehash-secrets.ts';
import { transaction } from '#platform/db.ts';
import { type Rotated, reencryptColumn } from '#platform/encrypted-column.ts';
import { encryptedColumns } from '../encrypted-columns.ts';
import { printLine } from '../stack/terminal.ts';

/**
 * Re-encrypts or rehashes all values that do not use the first key.
 *
 * @returns the exit code: 1 if some values remain
 */
export async function run(): Promise<number> {
  await transaction((tx) => recordAudit(tx, { accountId: null, action: 'encryption_key.rotate' }));
  const complete: boolean[] = [];
  for (const [what, column] of Object.entries(encryptedColumns)) {
    const work = (onProgress: OnProgress) => reencryptColumn(column, onProgress);
    complete.push(await report(`${what}:`, 're-encrypted', work));
  }
  complete.push(await report('Hashes of API keys:', 'replaced', rehashSecrets));
  return complete.every(Boolean) ? 0 : 1;
}

type OnProgress = (done: number) => void;

/**
 * Runs one piece of work and prints its progress.
 *
 * @returns false if some values remain
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
