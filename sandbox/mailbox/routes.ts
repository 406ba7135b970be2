import express, { type Router } from 'express';
import {
  type Html,
  html,
  renderFeedHead,
  renderPage,
  renderTable,
  renderTime,
} from '../web/page.ts';
import { parameter, serveChanges } from '../web/server.ts';
import { type Mailbox, magicAddresses, type StoredMail } from './server.ts';

/** The mailbox page and its JSON. */
export function mailboxRoutes({ mailbox, host }: { mailbox: Mailbox; host: string }): Router {
  const { mails, port, subscribe } = mailbox;
  const router = express.Router();

  router.get('/mailbox', ({ query }, response) => {
    const search = parameter(query.to);
    const found = mails.list(search);
    const chosen = mails.get(Number(parameter(query.mail))) ?? found[0];
    response.send(renderMailbox({ mails: found, chosen, search, address: `${host}:${port}` }));
  });
  router.get('/events/mailbox', serveChanges(subscribe));
  router.get('/mailbox/:serial.html', ({ params }, response, next) => {
    const mail = mails.get(Number(params.serial));
    if (!mail) next();
    else {
      response.set('content-security-policy', mailPolicy).type('html');
      response.send(openLinksInNewTab(mail.html));
    }
  });
  router.get('/mailbox.json', ({ query }, response) => {
    const to = parameter(query.to);
    const isWanted = (mail: StoredMail) => !to || mail.to.toLowerCase() === to.toLowerCase();
    const found = mails.list(to).filter(isWanted);
    response.json({
      mails: found.map(({ to, subject, text, html, at }) => ({
        ...{ to, subject, text, html },
        at: new Date(at).toISOString(),
      })),
    });
  });
  router.post('/mailbox/clear', (_request, response) => {
    mails.clear();
    response.redirect(303, '/mailbox');
  });
  return router;
}

/**
 * The content security policy of an email's frame. Emails are untrusted, so the frame has no origin, runs no scripts and
 * loads nothing.
 */
const mailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

function openLinksInNewTab(page: string): string {
  const base = '<base target="_blank">';
  const head = /<head[^>]*>/i;
  return head.test(page) ? page.replace(head, (tag) => tag + base) : base + page;
}

type MailboxView = {
  /** The emails, newest first. */
  mails: StoredMail[];
  chosen: StoredMail | undefined;
  /** The search term. */
  search: string;
  /** The address of the SMTP server. */
  address: string;
};

const maxListed = 50;

/** Renders the mailbox page, with a list of emails and the selected email. */
function renderMailbox({ mails, chosen, search, address }: MailboxView): string {
  return renderPage({
    title: 'Mailbox',
    script: 'live',
    main: html`<div class="feed">
${renderFeedHead({
  title: 'Mailbox',
  intro: 'Every email that Dakiya sends arrives here. Nothing leaves this machine.',
  path: '/mailbox',
  find: { name: 'to', label: 'Find an address', term: search },
})}
<p id="summary" class="quiet" data-live>${summarize(mails.length, search)}</p>
<div class="panes">
<section id="mails" aria-label="Mails, newest first" data-live>
${mails.length === 0 ? renderEmpty(search, address) : html`<ol class="card mails" id="list">${mails.slice(0, maxListed).map((mail) => renderEntry(mail, mail === chosen, search))}</ol>`}
</section>
<div id="mail" data-live>${chosen && renderMail(chosen)}</div>
</div>
<section class="magic">
<h2>Magic addresses</h2>
<p class="quiet">Emails to these addresses always behave the same way, also with a +tag such as <code>later+asha@sandbox.test</code>.</p>
${renderTable(
  ['Address', 'What happens'],
  magicAddresses.map(({ name, description }) => [
    html`<code>${name}@sandbox.test</code>`,
    description,
  ]),
)}
</section>
</div>`,
  });
}

function summarize(found: number, search: string): Html {
  const count = found === 1 ? '1 mail' : `${found} mails`;
  const listed = found > maxListed && `, the newest ${maxListed} are listed`;
  if (search === '') return html`${found > 0 && count}${listed}`;
  return html`${count} to “${search}”${listed}. <a href="/mailbox">Show all</a>`;
}

function renderEntry({ serial, to, subject, at }: StoredMail, isShown: boolean, search: string) {
  const query = new URLSearchParams({ ...(search && { to: search }), mail: `${serial}` });
  return html`<li><a id="entry-${serial}" href="/mailbox?${query.toString()}#mail"${isShown && html` aria-current="true"`}>
<strong>${subject || 'No subject'}</strong>
<span class="help">${to}</span>
<span class="help">${renderTime(at)}</span>
</a></li>
`;
}

function renderEmpty(search: string, address: string): Html {
  if (search !== '') {
    return html`<p class="nothing">No email to this address yet. It will appear here.</p>`;
  }
  return html`<div class="nothing">
<p><strong>No emails yet</strong></p>
<p>Sign up on the site and the welcome email appears here immediately. Other programs can send emails to <code>smtp://${address}</code> too, with any password or none.</p>
</div>`;
}

/** Renders an email: its headers, its HTML in a sandboxed frame, and its plain text. */
function renderMail(mail: StoredMail): Html {
  const { serial, from, to, subject, text, at } = mail;
  const hasHtml = mail.html !== '';
  return html`<article class="card mail" aria-labelledby="subject">
<header>
<h2 id="subject">${subject || 'No subject'}</h2>
<dl class="facts-list">
<dt>From</dt><dd>${from}</dd>
<dt>To</dt><dd>${to}</dd>
<dt>At</dt><dd>${renderTime(at)}</dd>
</dl>
</header>
${hasHtml && html`<iframe title="The email as HTML" src="/mailbox/${serial}.html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`}
<details${!hasHtml && html` open`}>
<summary>Plain text</summary>
<pre tabindex="0" aria-label="The email as plain text">${linkify(text)}</pre>
</details>
</article>`;
}

/** Replaces the URLs in a plain text with links. */
function linkify(text: string): (Html | string)[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) =>
      i % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : part,
    );
}
