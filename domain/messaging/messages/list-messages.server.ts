import { type Page, toPage } from '#domain/shared/page.ts';
import { query } from '#platform/db.server.ts';
import { firstIdAt } from '#platform/ids.server.ts';
import type { ListMessagesInput, MessageOutput } from './contract.ts';
import { listName, listSql } from './list-sql.ts';
import { type SeenMessage, toMessage } from './to-message.ts';

/** One page of a user's messages, newest first, as quick among a million as among a thousand. */
export async function listMessages(
  userId: string,
  { limit, after, status, recipient, api_id, from, to }: ListMessagesInput,
): Promise<Page<MessageOutput>> {
  const narrowed = { status: !!status, recipient: !!recipient, key: !!api_id };
  // Ids sort by the time of accepting, so that the same index finds a span and a page in it.
  const first = firstIdAt('msg', from ? Date.parse(from) : 0);
  const end = firstIdAt('msg', to ? Date.parse(to) : Number.POSITIVE_INFINITY);
  const rows = await query<SeenMessage>(listName(narrowed), listSql(narrowed), [
    userId,
    first,
    end,
    after ?? end,
    limit + 1,
    ...[status, recipient, api_id].filter((value) => !!value),
  ]);
  return toPage(rows, limit, toMessage);
}
