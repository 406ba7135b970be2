import express, { type Router } from 'express';
import type { Client } from './client.ts';
import { consentRoutes } from './consent-routes.ts';
import { exchange } from './exchange.ts';
import { createGrants } from './grants.ts';
import { personId } from './person.ts';

/** An OAuth provider compatible with Google, under `/google`. */
export function googleRoutes(client: Client): Router {
  const grants = createGrants();
  const router = express.Router();
  router.use(consentRoutes({ provider: 'Google', path: '/google/authorize', client, grants }));

  router.post('/google/token', ({ body }, response) => {
    const person = exchange(body, client, grants);
    if (typeof person === 'string') {
      const error = person === 'client' ? 'invalid_client' : 'invalid_grant';
      response.status(person === 'client' ? 401 : 400).json({ error, error_description: person });
      return;
    }
    if (person.trouble === 'token') {
      response.status(500).json({ error: 'internal_failure', error_description: 'Backend Error' });
      return;
    }
    const access_token = grants.giveToken(person);
    response.json({ access_token, expires_in: 3_599, token_type: 'Bearer', scope: 'openid' });
  });

  router.get('/google/userinfo', (request, response) => {
    const person = grants.personOf(request.get('authorization'));
    if (!person) {
      response.status(401).json({ error: 'invalid_request' });
      return;
    }
    if (person.trouble === 'profile') {
      response.status(500).json({ error: { code: 500, message: 'Backend Error' } });
      return;
    }
    response.json({
      sub: String(personId(person)),
      name: person.name,
      email: person.email,
      email_verified: person.verified === 'on',
    });
  });
  return router;
}
