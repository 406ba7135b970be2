import { renderDocument } from '../web/document.ts';
import { html } from '../web/html.ts';
import { renderTime } from '../web/time.ts';
import { magicTokens } from './magic-tokens.ts';
import type { Post } from './posts.ts';

type SlackView = {
  /** Newest first. */
  posts: readonly Post[];
  /** The sandbox's base URL. */
  origin: string;
};

/** A Slack channel with the received messages, and instructions. */
export function renderSlack({ posts, origin }: SlackView): string {
  const base = `${origin}/slack/services/T0/B0`;
  return renderDocument({
    title: 'Slack',
    part: 'slack',
    styles: ['/assets/slack.css'],
    main: html`<div class="slack">
<header class="feed-head">
<div>
<h1>Slack</h1>
<p class="quiet">Every notification to an incoming webhook of this page arrives here. Nothing leaves this machine.</p>
</div>
<div class="tools">
<a class="button" href="/slack">Refresh</a>
<form method="post" action="/slack/clear"><button>Clear</button></form>
</div>
</header>
<ol class="posts">${posts.map(
      ({ token, text, at }) => html`<li>
<p class="text">${unescapeText(text)}</p>
<p class="about">${token} · ${renderTime(at)}</p>
</li>`,
    )}</ol>
${
  posts.length === 0 &&
  html`<div class="nothing">
<p><strong>No notifications yet</strong></p>
<p>Turn Slack on under Settings, with this address. Dakiya reaches addresses of this machine only if it was started with <code>WEBHOOK_ALLOW=127.0.0.1,localhost</code>.</p>
<p><code>${base}/any-name</code></p>
</div>`
}
<section aria-labelledby="magic-title">
<h2 id="magic-title">Magic addresses</h2>
<p class="quiet">An address with one of these endings always returns the same response.</p>
<table>
<thead><tr><th scope="col">Address</th><th scope="col">What happens</th></tr></thead>
<tbody>
${Object.entries(magicTokens).map(([token, { what }]) => html`<tr><td><code>${base}/${token}</code></td><td>${what}</td></tr>\n`)}
</tbody>
</table>
</section>
</div>`,
  });
}

/** Reverses the escapes of Slack's format. */
const unescapeText = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
