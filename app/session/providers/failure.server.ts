import type { Toast } from '#app/components/toasts.tsx';
import { type OAuthProvider, oauthProviders } from '#domain/identity/accounts/contract.browser.ts';

const reasons = ['denied', 'unconfirmed', 'taken', 'off', 'failed'] as const;

type Reason = (typeof reasons)[number];

/** Why a sign-in failed, as stated in URLs. Never the provider's own text. */
export type Failure = `${OAuthProvider}_${Reason}` | 'no_token' | 'code_over';

/** Error messages by reason. */
function messages(provider: OAuthProvider): Record<Reason, string> {
  const name = oauthProviders[provider];
  return {
    denied: `${name} login failed: access was denied`,
    unconfirmed: `${name} did not share a verified email address with us. Verify your email there, or sign up with a password.`,
    taken: 'An account with this email address already exists. Please log in with your password.',
    off: `${name} login failed`,
    failed: `${name} login failed`,
  };
}

/** The toast for a failure. An unknown failure gets a general message. */
export function failureToast(failure: string): Toast {
  if (failure === 'github_off') return { type: 'info', title: 'Feature under development' };
  return { type: 'error', title: 'Error', message: failureMessage(failure) };
}

function failureMessage(failure: string): string {
  if (failure === 'no_token') return 'Authentication failed: No token received';
  if (failure === 'code_over') return 'This sign-in has expired. Please log in again.';
  for (const provider of Object.keys(oauthProviders) as OAuthProvider[]) {
    for (const reason of reasons) {
      if (failure === `${provider}_${reason}`) return messages(provider)[reason];
    }
  }
  return 'Login failed';
}
