import {
  type Html,
  html,
  renderBehaviour,
  renderBehaviourFields,
  renderFeedHead,
  renderPage,
  renderTime,
} from '../web/page.ts';
import { methods, type Order, type Payment, type Refund } from './entities.ts';
import type { Payments } from './provider.ts';
import { listBehaviours, type SettingName, settingNames } from './settings.ts';
import type { Webhook } from './webhooks.ts';

const maxListed = 25;

/**
 * Renders the provider's page, with the orders, their details, and the controls. @param search a part of an id or a receipt
 */
export function renderPayments(payments: Payments, search: string): string {
  const { ledger, webhooks } = payments;
  const held = webhooks.held().length;
  const orders = ledger.orders
    .list()
    .filter(({ id, receipt }) => id.includes(search) || receipt?.includes(search));
  return renderPage({
    title: 'Payments',
    script: 'live',
    status: renderStatus(payments),
    main: html`<div class="feed split">
<section>
${renderFeedHead({
  title: 'Payments',
  intro: 'Every order that Dakiya makes at the payment provider. No money moves.',
  path: '/payments',
  find: { name: 'find', label: 'Order or receipt', term: search },
})}
<dl id="summary" class="sums" data-live>${renderSums(payments)}</dl>
<div id="orders" data-live>
<ul class="cards">
${orders.slice(0, maxListed).map((order) => renderOrder(order, payments))}
</ul>
${orders.length > maxListed && html`<p class="quiet">The newest ${maxListed} of ${orders.length}. Find an order to see any other.</p>`}
${orders.length === 0 && renderEmpty(search, payments)}
</div>
</section>
<aside id="controls" aria-label="Behaviour of the provider">
<div id="held" data-live>${
      held > 0 &&
      html`<form class="panel" method="post" action="/payments/deliver">
<p>${held === 1 ? '1 webhook is held.' : `${held} webhooks are held.`}</p>
<button class="primary">Release ${held === 1 ? 'it' : 'all'}</button>
</form>`
    }</div>
${settingNames.map((name) => renderSetting(name, payments))}
</aside>
</div>`,
  });
}

const titles: Record<SettingName, string> = {
  webhooks: 'Webhooks',
  payments: 'Checkout',
  refunds: 'Refunds',
  api: 'API',
};

/** Renders a summary of the settings in the top bar, with links to the controls. */
function renderStatus({ faultSettings }: Payments): Html {
  const set = settingNames.filter((name) => faultSettings[name].setting().behaviour !== 'normal');
  const labels = set.map((name) => `${titles[name]}: ${describe(name, faultSettings).now}`);
  return html`<a id="control-status" data-live href="#controls">Provider <span class="stamp ${set.length === 0 ? 'good' : 'wait'}">${labels.join(', ') || 'Normal'}</span></a>`;
}

function describe(name: SettingName, faultSettings: Payments['faultSettings']) {
  const { behaviour, remaining, ms } = faultSettings[name].setting();
  const all = listBehaviours(name);
  const current = all.find((one) => one.name === behaviour);
  const now = renderBehaviour(current?.label ?? behaviour, remaining);
  return { all, behaviour, ms, now, description: current?.description };
}

/** Renders the panel that shows and changes one part of the provider's behaviour. */
function renderSetting(name: SettingName, { faultSettings }: Payments): Html {
  const { all, behaviour, ms, now, description } = describe(name, faultSettings);
  return html`<section class="panel" id="${name}">
<h2>${titles[name]}</h2>
<p id="${name}-now" data-live>${now}: ${description}</p>
<form method="post" action="/payments/set">
<input type="hidden" name="setting" value="${name}">
${renderBehaviourFields(name, all, behaviour)}
${
  name === 'webhooks' &&
  html`<p class="field">
<label for="webhooks-ms">Late by, in milliseconds</label>
<input id="webhooks-ms" name="ms" type="number" min="0" max="600000" value="${ms}">
</p>`
}
<button>Set ${name === 'api' ? 'API' : titles[name].toLowerCase()}</button>
</form>
</section>
`;
}

