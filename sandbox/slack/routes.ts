import express, { type Router } from 'express';
import { asset } from '../web/asset.ts';
import { magicTokens } from './magic-tokens.ts';
import { renderSlack } from './page.ts';
import { createPosts } from './posts.ts';
import { style } from './style.ts';

/** A stand-in for Slack: incoming webhooks, and a page and JSON with the received messages. */
export function slackRoutes({ origin }: { origin: () => string }): Router {
  const router = express.Router();
  const posts = createPosts();

  router.post('/slack/services/:team/:service/:token', ({ params, body }, response) => {
    const text = typeof body?.text === 'string' ? body.text : '';
    if (text === '') {
      response.status(400).type('text').send('no_text');
      return;
    }
    const fixedResponse = magicTokens[params.token];
    if (fixedResponse) {
      response
        .status(fixedResponse.status)
        .set(fixedResponse.headers ?? {})
        .type('text')
        .send(fixedResponse.body);
      return;
    }
    posts.add({ token: params.token, text, at: Date.now() });
    response.type('text').send('ok');
  });
  router.get('/slack', (_request, response) => {
    response.send(renderSlack({ posts: posts.list(), origin: origin() }));
  });
  router.get('/assets/slack.css', asset('text/css', style));
  router.get('/slack.json', (_request, response) => {
    response.json({
      posts: posts.list().map(({ at, ...post }) => ({ ...post, at: new Date(at).toISOString() })),
    });
  });
  router.post('/slack/clear', (_request, response) => {
    posts.clear();
    response.redirect(303, '/slack');
  });
  return router;
}
