import { createHash, randomBytes } from 'node:crypto';
import express, { type RequestHandler, type Router } from 'express';
import { z } from 'zod';
import { RecentMap } from '../state.ts';
import { type Html, html, renderPage } from '../web/page.ts';
import { contentPolicy } from '../web/server.ts';

/** The registered OAuth client of a provider. */
type Client = {
  id: string;
  secret: string;
  /** The allowed redirect URLs. A request must have exactly one of these. */
  redirectUris: readonly string[];
};

/** Creates the routes of both identity providers, each with its registered client. */
export function identityRoutes(clients: { google: Client; github: Client }): Router {
  return express.Router().use(googleRoutes(clients.google), githubRoutes(clients.github));
}

/** Creates a provider that is compatible with Google, under `/google`. */
function googleRoutes(client: Client): Router {
  const { consent, exchange, personOf } = createProvider('Google', client);
  const router = express.Router();
  router.all('/google/authorize', consent);
  router.post('/google/token', ({ body }, response) => {
    const { person, token, error } = exchange(body);
    if (error) {
      const isClient = error === 'client';
      response.status(isClient ? 401 : 400);
      response.json({
        error: isClient ? 'invalid_client' : 'invalid_grant',
        error_description: error,
      });
    } else if (person.trouble === 'token') {
      response.status(500).json({ error: 'internal_failure', error_description: 'Backend Error' });
    } else {
      const scope = 'openid';
      response.json({ access_token: token, expires_in: 3_599, token_type: 'Bearer', scope });
    }
  });
  router.get('/google/userinfo', (request, response) => {
    const person = personOf(request.get('authorization'));
    if (!person) {
      response.status(401).json({ error: 'invalid_request' });
    } else if (person.trouble === 'profile') {
      response.status(500).json({ error: { code: 500, message: 'Backend Error' } });
    } else {
      const { name, email, verified } = person;
      const sub = String(personId(person));
      response.json({ sub, name, email, email_verified: verified === 'on' });
    }
  });
  return router;
}

/** GitHub's error codes, which it returns with status 200. */
const githubErrors: Record<ExchangeError, string> = {
  request: 'bad_verification_code',
  client: 'incorrect_client_credentials',
  code: 'bad_verification_code',
  redirect_uri: 'redirect_uri_mismatch',
  verifier: 'bad_verification_code',
};

/** Creates a provider that is compatible with GitHub, under `/github`. */
function githubRoutes(client: Client): Router {
  const { consent, exchange, personOf } = createProvider('GitHub', client);
  const router = express.Router();
  router.all('/github/login/oauth/authorize', consent);
  router.post('/github/login/oauth/access_token', ({ body }, response) => {
    const { person, token, error } = exchange(body);
    if (error) response.json({ error: githubErrors[error], error_description: error });
    else if (person.trouble === 'token') response.status(500).send('Unicorn!');
    else response.json({ access_token: token, token_type: 'bearer', scope: 'user:email' });
  });

  const about =
    (answer: (person: Person) => unknown): RequestHandler =>
    (request, response) => {
      const person = personOf(request.get('authorization'));
      if (!person) response.status(401).json({ message: 'Bad credentials' });
      else if (person.trouble === 'profile') response.status(502).send('Unicorn!');
      else response.json(answer(person));
    };
  router.get(
    '/github/user',
    about((person) => ({
      id: personId(person),
      login: person.name.toLowerCase().replaceAll(/\W+/g, '-'),
      name: person.name,
      email: null,
    })),
  );
  router.get(
    '/github/user/emails',
    about(({ email, verified }) => [
      { email, verified: verified === 'on', primary: true, visibility: null },
    ]),
  );
  return router;
}

/** The person that was entered on the consent page, and the failure to simulate. */
const personSchema = z.object({
  name: z.string().trim().min(1).max(100),
  email: z.string().trim().min(1).max(254),
  verified: z.literal('on').optional(),
  trouble: z.enum(['none', 'token', 'profile']).default('none'),
});

type Person = z.output<typeof personSchema>;

/** A stable id of at most 15 digits, derived from the email address. */
function personId({ email }: Person): number {
  const digest = createHash('sha256').update(email.toLowerCase()).digest();
  return Number(digest.readBigUInt64BE() % 1_000_000_000_000_000n);
}

const authorizationSchema = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  state: z.string().min(1),
  // Real providers still allow clients without PKCE. This one requires it, so that tests fail if the product omits it.
  code_challenge: z.string().length(43),
  code_challenge_method: z.literal('S256'),
});

const exchangeSchema = z.object({
  grant_type: z.literal('authorization_code'),
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string().min(43).max(128),
});

/** Why a code exchange fails. */
type ExchangeError = 'request' | 'client' | 'code' | 'redirect_uri' | 'verifier';

type Exchange =
  | { error: ExchangeError; person?: never; token?: never }
  | { error?: never; person: Person; token: string };

/** A consent, stored until its code is exchanged. */
type Grant = { person: Person; redirectUri: string; codeChallenge: string; expiresAt: number };

const maxStored = 1_000;
const codeTtlMs = 60_000;

