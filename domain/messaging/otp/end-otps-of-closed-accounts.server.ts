import { query } from '#platform/db.server.ts';

/** As many as are pending at once: codes are valid for an hour at most. */
const statement = `
  UPDATE otps SET state = 'expired', encrypted_code = NULL
  WHERE state = 'pending' AND user_id = ANY (ARRAY(
    SELECT user_id FROM account_deletions WHERE done_at IS NULL AND requested_at > now() - interval '1 day'))
  RETURNING id`;

/**
 * Ends the codes of accounts that are to be deleted: nobody can enter them any more, so that channels which still wait
 * for their turn are skipped (`startSendAttempt`).
 *
 * @returns how many
 */
export async function endOtpsOfClosedAccounts(): Promise<number> {
  return (await query('end-otps-of-closed', statement, [])).length;
}
