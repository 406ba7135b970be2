import { GoogleStrategy } from 'remix-auth-google';
import { z } from 'zod';
import type { ProviderProfile } from '#domain/accounts/identity-providers.ts';
import { askJson } from '#platform/http/ask-json.server.ts';
import type { Client } from './client.server.ts';
import { toProfile } from './to-profile.ts';

const tokenShape = z.object({ access_token: z.string().min(1) });

/** https://developers.google.com/identity/openid-connect/openid-connect#obtaininguserprofileinformation */
const userShape = z.object({
  sub: z.string().min(1),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});

/**
 * Google's strategy at configurable endpoints. The base class takes any answer for a profile, and
 * waits for ever: both calls are made here instead.
 */
export class Google extends GoogleStrategy<ProviderProfile> {
  readonly #profileUrl: string;

  constructor({ clientId, clientSecret, callbackUrl, urls }: Client) {
    super(
      {
        clientID: clientId,
        clientSecret,
        callbackURL: callbackUrl,
        scope: ['openid', 'email', 'profile'] as never,
        prompt: 'select_account',
      },
      async ({ profile: { id, _json: told } }) =>
        toProfile({
          provider: 'google',
          id,
          name: told.name,
          confirmedEmail: told.email_verified === true ? told.email : null,
        }),
    );
    this.authorizationURL = urls.authorization;
    this.tokenURL = urls.token;
    this.#profileUrl = urls.profile;
  }

  protected override async fetchAccessToken(code: string, params: URLSearchParams) {
    params.set('client_id', this.clientID);
    params.set('client_secret', this.clientSecret);
    params.set('code', code);
    const { access_token } = await askJson(this.tokenURL, tokenShape, {
      method: 'POST',
      body: params,
    });
    return { accessToken: access_token, refreshToken: '', extraParams: {} as never };
  }

  protected override async userProfile(accessToken: string) {
    const headers = { authorization: `Bearer ${accessToken}` };
    const told = await askJson(this.#profileUrl, userShape, { headers });
    // The base class promises fields that Google does not; only these two are read above.
    return { provider: 'google', id: told.sub, _json: told } as never;
  }
}