/** Creates the consent page, the codes and the access tokens of one provider. */
function createProvider(name: string, client: Client) {
  /** The grants by code. After a code was used, its value is null. */
  const grants = new RecentMap<string, Grant | null>(maxStored);
  const people = new RecentMap<string, Person>(maxStored);
  const makeSecret = () => randomBytes(20).toString('base64url');

  const consent: RequestHandler = ({ method, query, body }, response) => {
    const authorization = readAuthorization(query, client);
    if (typeof authorization === 'string') {
      response.status(400).send(renderInvalidRequest(name, authorization));
      return;
    }
    const { redirect_uri, state, code_challenge } = authorization;
    const redirect = (answer: Record<string, string>) => {
      const url = new URL(redirect_uri);
      for (const [key, value] of Object.entries({ ...answer, state })) {
        url.searchParams.set(key, value);
      }
      response.redirect(303, url.href);
    };
    const person = personSchema.safeParse(body);
    if (method === 'POST' && body.decision === 'deny') {
      redirect({ error: 'access_denied', error_description: 'The user has denied access' });
    } else if (method === 'POST' && person.success) {
      const code = makeSecret();
      grants.set(code, {
        person: person.data,
        redirectUri: redirect_uri,
        codeChallenge: code_challenge,
        expiresAt: Date.now() + codeTtlMs,
      });
      redirect({ code });
    } else {
      // Browsers also apply `form-action` to the redirect after a form, so the redirect's origin must be allowed.
      const formAction = `'self' ${new URL(redirect_uri).origin}`;
      response.set('content-security-policy', contentPolicy({ formAction }));
      const isInvalid = method === 'POST';
      response.status(isInvalid ? 400 : 200).send(renderConsent(name, isInvalid));
    }
  };

  /** Exchanges a code for an access token. The code is consumed even if the exchange fails. */
  function exchange(body: unknown): Exchange {
    const { data } = exchangeSchema.safeParse(body);
    if (!data) return { error: 'request' };
    if (data.client_id !== client.id || data.client_secret !== client.secret) {
      return { error: 'client' };
    }
    const grant = grants.get(data.code);
    grants.set(data.code, null);
    if (!grant || grant.expiresAt < Date.now()) return { error: 'code' };
    if (data.redirect_uri !== grant.redirectUri) return { error: 'redirect_uri' };
    // The S256 challenge of a verifier: RFC 7636, 4.2.
    const challenge = createHash('sha256').update(data.code_verifier).digest('base64url');
    if (grant.codeChallenge !== challenge) return { error: 'verifier' };
    const token = makeSecret();
    people.set(token, grant.person);
    return { person: grant.person, token };
  }

  /**
   * Returns the person to whom the token in an `Authorization` header belongs. The token follows the word `Bearer` or
   * `token`.
   */
  function personOf(authorization = ''): Person | undefined {
    const token = /^(?:Bearer|token) (\S+)$/i.exec(authorization)?.[1];
    return token === undefined ? undefined : people.get(token);
  }

  return { consent, exchange, personOf };
}

/**
 * Parses an authorization request.
 *
 * @returns the request, or why it is invalid, in which case the response must not be a redirect
 */
function readAuthorization(query: unknown, client: Client) {
  const { data, error } = authorizationSchema.safeParse(query);
  if (!data) {
    return `Missing or malformed: ${error.issues.map(({ path }) => path.join('.')).join(', ')}.`;
  }
  if (data.client_id !== client.id) return 'No client has this client_id.';
  if (!client.redirectUris.includes(data.redirect_uri)) {
    return 'The client has not registered this redirect_uri.';
  }
  return data;
}

/** Renders the consent page. Its form posts to the URL of the page. */
function renderConsent(provider: string, isInvalid: boolean): string {
  return renderConsentPage(
    provider,
    html`<header>
<h1>${provider}, in the sandbox</h1>
<p class="quiet">Dakiya requests your name and email address. Enter any identity.</p>
</header>
<form method="post">
${isInvalid && html`<p class="error" role="alert">Enter a name and an email address.</p>`}
<p class="field"><label for="name">Name</label>
<input id="name" name="name" value="Asha Rao" autocomplete="off" required maxlength="100"></p>
<p class="field"><label for="email">Email address</label>
<input id="email" name="email" type="email" value="asha@example.com" autocomplete="off" required maxlength="254"></p>
<p><label class="tick"><input name="verified" type="checkbox" checked> The address is confirmed</label></p>
<p class="field"><label for="trouble">Failure after consent</label>
<select id="trouble" name="trouble">
<option value="none">Nothing</option>
<option value="token">The code cannot be exchanged</option>
<option value="profile">The profile cannot be read</option>
</select></p>
<p class="choices">
<button class="primary" name="decision" value="allow">Allow</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</p>
</form>`,
  );
}

/** Renders the error page for a request that must not be answered with a redirect. */
function renderInvalidRequest(provider: string, reason: string): string {
  return renderConsentPage(provider, html`<h1>Invalid request to ${provider}</h1><p>${reason}</p>`);
}

const renderConsentPage = (provider: string, content: Html): string =>
  renderPage({
    title: `Sign in with ${provider}`,
    main: html`<section class="consent">${content}</section>`,
  });
