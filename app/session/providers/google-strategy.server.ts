import { createHash, randomBytes } from 'node:crypto';
import type { SessionStorage } from '@remix-run/node';
import type { AuthenticateOptions } from 'remix-auth';
import { type GoogleProfile, GoogleStrategy } from 'remix-auth-google';
import { z } from 'zod';
import type { OAuthProfile } from '#domain/identity/accounts/oauth-providers.ts';
import { fetchJson } from '#platform/http/fetch-json.ts';
import type { Client } from './client.server.ts';
import { toProfile } from './to-profile.ts';

const tokenShape = z.object({ access_token: z.string().min(1) });

/** Google omits claims that it does not know; the strategy declares all of them as texts. */
const claim = z.string().catch('');

/** https://developers.google.com/identity/openid-connect/openid-connect#obtaininguserprofileinformation */
const userShape = z.object({
  sub: z.string().min(1),
  name: z.string().default(''),
  given_name: claim,
  family_name: claim,
  picture: claim,
  locale: claim,
  email: z.string().default(''),
  email_verified: z.boolean().default(false),
  hd: claim,
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
        scope: 'openid email profile',
        prompt: 'select_account',
      },
      async ({ profile: { id, _json: user } }) =>
        toProfile({
          provider: 'google',
          id,
          name: user.name,
          confirmedEmail: user.email_verified ? user.email : null,
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

  protected override tokenParams(): URLSearchParams {
    return new URLSearchParams({ code_verifier: this.#verifier });
  }

  protected override async fetchAccessToken(code: string, params: URLSearchParams) {
    params.set('client_id', this.clientID);
    params.set('client_secret', this.clientSecret);
    params.set('code', code);
    const tokens = await fetchJson(this.tokenURL, tokenShape, { method: 'POST', body: params });
    return this.getAccessToken(Response.json(tokens));
  }

  protected override async userProfile(accessToken: string): Promise<GoogleProfile> {
    const headers = { authorization: `Bearer ${accessToken}` };
    const user = await fetchJson(this.#profileUrl, userShape, { headers });
    return {
      provider: 'google',
      id: user.sub,
      displayName: user.name,
      name: { givenName: user.given_name, familyName: user.family_name },
      emails: [{ value: user.email }],
      photos: [{ value: user.picture }],
      _json: user,
    };
  }
}
