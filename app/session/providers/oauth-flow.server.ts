import { createHash, randomBytes } from 'node:crypto';
import { redirect, type SessionStorage } from '@remix-run/node';
import { type AuthenticateOptions, Authenticator } from 'remix-auth';
import { type GitHubEmails, type GitHubProfile, GitHubStrategy } from 'remix-auth-github';
import { type GoogleProfile, GoogleStrategy } from 'remix-auth-google';
import { z } from 'zod';
import { paths } from '#app/paths.ts';
import type { OAuthProvider } from '#domain/identity/accounts/contract.browser.ts';
import {
  emailInput,
  nameInput,
  type OAuthProfile,
} from '#domain/identity/accounts/contract.browser.ts';
import { oauthSettings } from '#domain/identity/accounts/settings.ts';
import { fetchJson } from '#platform/http/fetch-json.ts';
import { visitedOrigin } from '#platform/http/request-target.ts';
import { perInstance } from '#platform/instance.ts';
import { serverSettings } from '#platform/server-settings.ts';
import type { OAuthAttempt } from './oauth-state.server.ts';
import type { Failure } from './sign-in-result.server.ts';

/** https://docs.github.com/en/rest/users/users#get-the-authenticated-user */
const githubUser = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() });

/** The whole user as the strategy declares it. Only the fields above are used, so only these are validated. */
const wholeUserShape = z.custom<GitHubProfile['_json']>(
  (answer) => githubUser.safeParse(answer).success,
  'GitHub sent no usable user',
);

/** https://docs.github.com/en/rest/users/emails#list-email-addresses-for-the-authenticated-user */
const emailsShape = z.array(
  z.object({ email: z.string(), verified: z.boolean(), primary: z.boolean() }),
);

type ProviderAnswer = {
  provider: OAuthProvider;
  id: string;
  name: string | null | undefined;
  /** An address that the provider has verified, if any. */
  confirmedEmail: string | null | undefined;
};

/** Converts a provider's response to a profile with a valid name and address. */
function toProfile({ provider, id, name, confirmedEmail }: ProviderAnswer): OAuthProfile {
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

/**
 * GitHub's strategy with configurable endpoints. The base class accepts any response as a profile and has no timeout, so the
 * profile is fetched here. The email address in the profile is ignored, because GitHub does not say whether it is verified.
 */
class GitHub extends GitHubStrategy<OAuthProfile> {
  readonly #urls: Client['urls'];

  constructor({ clientId, clientSecret, callbackUrl, urls }: Client) {
    super(
      {
        clientId,
        clientSecret,
        redirectURI: callbackUrl,
        authorizationEndpoint: urls.authorization,
        tokenEndpoint: urls.token,
        scopes: ['user:email'],
      },
      async ({ profile: { id, displayName, emails } }) =>
        toProfile({ provider: 'github', id, name: displayName, confirmedEmail: emails[0]?.value }),
    );
    this.#urls = urls;
  }

  protected override async userProfile({
    access_token,
  }: {
    access_token: string;
  }): Promise<GitHubProfile> {
    const headers = { authorization: `Bearer ${access_token}` };
    const [user, emails] = await Promise.all([
      fetchJson(this.#urls.profile, wholeUserShape, { headers }),
      this.userEmails(access_token),
    ]);
    // GitHub sends null for users who have not entered a name.
    const name = user.name ?? user.login;
    return {
      provider: 'github',
      id: String(user.id),
      displayName: name,
      name: { givenName: name, middleName: '', familyName: '' },
      emails,
      photos: [{ value: user.avatar_url }],
      _json: user,
    };
  }

  /** The addresses that GitHub has verified, the primary address first. */
  protected override async userEmails(accessToken: string): Promise<GitHubEmails> {
    const headers = { authorization: `Bearer ${accessToken}` };
    const emails = await fetchJson(this.#urls.emails, emailsShape, { headers });
    return emails
      .filter(({ verified }) => verified)
      .sort((a, b) => Number(b.primary) - Number(a.primary))
      .map(({ email }) => ({ value: email }));
  }
}

const tokenShape = z.object({ access_token: z.string().min(1) });

/** Google omits claims that it does not know, although the strategy declares all of them as strings. */
const claim = z.string().catch('');

/** https://developers.google.com/identity/openid-connect/openid-connect#obtaininguserprofileinformation */
const googleUser = z.object({
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

/** The session key of the code verifier. GitHub's strategy uses the same key. */
const verifierKey = 'oauth2:codeVerifier';

/** 43 characters of base64url, as RFC 7636, 4.1 requires. */
const newVerifier = () => randomBytes(32).toString('base64url');

/** RFC 7636, 4.2: S256. */
const toChallenge = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/**
 * Google's strategy with configurable endpoints, for one attempt. The base class accepts any response as a profile and has
 * no timeout, so both requests are made here. The base class does not support PKCE, which Google recommends for web servers,
 * so this class adds the verifier. https://developers.google.com/identity/protocols/oauth2/web-server
 */
class Google extends GoogleStrategy<OAuthProfile> {
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

  /** Stores the verifier beside the state: a new one at the start, and the same one at the callback. */
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
    const user = await fetchJson(this.#profileUrl, googleUser, { headers });
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

/**
 * Creates the authenticator of one sign-in attempt with a provider. The authenticator identifies the visitor, but creates no
 * session.
 */
export function createAuthenticator(
  provider: OAuthProvider,
  client: Client,
  storage: SessionStorage,
): Authenticator<OAuthProfile> {
  const authenticator = new Authenticator<OAuthProfile>(storage, { throwOnError: true });
  const strategy = provider === 'google' ? new Google(client) : new GitHub(client);
  return authenticator.use(strategy, provider);
}

type Outcome = { token: string } | { error: Failure };

/** Redirects to the page where every provider sign-in ends, successful or not. */
export function toCallbackPage({ to, popup }: OAuthAttempt, outcome: Outcome): Response {
  const query = new URLSearchParams(outcome);
  if (popup) query.set('popup', '1');
  // After a success, the path is in the cookie to which the code is bound.
  if (to && 'error' in outcome) query.set('to', to);
  const headers = { 'cache-control': 'no-store' };
  return redirect(`${paths.authCallback}?${query}`, { headers });
}

/** Our OAuth client at a provider, and the provider's endpoints. */
type Client = {
  clientId: string;
  clientSecret: string;
  /** The registered callback URL of this installation, absolute. */
  callbackUrl: string;
  /** The provider's endpoints. Only GitHub has `emails`. */
  urls: { authorization: string; token: string; profile: string; emails: string };
};

export const hasClient = (provider: OAuthProvider): boolean =>
  Boolean(settings()[provider].clientId && settings()[provider].clientSecret);

/**
 * The client for a provider, or null if the settings have none.
 *
 * @param request the visitor's request; the callback uses its host name
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
