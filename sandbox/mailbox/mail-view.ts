import { type Html, html } from '../web/html.ts';
import { renderTime } from '../web/time.ts';
import type { StoredMail } from './mails.ts';

/** An email: headers, HTML in a sandboxed frame, and plain text. */
export function renderMail({
  serial,
  from,
  to,
  subject,
  text,
  html: markup,
  at,
}: StoredMail): Html {
  return html`<article aria-labelledby="subject">
<header>
<h2 id="subject">${subject || 'No subject'}</h2>
<dl>
<dt>From</dt><dd>${from}</dd>
<dt>To</dt><dd>${to}</dd>
<dt>At</dt><dd>${renderTime(at)}</dd>
</dl>
</header>
${
  markup !== '' &&
  html`<iframe title="The email as HTML" src="/mailbox/${serial}.html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
}
<details${markup === '' && html` open`}>
<summary>Plain text</summary>
<pre tabindex="0" aria-label="The email as plain text">${linkify(text)}</pre>
</details>
</article>`;
}

/** Plain text with links. */
function linkify(text: string): (Html | string)[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) =>
      i % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : part,
    );
}
