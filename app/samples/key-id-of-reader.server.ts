import { getSignedIn } from '#app/session/session.server.ts';
import { findUsableKeyId } from '#domain/identity/credentials/find-usable-key-id.server.ts';

/** The API ID that samples show to the reader: their first that works, or null. */
export async function keyIdOfReader(request: Request): Promise<string | null> {
  const signedIn = await getSignedIn(request);
  return signedIn && findUsableKeyId(signedIn.userId);
}
