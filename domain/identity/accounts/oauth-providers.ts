/** The OAuth providers with their display names. */
export const oauthProviders = { google: 'Google', github: 'GitHub' } as const;

export type OAuthProvider = keyof typeof oauthProviders;

/** A user's profile at a provider. */
export type OAuthProfile = {
  provider: OAuthProvider;
  /** The provider's user id, which is never reassigned, unlike an address. */
  providerUserId: string;
  name: string;
  email: string | null;
  /** Whether the provider verified the address. */
  emailVerified: boolean;
};
