import express, { type Router } from 'express';
import { createChanges } from '../state.ts';
import { html, renderFeedHead, renderPage, renderTable, renderTime } from '../web/page.ts';
import { serveChanges } from '../web/server.ts';

/** A message posted to an incoming webhook. */
type Post = {
  /** The last part of the webhook's URL. */
  token: string;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
};

type Answer = { status: number; body: string; headers?: Record<string, string>; what: string };

/** Webhook tokens with a fixed response, which is the response of Slack in the same case. */
const magicTokens: Record<string, Answer> = {
  gone: { status: 404, body: 'no_service', what: 'Permanent error: the webhook was removed, 404' },
  archived: {
    status: 410,
    body: 'channel_is_archived',
    what: 'Permanent error: the channel is archived, 410',
  },
  busy: {
    status: 429,
    body: 'rate_limited',
    headers: { 'retry-after': '30' },
    what: 'Rate limited for 30 seconds, 429',
  },
  broken: { status: 500, body: 'rollup_error', what: 'Temporary error, 500' },
};

const maxPosts = 500;

/**
 * Creates a stand-in for Slack, with incoming webhooks, and with a page and a JSON document of the received messages.
 *
 * @param origin returns the sandbox's base URL
 */
export function slackRoutes({ origin }: { origin: () => string }): Router {
  const router = express.Router();
  const changes = createChanges();
  /** Newest first. */
  let posts: Post[] = [];

  router.post('/slack/services/:team/:service/:token', ({ params, body }, response) => {
    const text = typeof body?.text === 'string' ? body.text : '';
    const answer =
      text === '' ? { status: 400, body: 'no_text' } : (magicTokens[params.token] ?? null);
    if (answer) {
      const { status, body, headers = {} }: Omit<Answer, 'what'> = answer;
      response.status(status).set(headers).type('text').send(body);
      return;
    }
    posts = [{ token: params.token, text, at: Date.now() }, ...posts].slice(0, maxPosts);
    changes.notify();
    response.type('text').send('ok');
  });
  router.get('/slack', (_request, response) => void response.send(renderSlack(posts, origin())));
  router.get('/events/slack', serveChanges(changes.subscribe));
  router.get('/slack.json', (_request, response) => {
    response.json({
      posts: posts.map(({ at, ...post }) => ({ ...post, at: new Date(at).toISOString() })),
    });
  });
  router.post('/slack/clear', (_request, response) => {
    posts = [];
    changes.notify();
    response.redirect(303, '/slack');
  });
  return router;
}

/** Renders a Slack channel with the received messages, and instructions. */
function renderSlack(posts: readonly Post[], origin: string): string {
  const base = `${origin}/slack/services/T0/B0`;
  return renderPage({
    title: 'Slack',
    script: 'live',
    main: html`<div class="feed">
${renderFeedHead({
  title: 'Slack',
  intro:
    'Every notification to an incoming webhook of this page arrives here. Nothing leaves this machine.',
  path: '/slack',
})}
<div id="posts" data-live>${posts.length === 0 ? renderEmpty(base) : html`<ol class="card posts">${posts.map(renderPost)}</ol>`}</div>
<section class="magic">
<h2>Magic addresses</h2>
<p class="quiet">An address with one of these endings always returns the same response.</p>
${renderTable(
  ['Address', 'What happens'],
  Object.entries(magicTokens).map(([token, { what }]) => [
    html`<code>${base}/${token}</code>`,
    what,
  ]),
)}
</section>
</div>`,
  });
}

function renderPost({ token, text, at }: Post) {
  // Slack's format escapes only these three characters.
  const words = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  return html`<li><p>${words}</p><p class="help">${token} · ${renderTime(at)}</p></li>`;
}

function renderEmpty(base: string) {
  return html`<div class="nothing">
<p><strong>No notifications yet</strong></p>
<p>Turn Slack on under Settings, with this address. Dakiya reaches addresses of this machine only if it was started with <code>WEBHOOK_ALLOW=127.0.0.1,localhost</code>.</p>
<p><code>${base}/any-name</code></p>
</div>`;
}
