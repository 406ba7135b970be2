import type { Asked } from '#app/dashboard/asked.ts';
import { listMessages } from '#domain/messages/list-messages.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import type { LogView } from './contract.ts';
import { loadKeyNames } from './load-key-names.server.ts';
import { readFilter } from './read-filter.ts';

/** Messages on a page. */
const pageSize = 25;

/** One page of the log. */
export async function loadLog({ userId }: SignedIn, asked: Asked): Promise<LogView> {
  const { typed, faults, after, narrowed } = readFilter(asked.search);
  if (!narrowed) asked.answerWith(400);
  const [keys, page] = await Promise.all([
    loadKeyNames(userId),
    narrowed && listMessages(userId, { ...narrowed, after, limit: pageSize }),
  ]);
  return { typed, faults, after, keys, page };
}
