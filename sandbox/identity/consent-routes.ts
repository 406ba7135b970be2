import express, { type Response, type Router } from 'express';
import { contentPolicy } from '../web/guard.ts';
import { type Authorization, buildRedirect, readAuthorization } from './authorization.ts';
import type { Client } from './client.ts';
import { renderConsent, renderErrorPage } from './consent-page.ts';
import type { Grants } from './grants.ts';
import { personSchema } from './person.ts';

type ConsentOptions = { provider: string; path: string; client: Client; grants: Grants };

/** The page where a person allows or denies, and what becomes of the answer. */
export function consentRoutes({ provider, path, client, grants }: ConsentOptions): Router {
  const router = express.Router();

  const show = (response: Response, { redirect_uri }: Authorization, fault?: string) => {
    // A browser counts where a form is redirected to as its action, too.
    const formAction = `'self' ${new URL(redirect_uri).origin}`;
    response.set('content-security-policy', contentPolicy({ formAction }));
    response.status(fault ? 400 : 200).send(renderConsent({ provider, ...(fault && { fault }) }));
  };

  router.all(path, ({ method, query, body }, response) => {
    const asked = readAuthorization(query, client);
    if (typeof asked === 'string') {
      response.status(400).send(renderErrorPage({ provider, fault: asked }));
      return;
    }
    if (method !== 'POST') {
      show(response, asked);
      return;
    }
    if (body.decision === 'deny') {
      const answer = { error: 'access_denied', error_description: 'The user has denied access' };
      response.redirect(303, buildRedirect(asked, answer));
      return;
    }
    const person = personSchema.safeParse(body);
    if (!person.success) {
      show(response, asked, 'Enter a name and an e-mail address.');
      return;
    }
    const code = grants.allow({
      person: person.data,
      redirectUri: asked.redirect_uri,
      codeChallenge: asked.code_challenge,
    });
    response.redirect(303, buildRedirect(asked, { code }));
  });
  return router;
}
