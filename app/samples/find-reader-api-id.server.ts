import { getSignedInUser } from '#app/session/session.server.ts';
import { findActiveApiId } from '#domain/identity/api-keys/list-keys.server.ts';

/** The API ID that samples show: the reader's first active key, or null. */
export async function findReaderApiId(request: Request): Promise<string | null> {
  const signedIn = await getSignedInUser(request);
  return signedIn && findActiveApiId(signedIn.userId);
}
