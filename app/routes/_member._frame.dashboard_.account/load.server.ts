import { loadUsage } from '#app/usage/load-usage.server.ts';
import { waysToSignIn } from '#domain/accounts/ways-to-sign-in.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { listSessions } from '#domain/sessions/list-sessions.server.ts';

/** What is used of the plan, where the user is signed in, and whether they have a password. */
export async function load(signedIn: SignedIn) {
  const [usage, sessions, { hasPassword }] = await Promise.all([
    loadUsage(signedIn),
    listSessions(signedIn),
    waysToSignIn(signedIn.userId),
  ]);
  return { usage, sessions, hasPassword };
}
