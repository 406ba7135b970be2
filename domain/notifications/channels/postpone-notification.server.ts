import { query } from '#platform/db.server.ts';

const statement = `UPDATE notifications SET due_at = $2 WHERE id = $1 AND state = 'queued'`;

/** Lets a notification that waits be due later. It does not count as a try. */
export async function postponeNotification(id: string, dueAt: Date): Promise<void> {
  await query('postpone-notification', statement, [id, dueAt]);
}
