import { getBehaviour } from '../smsc/behaviour.ts';
import {
  isComplete,
  joinText,
  type PhoneMessage,
  segmentsReceived,
} from '../smsc/phone-message.ts';
import { type Html, html } from '../web/html.ts';
import { renderTime } from '../web/time.ts';
import { findOtp } from './one-time-code.ts';

/** Names of data codings, SMPP 3.4 §5.2.19. */
const codings: Record<number, string> = {
  0: 'GSM-7',
  1: 'IA5',
  3: 'Latin-1',
  4: '8-bit',
  8: 'UCS-2',
};

/** A text in its bubble, with its technical details. */
export function renderMessage(message: PhoneMessage): Html {
  const { serial, from, at, dlt } = message;
  const whole = isComplete(message) ? joinText(message) : null;
  const code = whole === null ? null : findOtp(whole);
  return html`<li class="text" id="text-${serial}">
<p class="from"><span class="mono">${from || 'No sender'}</span> ${renderTime(at)}</p>
<p class="words" dir="auto">${whole === null ? renderPieces(message) : markCode(whole, code)}</p>
${code && html`<button type="button" class="copy" id="copy-${serial}" data-copy="${code.code}">Copy code</button>`}
<p class="facts">${renderStamps(message)}${wireFacts(message)}</p>
${renderDlt('entity', dlt.entity)}${renderDlt('template', dlt.template)}${renderDlt('chain', dlt.chain)}
</li>
`;
}

function markCode(text: string, found: ReturnType<typeof findOtp>): Html | string {
  if (!found) return text;
  const { start, code } = found;
  const end = start + code.length;
  return html`${text.slice(0, start)}<strong class="code">${code}</strong>${text.slice(end)}`;
}

/** The received segments, with placeholders for missing ones. */
function renderPieces({ segments }: PhoneMessage): Html[] {
  return segments.map((segment, i) =>
    segment === null ? html` <span class="gap">segment ${i + 1} missing</span> ` : html`${segment}`,
  );
}

/** Stamps for missing segments and for behaviours other than normal. */
function renderStamps(message: PhoneMessage): Html[] {
  const stamps: Html[] = [];
  if (!isComplete(message)) {
    const progress = `${segmentsReceived(message)} of ${message.segments.length} segments`;
    stamps.push(html`<span class="stamp wait">${progress}</span> `);
  }
  if (message.behaviour !== 'normal') {
    const tone = message.behaviour === 'undelivered' ? 'bad' : 'wait';
    const { label } = getBehaviour(message.behaviour);
    stamps.push(html`<span class="stamp ${tone}">${label}</span> `);
  }
  if (message.rejection) {
    const { code, reason } = message.rejection;
    stamps.push(html`<span class="stamp bad">DLT ${code}</span> Rejected: ${reason}. `);
  }
  return stamps;
}

function wireFacts({ dataCoding, segments }: PhoneMessage): string {
  const coding = codings[dataCoding] ?? `data coding ${dataCoding}`;
  return `${coding} · ${segments.length === 1 ? '1 segment' : `${segments.length} segments`}`;
}

function renderDlt(name: string, value: string | null): Html | null {
  return value === null ? null : html`<p class="facts">DLT ${name} <code>${value}</code></p>`;
}
