import { type Page, toPage } from '#domain/shared/page.ts';
import { query } from '#platform/db.server.ts';
import { minIdAt } from '#platform/ids.server.ts';
import type { ListMessagesInput, MessageOutput } from './contract.ts';
import { listSql, listStatementName } from './list-sql.ts';
import { type MessageOutputRow, toMessageOutput } from './to-message-output.ts';

/**
 * One page of a user's messages, newest first. The cost does not grow with the number of messages.
 */
export async function listMessages(
  userId: string,
  { limit, after, status, recipient, api_id, from, to }: ListMessagesInput,
): Promise<Page<MessageOutput>> {
  const filters = { status: !!status, recipient: !!recipient, key: !!api_id };
  // Ids sort by creation time, so one index serves both the time range and the page.
  const first = minIdAt('msg', from ? Date.parse(from) : 0);
  const end = minIdAt('msg', to ? Date.parse(to) : Number.POSITIVE_INFINITY);
  const rows = await query<MessageOutputRow>(listStatementName(filters), listSql(filters), [
    userId,
    first,
    end,
    after ?? end,
    limit + 1,
    ...[status, recipient, api_id].filter((value) => !!value),
  ]);
  return toPage(rows, limit, toMessageOutput);
}
