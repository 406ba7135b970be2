import type { SignedIn } from '#domain/sessions/contract.ts';
import { listSessions } from '#domain/sessions/list-sessions.server.ts';

/** Where the user is signed in. */
export async function load(signedIn: SignedIn) {
  return { sessions: await listSessions(signedIn) };
}
