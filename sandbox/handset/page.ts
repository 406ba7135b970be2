import type { ScrubberSetting } from '../scrubber/scrubber.ts';
import { behaviours, magicNumbers } from '../smsc/magic-numbers.ts';
import {
  type Conversation,
  isComplete,
  joinText,
  type PhoneMessage,
  segmentsReceived,
} from '../smsc/phones.ts';
import type { Smsc } from '../smsc/server.ts';
import {
  type Html,
  html,
  renderBehaviour,
  renderBehaviourFields,
  renderFeedHead,
  renderPage,
  renderTable,
  renderTime,
} from '../web/page.ts';

type HandsetView = {
  smsc: Smsc;
  /** The address at which SMPP clients connect. */
  address: string;
  conversations: Conversation[];
  /** The search term. */
  search: string;
};

const textsPerPhone = 10;

/** Renders the handset page, with all phones, and the controls of the network next to them. */
export function renderHandset({ smsc, address, conversations, search }: HandsetView): string {
  const one = conversations.length === 1;
  const limit = one ? Number.POSITIVE_INFINITY : textsPerPhone;
  const { behaviour, remaining } = smsc.network.setting();
  return renderPage({
    title: 'Handset',
    script: 'live',
    status: html`<a id="network-status" data-live href="#network">Network <span class="stamp ${behaviour === 'normal' ? 'good' : 'wait'}">${renderBehaviour(behaviours[behaviour].label, remaining)}</span></a>`,
    main: html`<div class="feed split">
<section>
${renderFeedHead({
  title: 'Handset',
  intro: 'Every text that the network accepts arrives here. Nothing leaves this machine.',
  path: '/',
  find: { name: 'number', label: 'Find a number', term: search },
})}
<p id="summary" class="quiet" data-live>${summarize(conversations.length, smsc.phones.numbers(), search)}</p>
<div id="texts" data-live>
<ul class="phones${one && ' one'}">
${conversations.map((conversation) => renderConversation(conversation, limit))}
</ul>
${conversations.length === 0 && renderEmpty(search, address)}
</div>
</section>
<aside aria-label="Network, DLT and magic numbers">
<section class="panel" id="network">
<h2>Network</h2>
<p id="network-now" data-live>${renderBehaviour(behaviours[behaviour].label, remaining)}: ${behaviours[behaviour].description}</p>
<form method="post" action="/network">
${renderBehaviourFields(
  'network',
  Object.entries(behaviours).map(([name, one]) => ({ name, ...one })),
  behaviour,
)}
<p class="help">A long text is several submits.</p>
<button class="primary">Set network</button>
</form>
</section>
${renderScrubberPanel(smsc.scrubber.setting(), smsc.scrubber.problem())}
<section class="panel">
<h2>Magic numbers</h2>
<p class="quiet">Texts to these numbers always behave the same way, regardless of the network setting.</p>
${renderTable(
  ['Number', 'What happens'],
  magicNumbers.map(({ number, description }) => [
    html`<code>${number.slice(2)}</code>`,
    description,
  ]),
)}
</section>
</aside>
</div>`,
  });
}

function summarize(shown: number, all: number, search: string): Html | null {
  const numbers = `${all.toLocaleString('en-IN')} ${all === 1 ? 'number' : 'numbers'}`;
  if (search !== '') {
    return html`${shown} of ${numbers} ${shown === 1 ? 'matches' : 'match'} “${search}”. <a href="/">Show all</a>`;
  }
  if (shown < all) return html`The latest ${shown} of ${numbers}. Find a number to see any other.`;
  return all === 0 ? null : html`${numbers}`;
}

function renderEmpty(search: string, address: string): Html {
  if (search !== '') {
    return html`<p class="nothing">No text for this number yet. It will appear here.</p>`;
  }
  return html`<div class="nothing">
<p><strong>No texts yet</strong></p>
<p>Send one through the API and it appears here immediately. Other SMPP 3.4 clients can bind to <code>${address}</code> too, with any system id and the password <code>SMPP_PASSWORD</code>, <code>sandbox</code> unless set.</p>
</div>`;
}

const switches = {
  isOn: 'Check texts against the register',
  chain: 'Require a registered chain',
  preferences: 'Promotions only to those who want them',
  window: 'Promotions only from 10:00 to 21:00',
  isDown: 'The check itself fails (670)',
} as const satisfies Partial<Record<keyof ScrubberSetting, string>>;

/** @param problem why the register cannot be used */
function renderScrubberPanel(setting: ScrubberSetting, problem: string | null): Html {
  return html`<section class="panel" id="scrubber">
<h2>DLT check</h2>
<p id="scrubber-now" data-live>${setting.isOn ? 'On: unregistered texts are undelivered, with the operators’ codes.' : 'Off: every text passes.'} ${problem && html`<span class="error">${problem}</span>`}</p>
<form method="post" action="/scrubber">
${Object.entries(switches).map(([name, label]) => html`<p class="switch"><label><input type="checkbox" name="${name}"${setting[name as keyof typeof switches] && html` checked`}> ${label}</label></p>\n`)}
<p class="field">
<label for="time">Time in India</label>
<input id="time" name="time" type="time" value="${setting.time ?? ''}" aria-describedby="time-help">
<span class="help" id="time-help">Leave empty for the real time.</span>
</p>
<button class="primary">Set DLT check</button>
</form>
</section>`;
}

