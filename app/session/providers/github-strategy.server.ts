import { type GitHubEmails, type GitHubProfile, GitHubStrategy } from 'remix-auth-github';
import { z } from 'zod';
import type { OAuthProfile } from '#domain/identity/accounts/oauth-providers.ts';
import { fetchJson } from '#platform/http/fetch-json.ts';
import type { Client } from './client.server.ts';
import { toProfile } from './to-profile.ts';

/** https://docs.github.com/en/rest/users/users#get-the-authenticated-user */
const userShape = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() });

/** The whole user, as the strategy declares it; only the fields above are used, and checked. */
const wholeUserShape = z.custom<GitHubProfile['_json']>(
  (answer) => userShape.safeParse(answer).success,
  'GitHub sent no usable user',
);

/** https://docs.github.com/en/rest/users/emails#list-email-addresses-for-the-authenticated-user */
const emailsShape = z.array(
  z.object({ email: z.string(), verified: z.boolean(), primary: z.boolean() }),
);

/**
 * GitHub's strategy with configurable endpoints. The base class accepts any response as a profile and has no
 * timeout, so the profile is fetched here. The profile's own email address is ignored, as GitHub does not say
 * whether it is verified.
 */
export class GitHub extends GitHubStrategy<OAuthProfile> {
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
    // GitHub sends null as the name of users who have not entered one.
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

  /** The addresses that GitHub has verified, the primary one first. */
  protected override async userEmails(accessToken: string): Promise<GitHubEmails> {
    const headers = { authorization: `Bearer ${accessToken}` };
    const emails = await fetchJson(this.#urls.emails, emailsShape, { headers });
    return emails
      .filter(({ verified }) => verified)
      .sort((a, b) => Number(b.primary) - Number(a.primary))
      .map(({ email }) => ({ value: email }));
  }
}
