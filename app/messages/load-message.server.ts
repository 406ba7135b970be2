import type { Asked } from '#app/dashboard/asked.ts';
import { getMessage } from '#domain/messages/get-message.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { DomainError } from '#domain/shared/errors.ts';
import type { MessageView } from './contract.ts';
import { loadKeyNames } from './load-key-names.server.ts';
import { readFilter } from './read-filter.ts';

/** One message with its timeline. */
export async function loadMessage(
  { userId }: SignedIn,
  asked: Asked,
  id: string,
): Promise<MessageView> {
  const { typed, faults, after } = readFilter(asked.search);
  const [keys, message] = await Promise.all([loadKeyNames(userId), find(userId, id)]);
  if (!message) asked.answerWith(404);
  return { typed, faults, after, keys, message };
}

/** Null for an id of nobody and for somebody else's alike. */
async function find(userId: string, id: string) {
  try {
    return await getMessage(userId, id);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  }
}
