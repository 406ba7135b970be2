import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { readFollowed } from '#domain/messaging/messages/find-messages.ts';
import type { TrackedMessage } from './following/contract.ts';

/** The current state of one of the user's messages, or null if there is none with this id. */
export async function findTrackedMessage(
  { sessionId }: Pick<SignedInUser, 'sessionId'>,
  messageId: string,
): Promise<TrackedMessage | null> {
  const [found] = await readFollowed([{ sessionId, messageId }]);
  return found ?? null;
}
