import { segmentsReceived } from '../smsc/phone-message.ts';
import type { Conversation } from '../smsc/phones.ts';
import { type Html, html } from '../web/html.ts';
import { renderMessage } from './message-view.ts';
import { displayNumber } from './phone-number.ts';

/** The phone of one number. `most` limits the texts shown; the newest is at the bottom. */
export function renderConversation({ number, messages }: Conversation, most: number): Html {
  const shown = messages.slice(0, most);
  const name = displayNumber(number);
  const count = messages.length === 1 ? '1 text' : `${messages.length} texts`;
  const href = `/?number=${number}`;
  return html`<li class="phone" id="phone-${number}" data-version="${versionOf(messages)}">
<header>
<h2 class="mono"><a id="to-${number}" href="${href}">${name}</a></h2>
<p class="quiet">${count}${shown.length < messages.length && `, newest ${shown.length} shown`}</p>
</header>
<ol id="texts-${number}" tabindex="0" aria-label="Texts to ${name}, newest first">
${shown.map(renderMessage)}
</ol>
</li>
`;
}

/** Changes with every received segment and rejection, so that the browser only redraws phones that changed. */
function versionOf(messages: Conversation['messages']): string {
  const segments = messages.reduce((sum, message) => sum + segmentsReceived(message), 0);
  const rejected = messages.filter(({ rejection }) => rejection !== null).length;
  return `${messages[0]?.serial ?? 0}-${messages.length}-${segments}-${rejected}`;
}
