import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { readFollowed } from '#domain/messaging/messages/read-followed.server.ts';
import type { TrackedMessage } from './following/contract.ts';

/** A message of the user's as it is now, or null if there is none by this id. */
export async function findTrackedMessage(
  { sessionId }: Pick<SignedInUser, 'sessionId'>,
  messageId: string,
): Promise<TrackedMessage | null> {
  const [found] = await readFollowed([{ sessionId, messageId }]);
  return found ?? null;
}
