import express, { type RequestHandler, type Router } from 'express';
import type { Client } from './client.ts';
import { consentRoutes } from './consent-routes.ts';
import { exchange, type TokenExchangeError } from './exchange.ts';
import { createGrants } from './grants.ts';
import { type Person, personId } from './person.ts';

/** GitHub's error codes, which it returns with status 200. */
const errors: Record<TokenExchangeError, string> = {
  request: 'bad_verification_code',
  client: 'incorrect_client_credentials',
  code: 'bad_verification_code',
  redirect_uri: 'redirect_uri_mismatch',
  verifier: 'bad_verification_code',
};

/** An OAuth provider compatible with GitHub, under `/github`. */
export function githubRoutes(client: Client): Router {
  const grants = createGrants();
  const router = express.Router();
  const path = '/github/login/oauth/authorize';
  router.use(consentRoutes({ provider: 'GitHub', path, client, grants }));

  router.post('/github/login/oauth/access_token', ({ body }, response) => {
    const person = exchange(body, client, grants);
    if (typeof person === 'string') {
      response.json({ error: errors[person], error_description: person });
      return;
    }
    if (person.trouble === 'token') {
      response.status(500).send('Unicorn!');
      return;
    }
    const access_token = grants.giveToken(person);
    response.json({ access_token, token_type: 'bearer', scope: 'user:email' });
  });

  const about =
    (answer: (person: Person) => unknown): RequestHandler =>
    (request, response) => {
      const person = grants.personOf(request.get('authorization'));
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
