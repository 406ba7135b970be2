import express, { type Response, type Router } from 'express';
import { contentPolicy } from '../web/guard.ts';
import { type Authorization, buildRedirect, readAuthorization } from './authorization.ts';
import type { Client } from './client.ts';
import { renderConsent, renderErrorPage } from './consent-page.ts';
import type { Grants } from './grants.ts';
import { personSchema } from './person.ts';

type ConsentOptions = { provider: string; path: string; client: Client; grants: Grants };

/** The consent page, and the redirect after it. */
export function consentRoutes({ provider, path, client, grants }: ConsentOptions): Router {
  const router = express.Router();

  const show = (response: Response, { redirect_uri }: Authorization, error?: string) => {
    // Browsers apply form-action to the redirect of a form too.
    const formAction = `'self' ${new URL(redirect_uri).origin}`;
    response.set('content-security-policy', contentPolicy({ formAction }));
    response.status(error ? 400 : 200).send(renderConsent({ provider, ...(error && { error }) }));
  };

  router.all(path, ({ method, query, body }, response) => {
    const authorization = readAuthorization(query, client);
    if (typeof authorization === 'string') {
      response.status(400).send(renderErrorPage({ provider, error: authorization }));
      return;
    }
    if (method !== 'POST') {
      show(response, authorization);
      return;
    }
    if (body.decision === 'deny') {
      const answer = { error: 'access_denied', error_description: 'The user has denied access' };
      response.redirect(303, buildRedirect(authorization, answer));
      return;
    }
    const person = personSchema.safeParse(body);
    if (!person.success) {
      show(response, authorization, 'Enter a name and an email address.');
      return;
    }
    const code = grants.allow({
      person: person.data,
      redirectUri: authorization.redirect_uri,
      codeChallenge: authorization.code_challenge,
    });
    response.redirect(303, buildRedirect(authorization, { code }));
  });
  return router;
}
