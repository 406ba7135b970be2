import { query } from '#platform/db.server.ts';

const statement = 'DELETE FROM emails WHERE id = ANY ($1)';

/** Deletes the rows of emails before their time is over. @param ids of emails that are sent, or have failed */
export async function deleteEmails(ids: string[]): Promise<void> {
  if (ids.length > 0) await query('delete-emails', statement, [ids]);
}
