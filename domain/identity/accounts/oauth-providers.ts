/** Who may vouch for a user, and how each is called. */
export const oauthProviders = { google: 'Google', github: 'GitHub' } as const;

export type OAuthProvider = keyof typeof oauthProviders;

/** What a provider says of somebody who signed in there. */
export type OAuthProfile = {
  provider: OAuthProvider;
  /** The id there, which unlike an address never goes to somebody else. */
  providerUserId: string;
  name: string;
  email: string | null;
  /** The provider has seen that the address is theirs. */
  emailVerified: boolean;
};
