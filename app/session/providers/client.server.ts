import { paths } from '#app/paths.ts';
import type { OAuthProvider } from '#domain/identity/accounts/contract.browser.ts';
import { oauthSettings } from '#domain/identity/accounts/settings.ts';
import { visitedOrigin } from '#platform/http/request-target.ts';
import { perInstance } from '#platform/instance.ts';
import { serverSettings } from '#platform/server-settings.ts';

/** Our OAuth client at a provider, and the provider's endpoints. */
export type Client = {
  clientId: string;
  clientSecret: string;
  /** The registered callback address, absolute and of this installation. */
  callbackUrl: string;
  /** Only GitHub has `emails`. */
  urls: { authorization: string; token: string; profile: string; emails: string };
};

/** Whether the settings have a client for the provider. */
export const hasClient = (provider: OAuthProvider): boolean =>
  Boolean(settings()[provider].clientId && settings()[provider].clientSecret);

/**
 * The client for a provider, or null if the settings have none.
 *
 * @param request the visitor's; the callback uses the host name that they visited
 */
export function getOAuthClient(provider: OAuthProvider, request: Request): Client | null {
  const { clientId, clientSecret, urls } = settings()[provider];
  if (!clientId || !clientSecret) return null;
  const callbackUrl = new URL(
    `${paths[provider]}/callback`,
    visitedOrigin(request, serverSettings.PUBLIC_URL),
  ).href;
  return { clientId, clientSecret, callbackUrl, urls };
}

const settings = perInstance(() => ({
  google: {
    clientId: oauthSettings.GOOGLE_CLIENT_ID,
    clientSecret: oauthSettings.GOOGLE_CLIENT_SECRET,
    urls: {
      authorization: oauthSettings.GOOGLE_AUTHORIZATION_URL,
      token: oauthSettings.GOOGLE_TOKEN_URL,
      profile: oauthSettings.GOOGLE_USERINFO_URL,
      emails: '',
    },
  },
  github: {
    clientId: oauthSettings.GITHUB_CLIENT_ID,
    clientSecret: oauthSettings.GITHUB_CLIENT_SECRET,
    urls: {
      authorization: oauthSettings.GITHUB_AUTHORIZATION_URL,
      token: oauthSettings.GITHUB_TOKEN_URL,
      profile: oauthSettings.GITHUB_USER_URL,
      emails: oauthSettings.GITHUB_EMAILS_URL,
    },
  },
}));
