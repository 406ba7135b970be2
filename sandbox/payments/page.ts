import { renderDocument } from '../web/document.ts';
import { type Html, html } from '../web/html.ts';
import type { FaultSettingError } from './control-setting.ts';
import { renderControlStatus, renderControls } from './controls-view.ts';
import type { Order } from './entities.ts';
import { formatMoney } from './format-money.ts';
import { renderOrder } from './order-view.ts';
import type { Payments } from './payments.ts';

export type PaymentsView = {
  payments: Payments;
  /** The search term. */
  search: string;
  error: FaultSettingError | null;
};

const maxListed = 25;

/** The provider's page: orders with their details, and the controls. */
export function renderPayments({ payments, search, error }: PaymentsView): string {
  const orders = payments.ledger.orders.list().filter((order) => fits(order, search));
  return renderDocument({
    title: 'Payments',
    part: 'payments',
    styles: ['/assets/payments.css'],
    scripts: ['/assets/payments.js'],
    status: renderControlStatus(payments),
    main: html`<div class="payments">
<section aria-labelledby="title">
<header class="feed-head">
<div>
<h1 id="title">Payments</h1>
<p class="quiet">Every order that Dakiya makes at the payment provider. No money moves.</p>
</div>
${renderTools(search)}
</header>
<div id="summary">${renderSums(payments)}</div>
<ul id="orders" class="orders">
${orders.slice(0, maxListed).map((order) => renderOrder(order, payments))}
</ul>
<p id="more" class="quiet">${orders.length > maxListed && `The newest ${maxListed} of ${orders.length}. Find an order to see any other.`}</p>
<div id="empty">${orders.length === 0 && renderEmpty(search, payments)}</div>
</section>
<aside id="controls" aria-label="Behaviour of the provider">
${renderControls(payments, error)}
</aside>
</div>`,
  });
}

function fits({ id, receipt }: Order, search: string): boolean {
  return search === '' || id.includes(search) || (receipt?.includes(search) ?? false);
}

function renderTools(search: string): Html {
  return html`<div class="tools">
<form role="search" action="/payments" method="get">
<label class="unseen" for="find">Find an order or receipt</label>
<input id="find" name="find" type="search" autocomplete="off" placeholder="Order or receipt" value="${search}">
<button>Find</button>
</form>
<a class="button" id="refresh" href="${search === '' ? '/payments' : `/payments?find=${encodeURIComponent(search)}`}">Refresh</a>
<details class="confirm">
<summary class="button">Clear</summary>
<form method="post" action="/payments/clear">
<p>Delete all orders and reset all settings? This cannot be undone.</p>
<button class="danger">Clear all orders</button>
</form>
</details>
</div>`;
}

function renderSums(payments: Payments): Html {
  const { orders, paidOrders, captured, refunded, net } = payments.sums();
  const rows: [string, string][] = [
    ['Orders', `${orders.toLocaleString('en-IN')}, ${paidOrders.toLocaleString('en-IN')} paid`],
    ['Captured', formatMoney(captured)],
    ['Refunded', formatMoney(refunded)],
    ['Net', formatMoney(net)],
  ];
  return html`<dl class="sums">
${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}
</dl>`;
}

function renderEmpty(search: string, { options }: Payments): Html {
  if (search !== '') {
    return html`<p class="nothing">No order has this in its id or receipt. <a href="/payments">Show all</a></p>`;
  }
  return html`<div class="nothing">
<p><strong>No orders yet</strong></p>
<p>Subscribe to a plan on the site and its order appears here immediately. Other programs can create orders too:</p>
<dl>
<dt>API</dt><dd><code>/razorpay/v1</code></dd>
<dt>Key id</dt><dd><code>${options.keyId}</code></dd>
<dt>Key secret</dt><dd><code>RAZORPAY_KEY_SECRET</code>, <code>sandbox</code> unless set</dd>
</dl>
</div>`;
}
