import type { NetworkSetting } from '../smsc/network.ts';
import type { Conversation } from '../smsc/phones.ts';
import { renderDocument } from '../web/document.ts';
import { type Html, html } from '../web/html.ts';
import { renderConversation } from './conversation-view.ts';
import {
  type NetworkSettingError,
  renderMagicNumbers,
  renderNetworkPanel,
  renderNetworkStatus,
} from './network-view.ts';
import { renderScrubberPanel, type ScrubberView } from './scrubber-view.ts';

export type HandsetView = {
  conversations: Conversation[];
  /** Number of phone numbers with texts, including those not shown. */
  numbers: number;
  /** The search term. */
  search: string;
  setting: NetworkSetting;
  error: NetworkSettingError | null;
  scrubber: ScrubberView;
  /** The SMPP address for clients. */
  smsc: { host: string; port: number };
};

const textsPerPhone = 10;

/** The handset page: all phones, with the network's controls beside them. */
export function renderHandset(view: HandsetView): string {
  const { conversations, search, setting, error } = view;
  const most = conversations.length === 1 ? Number.POSITIVE_INFINITY : textsPerPhone;
  return renderDocument({
    title: 'Handset',
    part: 'handset',
    styles: ['/assets/handset.css'],
    scripts: ['/assets/handset.js'],
    status: renderNetworkStatus(setting),
    main: html`<div class="handset">
<section class="feed" aria-labelledby="title">
<header class="feed-head">
<div>
<h1 id="title">Handset</h1>
<p class="quiet">Every text that the network accepts arrives here. Nothing leaves this machine.</p>
</div>
${renderTools(search)}
</header>
<p id="summary" class="quiet">${summarise(view)}</p>
<ul id="phones" class="phones${conversations.length === 1 && ' one'}">
${conversations.map((conversation) => renderConversation(conversation, most))}
</ul>
<div id="empty">${conversations.length === 0 && renderEmpty(view)}</div>
<p id="news" class="unseen" aria-live="polite"></p>
</section>
<aside aria-label="Network, DLT and magic numbers">
${renderNetworkPanel(setting, error)}
${renderScrubberPanel(view.scrubber)}
${renderMagicNumbers()}
</aside>
</div>`,
  });
}

function renderTools(search: string): Html {
  return html`<div class="tools">
<form role="search" action="/" method="get">
<label class="unseen" for="number">Find a number</label>
<input id="number" name="number" type="search" inputmode="tel" autocomplete="off" placeholder="Find a number" value="${search}">
<button>Find</button>
</form>
<a class="button" id="refresh" href="${search === '' ? '/' : `/?number=${encodeURIComponent(search)}`}">Refresh</a>
<details class="confirm">
<summary class="button">Clear</summary>
<form method="post" action="/clear">
<p>Delete all texts? This cannot be undone.</p>
<button class="danger">Clear all texts</button>
</form>
</details>
</div>`;
}

function summarise({ conversations, numbers, search }: HandsetView): Html {
  const all = `${numbers.toLocaleString('en-IN')} ${numbers === 1 ? 'number' : 'numbers'}`;
  const shown = conversations.length.toLocaleString('en-IN');
  if (search !== '') {
    return html`${shown} of ${all} ${conversations.length === 1 ? 'matches' : 'match'} “${search}”. <a href="/">Show all</a>`;
  }
  if (conversations.length < numbers) {
    return html`The ${shown} latest of ${all}. Find a number to see any other.`;
  }
  return html`${numbers > 0 && all}`;
}

function renderEmpty({ search, smsc }: HandsetView): Html {
  if (search !== '') {
    return html`<p class="nothing">No text for this number yet. It will appear here.</p>`;
  }
  return html`<div class="nothing">
<p><strong>No texts yet</strong></p>
<p>Send one through the API and it appears here immediately. Other SMPP 3.4 clients can bind too:</p>
<dl>
<dt>Address</dt><dd><code>${smsc.host}:${smsc.port}</code></dd>
<dt>System id</dt><dd>any</dd>
<dt>Password</dt><dd><code>SMPP_PASSWORD</code>, <code>sandbox</code> unless set</dd>
</dl>
</div>`;
}
