import { recordAudit } from '#domain/audit/record-audit.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/queue.ts';
import { maxPerDay } from './contract.browser.ts';
import { runExportJob } from './jobs.ts';

/** Records that a person downloads an export. */
export const recordDownload = (userId: string, id: string): Promise<void> =>
  transaction((tx) =>
    recordAudit(tx, {
      accountId: userId,
      action: 'export.download',
      targets: [{ type: 'export', id }],
    }),
  );

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    exp: 'account_exports';
  }
}

/**
 * `startExport` runs this under a lock of the account, so that two parallel calls cannot both pass the count. A unique index
 * allows one queued or running export per account.
 */
const insert = `
  INSERT INTO account_exports (id, user_id, due_at, created_at)
  SELECT $2, $1, now(), now()
  WHERE (
    SELECT count(*) FROM account_exports WHERE user_id = $1 AND created_at > now() - interval '1 day') < $3
  ON CONFLICT DO NOTHING RETURNING id`;

const isRunning = `
  SELECT 1 FROM account_exports WHERE user_id = $1 AND state IN ('queued', 'running')`;

const expireEarlier = `
  UPDATE account_exports SET state = 'expired' WHERE user_id = $1 AND state = 'done'`;

/**
 * Starts an export of an account's stored data, and expires the previous export. A worker writes the new export.
 *
 * @returns the id of the export
 * @throws DomainError `rate_limited` while another export runs, or after three exports within 24 hours
 */
export async function startExport({ userId }: Pick<SignedInUser, 'userId'>): Promise<string> {
  const id = newId('exp');
  return transaction(
    async (tx) => {
      const added = await query('insert-account-export', insert, [userId, id, maxPerDay], tx);
      if (added.length === 0) {
        const running = await query('is-export-running', isRunning, [userId], tx);
        throw new DomainError('rate_limited', {
          message:
            running.length > 0
              ? 'An export is already running. Wait until it has finished.'
              : `You have started ${maxPerDay} exports within 24 hours. Please wait until tomorrow.`,
        });
      }
      await query('expire-earlier-exports', expireEarlier, [userId], tx);
      await recordAudit(tx, {
        accountId: userId,
        action: 'export.create',
        targets: [{ type: 'export', id }],
      });
      tx.afterCommit(() => void enqueue(runExportJob, [{ exportId: id }]));
      return id;
    },
    { lock: `exports|${userId}` },
  );
}
