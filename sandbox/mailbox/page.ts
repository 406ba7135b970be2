import { renderDocument } from '../web/document.ts';
import { type Html, html } from '../web/html.ts';
import { renderTime } from '../web/time.ts';
import { magicAddresses } from './magic-addresses.ts';
import { renderMail } from './mail-view.ts';
import type { StoredMail } from './mails.ts';

export type MailboxView = {
  /** Newest first. */
  mails: StoredMail[];
  /** The selected email; null selects the newest. */
  chosen: StoredMail | null;
  /** The search term. */
  search: string;
  /** The SMTP address. */
  host: string;
  port: number;
};

const mostListed = 50;

/** The mailbox page: a list of emails, and the selected one. */
export function renderMailbox(view: MailboxView): string {
  const { mails, chosen, search } = view;
  const shown = chosen ?? mails[0];
  return renderDocument({
    title: 'Mailbox',
    part: 'mailbox',
    styles: ['/assets/mailbox.css'],
    scripts: ['/assets/mailbox.js'],
    status: html`<p class="status"><span id="live" class="live" role="status"></span></p>`,
    main: html`<div class="mailbox">
<header class="feed-head">
<div>
<h1>Mailbox</h1>
<p class="quiet">Every email that Dakiya sends arrives here. Nothing leaves this machine.</p>
</div>
${renderTools(view)}
</header>
<p id="summary" class="quiet">${summarise(view)}</p>
<div class="panes">
<section aria-label="Mails, newest first">
<ol id="mails" class="mails">${mails.slice(0, mostListed).map((mail) => renderEntry(mail, mail === shown, search))}</ol>
<div id="empty">${mails.length === 0 && renderEmpty(view)}</div>
</section>
<div id="mail" class="pane" data-serial="${shown?.serial ?? ''}">${shown ? renderMail(shown) : null}</div>
</div>
<p id="news" class="unseen" aria-live="polite"></p>
${renderMagic()}
</div>`,
  });
}

function buildPath(search: string, serial?: number): string {
  const query = new URLSearchParams({
    ...(search && { to: search }),
    ...(serial && { mail: `${serial}` }),
  });
  return query.size > 0 ? `/mailbox?${query}` : '/mailbox';
}

function renderTools({ search, chosen }: MailboxView): Html {
  return html`<div class="tools">
<form role="search" action="/mailbox" method="get">
<label class="unseen" for="to">Find an address</label>
<input id="to" name="to" type="search" inputmode="email" autocomplete="off" placeholder="Find an address" value="${search}">
<button>Find</button>
</form>
<a class="button" id="refresh" href="${buildPath(search, chosen?.serial)}">Refresh</a>
<details class="confirm">
<summary class="button">Clear</summary>
<form method="post" action="/mailbox/clear">
<p>Delete all emails? This cannot be undone.</p>
<button class="danger">Clear all emails</button>
</form>
</details>
</div>`;
}

function renderEntry({ serial, to, subject, at }: StoredMail, isShown: boolean, search: string) {
  return html`<li><a id="entry-${serial}" href="${buildPath(search, serial)}#mail"${isShown && html` aria-current="true"`}>
<span class="subject">${subject || 'No subject'}</span>
<span class="to">${to}</span>
<span class="at">${renderTime(at)}</span>
</a></li>
`;
}

function summarise({ mails, search }: MailboxView): Html {
  const count = mails.length === 1 ? '1 mail' : `${mails.length} mails`;
  const listed = mails.length > mostListed && `, the newest ${mostListed} are listed`;
  if (search === '') return html`${mails.length > 0 && count}${listed}`;
  return html`${count} to “${search}”${listed}. <a href="/mailbox">Show all</a>`;
}

function renderEmpty({ search, host, port }: MailboxView): Html {
  if (search !== '') {
    return html`<p class="nothing">No email to this address yet. It will appear here.</p>`;
  }
  return html`<div class="nothing">
<p><strong>No emails yet</strong></p>
<p>Sign up on the site and the welcome email appears here immediately. Other programs can send emails too:</p>
<dl>
<dt>Address</dt><dd><code>smtp://${host}:${port}</code></dd>
<dt>Password</dt><dd>any or none</dd>
</dl>
</div>`;
}

function renderMagic(): Html {
  return html`<section class="magic" aria-labelledby="magic-title">
<h2 id="magic-title">Magic addresses</h2>
<p class="quiet">Emails to these addresses always behave the same way, also with a +tag such as <code>later+asha@sandbox.test</code>.</p>
<table>
<thead><tr><th scope="col">Address</th><th scope="col">What happens</th></tr></thead>
<tbody>
${magicAddresses.map(({ name, what }) => html`<tr><td><code>${name}@sandbox.test</code></td><td>${what}</td></tr>\n`)}
</tbody>
</table>
</section>`;
}
