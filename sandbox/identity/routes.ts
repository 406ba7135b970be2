import express, { type Router } from 'express';
import { asset } from '../web/asset.ts';
import type { Client } from './client.ts';
import { githubRoutes } from './github-routes.ts';
import { googleRoutes } from './google-routes.ts';
import { style } from './style.ts';

/** Both identity providers, each with its registered client. */
export function identityRoutes(clients: { google: Client; github: Client }): Router {
  const router = express.Router();
  router.get('/assets/identity.css', asset('text/css', style));
  router.use(googleRoutes(clients.google), githubRoutes(clients.github));
  return router;
}
