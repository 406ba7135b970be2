import { redirect } from '@remix-run/node';
import { paths } from '#app/paths.ts';
import type { Failure } from './failure.ts';
import type { OAuthAttempt } from './oauth-state.server.ts';

type Outcome = { token: string } | { error: Failure };

/** Redirects to the page where every provider sign-in ends, successful or not. */
export function toCallbackPage({ to, popup }: OAuthAttempt, outcome: Outcome): Response {
  const query = new URLSearchParams(outcome);
  if (popup) query.set('popup', '1');
  // After a success the path is in the cookie that the code is bound to.
  if (to && 'error' in outcome) query.set('to', to);
  const headers = { 'cache-control': 'no-store' };
  return redirect(`${paths.authCallback}?${query}`, { headers });
}
