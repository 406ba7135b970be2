import { paths } from '#app/paths.ts';
import type { OAuthProvider } from '#domain/identity/accounts/oauth-providers.ts';
import { oauthSettings } from '#domain/identity/accounts/settings.server.ts';
import { visitedOrigin } from '#platform/http/visited-origin.ts';
import { serverSettings } from '#platform/server-settings.ts';

/** What we are to a provider, and where it is reached. */
export type Client = {
  clientId: string;
  clientSecret: string;
  /** Where the provider sends the browser back to: as registered there, so absolute and ours alone. */
  callbackUrl: string;
  /** `emails` is GitHub's alone. */
  urls: { authorization: string; token: string; profile: string; emails: string };
};

/** Whether a provider can be asked: the settings name a client. */
export const hasClient = (provider: OAuthProvider): boolean =>
  Boolean(settings[provider].clientId && settings[provider].clientSecret);

/**
 * The client for a provider, or null while the settings name none.
 *
 * @param request the visitor's, who comes back by the name that they went by
 */
export function getOAuthClient(provider: OAuthProvider, request: Request): Client | null {
  const { clientId, clientSecret, urls } = settings[provider];
  if (!clientId || !clientSecret) return null;
  const callbackUrl = new URL(
    `${paths[provider]}/callback`,
    visitedOrigin(request, serverSettings.PUBLIC_URL),
  ).href;
  return { clientId, clientSecret, callbackUrl, urls };
}

const settings = {
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
};
