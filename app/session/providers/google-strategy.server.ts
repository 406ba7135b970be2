import { createHash, randomBytes } from 'node:crypto';
import type { SessionStorage } from '@remix-run/node';
import type { AuthenticateOptions } from 'remix-auth';
import { GoogleStrategy } from 'remix-auth-google';
import { z } from 'zod';
import type { OAuthProfile } from '#domain/identity/accounts/oauth-providers.ts';
import { fetchJson } from '#platform/http/fetch-json.server.ts';
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

/** The session key of the code verifier; GitHub's strategy uses the same. */
const verifierKey = 'oauth2:codeVerifier';

/** 43 characters of base64url, as RFC 7636, 4.1 requires. */
const newVerifier = () => randomBytes(32).toString('base64url');

/** RFC 7636, 4.2: S256. */
const toChallenge = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/**
 * Google's strategy with configurable endpoints, for one attempt. The base class accepts any response as a
 * profile and has no timeout, so both requests are made here. It does not support PKCE either, which Google
 * recommends for web servers: the verifier is added here.
 * https://developers.google.com/identity/protocols/oauth2/web-server
 */
export class Google extends GoogleStrategy<OAuthProfile> {
  readonly #profileUrl: string;
  #verifier = '';

  constructor({ clientId, clientSecret, callbackUrl, urls }: Client) {
    super(
      {
        clientID: clientId,
        clientSecret,
        callbackURL: callbackUrl,
        scope: ['openid', 'email', 'profile'] as never,
        prompt: 'select_account',
      },
      async ({ profile: { id, _json: profile } }) =>
        toProfile({
          provider: 'google',
          id,
          name: profile.name,
          confirmedEmail: profile.email_verified === true ? profile.email : null,
        }),
    );
    this.authorizationURL = urls.authorization;
    this.tokenURL = urls.token;
    this.#profileUrl = urls.profile;
  }

  /** Stores the verifier beside the state: a new one at the start, the same one at the callback. */
  override async authenticate(
    request: Request,
    storage: SessionStorage,
    options: AuthenticateOptions,
  ): Promise<OAuthProfile> {
    const session = await storage.getSession();
    this.#verifier = session.get(verifierKey) ?? newVerifier();
    session.set(verifierKey, this.#verifier);
    return super.authenticate(request, { ...storage, getSession: async () => session }, options);
  }

  protected override authorizationParams(): URLSearchParams {
    const params = super.authorizationParams();
    params.set('code_challenge', toChallenge(this.#verifier));
    params.set('code_challenge_method', 'S256');
    return params;
  }

  protected override async fetchAccessToken(code: string, params: URLSearchParams) {
    params.set('client_id', this.clientID);
    params.set('client_secret', this.clientSecret);
    params.set('code', code);
    params.set('code_verifier', this.#verifier);
    const { access_token } = await fetchJson(this.tokenURL, tokenShape, {
      method: 'POST',
      body: params,
    });
    return { accessToken: access_token, refreshToken: '', extraParams: {} as never };
  }

  protected override async userProfile(accessToken: string) {
    const headers = { authorization: `Bearer ${accessToken}` };
    const profile = await fetchJson(this.#profileUrl, userShape, { headers });
    // The base class declares fields that Google does not send; only these two are read above.
    return { provider: 'google', id: profile.sub, _json: profile } as never;
  }
}
