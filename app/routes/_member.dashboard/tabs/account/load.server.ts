import type { SignedIn } from '#domain/sessions/contract.ts';
import { listSessions } from '#domain/sessions/list-sessions.server.ts';
import { loadUsage } from '../../usage/load-usage.server.ts';

/** What is used of the plan, and where the user is signed in. */
export async function load(signedIn: SignedIn) {
  const [usage, sessions] = await Promise.all([loadUsage(signedIn), listSessions(signedIn)]);
  return { usage, sessions };
}