function renderSums(payments: Payments): Html[] {
  const { orders, paidOrders, captured, refunded, net } = payments.sums();
  const rows = [
    ['Orders', `${orders.toLocaleString('en-IN')}, ${paidOrders.toLocaleString('en-IN')} paid`],
    ['Captured', formatMoney(captured)],
    ['Refunded', formatMoney(refunded)],
    ['Net', formatMoney(net)],
  ];
  return rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`);
}

function renderEmpty(search: string, { options }: Payments): Html {
  if (search !== '') {
    return html`<p class="nothing">No order has this in its id or receipt. <a href="/payments">Show all</a></p>`;
  }
  return html`<div class="nothing">
<p><strong>No orders yet</strong></p>
<p>Subscribe to a plan on the site and its order appears here immediately. Other programs can create orders at <code>/razorpay/v1</code> with the key <code>${options.keyId}</code> and the secret <code>RAZORPAY_KEY_SECRET</code>, <code>sandbox</code> unless set.</p>
</div>`;
}

/** Renders an order with its payments, refunds and webhooks. */
function renderOrder(order: Order, { ledger, webhooks }: Payments): Html {
  const events = webhooks.list().filter(({ orderId }) => orderId === order.id);
  return html`<li class="card order">
<header><h2>${formatMoney(order.amount, order.currency)}</h2> ${renderStamp(order.status)}</header>
<p class="facts"><code>${order.id}</code>${order.receipt !== null && ` · receipt ${order.receipt}`} · ${renderTime(order.created_at * 1000)}</p>
${ledger
  .paymentsOf(order.id)
  .reverse()
  .map((payment) => renderPayment(payment, ledger.refundsOf(payment.id)))}
${events.length > 0 && renderEvents(order.id, events.reverse())}
</li>
`;
}

function renderPayment(payment: Payment, refunds: Refund[]): Html {
  const { id, amount, currency, method, status, error_description } = payment;
  return html`<div class="payment">
<p>${renderStamp(status)} ${formatMoney(amount, currency)} by ${methods[method]} <code>${id}</code></p>
${error_description !== null && html`<p class="quiet">${error_description}</p>`}
${refunds.map((refund) => html`<p>${renderStamp(refund.status)} ${formatMoney(refund.amount, refund.currency)} refunded <code>${refund.id}</code></p>\n`)}
</div>
`;
}

function renderEvents(orderId: string, events: Webhook[]): Html {
  const isOpen = events.some(({ state }) => state === 'held');
  const delivered = events.filter(({ state }) => state === 'delivered').length;
  return html`<details id="events-${orderId}"${isOpen && html` open`}>
<summary>${events.length === 1 ? '1 webhook' : `${events.length} webhooks`}, ${delivered} delivered</summary>
<ul class="events">
${events.map(renderEvent)}
</ul>
</details>`;
}

function renderEvent({ id, event, state, tries, answer }: Webhook): Html {
  const times = tries === 0 ? 'not sent' : tries === 1 ? 'sent once' : `sent ${tries} times`;
  const action = tries === 0 ? 'Send' : 'Send again';
  return html`<li>
<p><code>${event}</code> ${renderStamp(state)} <span class="quiet">${times}${answer !== null && `, last response ${answer}`}</span></p>
<form method="post" action="/payments/deliver">
<input type="hidden" name="id" value="${id}">
<button id="send-${id}" aria-label="${action}: ${event} ${id}">${action}</button>
</form>
</li>
`;
}

const goodStates = ['paid', 'captured', 'processed', 'delivered'];
const badStates = ['failed', 'given-up', 'never'];
const openStates = ['attempted', 'authorized', 'pending', 'waiting', 'held'];

function renderStamp(state: string): Html {
  const tone =
    (goodStates.includes(state) && 'good') ||
    (badStates.includes(state) && 'bad') ||
    (openStates.includes(state) && 'wait');
  return html`<span class="stamp ${tone}">${state.replace('-', ' ')}</span>`;
}

/**
 * Formats an amount, such as ₹1,00,000.00.
 *
 * @param minor in paise or cents
 */
export const formatMoney = (minor: number, currency = 'INR'): string =>
  (minor / 100).toLocaleString('en-IN', { style: 'currency', currency });
