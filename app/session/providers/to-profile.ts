import { emailInput, nameInput } from '#domain/identity/accounts/contract.browser.ts';
import type { OAuthProfile, OAuthProvider } from '#domain/identity/accounts/oauth-providers.ts';

type ProviderAnswer = {
  provider: OAuthProvider;
  id: string;
  name: string | null | undefined;
  /** An address that the provider has verified, if any. */
  confirmedEmail: string | null | undefined;
};

/** Converts a provider's answer to a profile with a valid name and address. */
export function toProfile({ provider, id, name, confirmedEmail }: ProviderAnswer): OAuthProfile {
  const email = emailInput.safeParse(confirmedEmail).data ?? null;
  const usable = nameInput.safeParse(name?.trim().slice(0, 100)).data;
  return {
    provider,
    providerUserId: id,
    name: usable ?? email?.split('@')[0]?.slice(0, 100) ?? id,
    email,
    emailVerified: email !== null,
  };
}
