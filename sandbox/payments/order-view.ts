import { type Html, html } from '../web/html.ts';
import { renderTime } from '../web/time.ts';
import { methods, type Order, type Payment, type Refund } from './entities.ts';
import { formatMoney } from './format-money.ts';
import type { Payments } from './payments.ts';
import type { Webhook } from './webhook.ts';

const tones: Record<string, string> = {
  paid: 'good',
  captured: 'good',
  processed: 'good',
  delivered: 'good',
  failed: 'bad',
  'given-up': 'bad',
  never: 'bad',
  attempted: 'wait',
  authorized: 'wait',
  pending: 'wait',
  waiting: 'wait',
  held: 'wait',
};

const stamp = (state: string) =>
  html`<span class="stamp ${tones[state] ?? ''}">${state.replace('-', ' ')}</span>`;

/** An order with its payments, refunds and webhooks. */
export function renderOrder(order: Order, { ledger, webhooks }: Payments): Html {
  const events = webhooks.list().filter(({ orderId }) => orderId === order.id);
  return html`<li class="order" id="${order.id}">
<header>
<h2>${formatMoney(order.amount, order.currency)}</h2>
${stamp(order.status)}
<p class="facts"><code>${order.id}</code>${order.receipt !== null && html` <span>receipt ${order.receipt}</span>`} <span>${renderTime(order.created_at * 1000)}</span></p>
</header>
${ledger
  .paymentsOf(order.id)
  .reverse()
  .map((payment) => renderPayment(payment, ledger.refundsOf(payment.id)))}
${events.length > 0 && renderEvents(events.reverse())}
</li>
`;
}

function renderPayment(payment: Payment, refunds: Refund[]): Html {
  const { id, amount, currency, method, status, error_description } = payment;
  return html`<div class="payment">
<p>${stamp(status)} ${formatMoney(amount, currency)} by ${methods[method]} <code>${id}</code></p>
${error_description !== null && html`<p class="quiet">${error_description}</p>`}
${refunds.map(
  (
    refund,
  ) => html`<p>${stamp(refund.status)} ${formatMoney(refund.amount, refund.currency)} refunded <code>${refund.id}</code></p>
`,
)}
</div>
`;
}

function renderEvents(events: Webhook[]): Html {
  const open = events.some(({ state }) => state === 'held');
  return html`<details class="events" id="events-${events[0]?.orderId ?? ''}"${open && html` open`}>
<summary>${events.length === 1 ? '1 webhook' : `${events.length} webhooks`}, ${events.filter(({ state }) => state === 'delivered').length} delivered</summary>
<ul>
${events.map(renderEvent)}
</ul>
</details>`;
}

function renderEvent({ id, event, state, tries, answer }: Webhook): Html {
  const times = tries === 0 ? 'not sent' : tries === 1 ? 'sent once' : `sent ${tries} times`;
  return html`<li>
<p><code>${event}</code> ${stamp(state)}</p>
<p class="quiet">${times}${answer !== null && `, last response ${answer}`}</p>
<form method="post" action="/payments/deliver">
<input type="hidden" name="id" value="${id}">
<button aria-label="${tries === 0 ? 'Send' : 'Send again'}: ${event} ${id}">${tries === 0 ? 'Send' : 'Send again'}</button>
</form>
</li>
`;
}
