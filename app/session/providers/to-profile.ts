import { emailInput, nameInput } from '#domain/identity/accounts/contract.ts';
import type { OAuthProfile, OAuthProvider } from '#domain/identity/accounts/oauth-providers.ts';

type Told = {
  provider: OAuthProvider;
  id: string;
  name: string | null | undefined;
  /** An address that the provider has seen to be theirs, if it knows one. */
  confirmedEmail: string | null | undefined;
};

/** What a provider told, with a name and an address that an account may have. */
export function toProfile({ provider, id, name, confirmedEmail }: Told): OAuthProfile {
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