/** Renders the phone of one number. The newest text is at the bottom. */
function renderConversation({ number, messages }: Conversation, limit: number): Html {
  const shown = messages.slice(0, limit);
  const name = displayNumber(number);
  const count = messages.length === 1 ? '1 text' : `${messages.length} texts`;
  return html`<li class="card phone">
<header>
<h2 class="mono"><a id="to-${number}" href="/?number=${number}">${name}</a></h2>
<p class="help">${count}${shown.length < messages.length && `, newest ${shown.length} shown`}</p>
</header>
<ol id="texts-${number}" tabindex="0" aria-label="Texts to ${name}, newest first">
${shown.map(renderMessage)}
</ol>
</li>
`;
}

/** Names of data codings, SMPP 3.4 §5.2.19. */
const codings: Record<number, string> = {
  0: 'GSM-7',
  1: 'IA5',
  3: 'Latin-1',
  4: '8-bit',
  8: 'UCS-2',
};

/** Renders a text in its bubble, with its technical details. */
function renderMessage(message: PhoneMessage): Html {
  const { serial, from, at, dlt, dataCoding, segments } = message;
  const code = isComplete(message) ? findOtp(joinText(message)) : null;
  const coding = codings[dataCoding] ?? `data coding ${dataCoding}`;
  const count = segments.length === 1 ? '1 segment' : `${segments.length} segments`;
  const ids = Object.entries(dlt).filter(([, id]) => id !== null);
  return html`<li class="text">
<p class="from help"><span class="mono">${from || 'No sender'}</span> ${renderTime(at)}</p>
<p class="words" dir="auto">${renderWords(message, code)}</p>
${code && html`<button type="button" id="copy-${serial}" data-copy="${code.code}">Copy code</button>`}
<p class="facts">${renderStamps(message)}${coding} · ${count}</p>
${ids.map(([name, id]) => html`<p class="facts">DLT ${name} <code>${id}</code></p>\n`)}
</li>
`;
}

/** Renders a complete text with its code marked, or the received segments with placeholders for missing ones. */
function renderWords(message: PhoneMessage, found: ReturnType<typeof findOtp>): Html | Html[] {
  const text = joinText(message);
  if (found) {
    const { start, code } = found;
    const rest = text.slice(start + code.length);
    return html`${text.slice(0, start)}<strong class="code">${code}</strong>${rest}`;
  }
  return message.segments.map((segment, i) =>
    segment === null ? html` <span class="gap">segment ${i + 1} missing</span> ` : html`${segment}`,
  );
}

/** Renders the stamps of a text: for missing segments, for a rejection, and for any behaviour except normal. */
function renderStamps(message: PhoneMessage): Html[] {
  const { segments, behaviour, rejection } = message;
  const stamps: Html[] = [];
  if (!isComplete(message)) {
    const progress = `${segmentsReceived(message)} of ${segments.length} segments`;
    stamps.push(html`<span class="stamp wait">${progress}</span> `);
  }
  if (behaviour !== 'normal') {
    const tone = behaviour === 'undelivered' ? 'bad' : 'wait';
    stamps.push(html`<span class="stamp ${tone}">${behaviours[behaviour].label}</span> `);
  }
  if (rejection) {
    const { code, reason } = rejection;
    stamps.push(html`<span class="stamp bad">DLT ${code}</span> Rejected: ${reason}. `);
  }
  return stamps;
}

const mentionsCode = /\b(?:otp|code|pin|passcode|verif\w*|password)\b|कोड|ओटीपी/i;

/** Matches four to eight digits that are not part of an amount, a date or a longer number. */
const separateDigits = /(?<!\d[.,/-]?|[₹$€]\s?|\b(?:rs|inr)\.?\s?)\b\d{4,8}\b(?![.,/-]?\d)/i;

/** Finds the one-time code in a text; null if the text does not mention one. */
export function findOtp(text: string): { start: number; code: string } | null {
  if (!mentionsCode.test(text)) return null;
  const match = separateDigits.exec(text);
  return match && { start: match.index, code: match[0] };
}

/**
 * Normalises a number, or a part of one, as a person types it, such as `+91 98765-43210` or `098765 43210`. A ten-digit
 * mobile number gets the country code.
 */
export function normalizeDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
  return /^[6-9]\d{9}$/.test(digits) ? `91${digits}` : digits;
}

/** Formats `919876543210` as `+91 98765 43210`; numbers of other countries only get a plus. */
function displayNumber(number: string): string {
  const indian = /^91(\d{5})(\d{5})$/.exec(number);
  return indian ? `+91 ${indian[1]} ${indian[2]}` : `+${number}`;
}
