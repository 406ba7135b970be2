import { Form, Link, useLoaderData } from '@remix-run/react';
import type { ComponentProps } from 'react';
import { CardCell, CardList, CardRow, CardTable, PageLinks } from '#app/components/lists.tsx';
import { Detail, TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { confirmFirst } from '#app/dashboard/screen-route.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { ReasonPanel } from '#app/operator/act-forms.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { actForOperator, formAct, loadForOperator } from '#app/operator/operator-route.server.ts';
import { MoneyTabs } from '#app/operator/page-parts.tsx';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import {
  monthInput,
  type OrderFilter,
  orderFilters,
} from '#domain/billing/back-office/contract.browser.ts';
import {
  listMoneyOrders,
  listRefundRequests,
  type MoneyOrder,
  readMonthTotals,
} from '#domain/billing/back-office/list-money.ts';
import { ProviderError } from '#domain/billing/payments/razorpay.ts';
import { declineRefund, refundOrder } from '#domain/billing/payments/request-refund.ts';
import { hasPermission } from '#domain/identity/operators/permissions.ts';
import { reasonForm } from '#domain/messaging/support/contract.browser.ts';
import { lastDaysInIndia } from '#domain/shared/days-in-india.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { formatCount, formatRupees } from '#domain/shared/format.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { isStorable } from '#platform/storable-text.browser.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = { operatorPage: 'money' };
export const meta = () => noIndexMeta('Money');

const here = paths.operator('money');

const pageSize = 25;

/** The maximum number of refund requests on the page. */
const maxRequests = 50;

const isFilter = (given: string | null): given is OrderFilter =>
  given !== null && Object.hasOwn(orderFilters, given);

export const loader = loadForOperator('money.read', async ({ role }, { request }) => {
  const { searchParams } = new URL(request.url);
  const given = searchParams.get('state');
  const filter = isFilter(given) ? given : undefined;
  const typed = searchParams.get('search')?.trim().slice(0, 100) ?? '';
  const search = typed !== '' && isStorable(typed) ? typed : undefined;
  const place = searchParams.get('after') ?? '';
  const after = /^ord_[0-9A-Z]{26}$/.test(place) ? place : undefined;
  const thisMonth = (lastDaysInIndia(clock.now(), 1)[0] ?? '').slice(0, 7);
  const month = monthInput.catch(thisMonth).parse(searchParams.get('month') ?? thisMonth);
  const [orders, requests, totals] = await Promise.all([
    listMoneyOrders({ filter, search, after, limit: pageSize + 1 }),
    listRefundRequests(maxRequests),
    readMonthTotals(month),
  ]);
  return {
    orders: orders.slice(0, pageSize),
    next: orders.length > pageSize ? (orders[pageSize - 1]?.id ?? null) : null,
    ...{ requests, totals, month, filter: filter ?? '', typed, isFirst: after === undefined },
    mayRefund: hasPermission(role, 'money.refund'),
    mayExport: hasPermission(role, 'money.export'),
  };
});

/** Reads the id of the order that a form is about. */
const orderOf = (form: FormData) => String(form.get('order') ?? '').slice(0, 60);

/** Turns a failure of the provider into a sentence that says whether to try again. */
async function withProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const message =
      error.kind === 'unavailable'
        ? 'The payment provider did not answer, so the result is unknown. Try again: the refund is made at most once.'
        : `The payment provider refused the refund: ${error.message}.`;
    throw new DomainError('unavailable', { message });
  }
}

export const action = actForOperator({
  'order.refund': formAct({
    permission: 'money.refund',
    schema: reasonForm,
    fallback: fallbacks.refund,
    formId: (form) => `refund-${orderOf(form)}`,
    run: async ({ reason }, { form }) => {
      const { status } = await withProvider(() => refundOrder(orderOf(form), reason));
      if (status === 'failed')
        throw new DomainError('unavailable', {
          message:
            'The provider could not pay the money back. See the refund in the provider’s dashboard.',
        });
      return redirectDone(here, 'Refund made', 'The plan that the order paid for has ended.');
    },
  }),
  'refund.decline': formAct({
    permission: 'money.refund',
    schema: reasonForm,
    fallback: fallbacks.refund,
    formId: (form) => `decline-${orderOf(form)}`,
    run: async ({ reason }, { form }) => {
      await declineRefund(orderOf(form), reason);
      return redirectDone(here, 'Refund declined', 'Please write to the user with the reason.');
    },
  }),
});

export default confirmFirst(MoneyPage, { hasHeading: true });

/** Orders of all accounts, refund requests, and the sums of a month. */
function MoneyPage() {
  const { orders, next, requests, filter, typed, isFirst, mayRefund } =
    useLoaderData<typeof loader>();
  const address = (search: Record<string, string>) =>
    paths.operator('money', {
      ...(filter && { state: filter }),
      ...(typed && { search: typed }),
      ...search,
    });
  return (
    <div className="@container grid gap-5">
      <MoneyTabs open="orders" />
      <div className="grid gap-5 @4xl:grid-cols-2 @4xl:items-start">
        <TitledCard heading="h2" id="requests" title="Refunds that wait">
          <CardList empty="No refund waits for a decision or for the provider.">
            {requests.map((order) => (
              <Request key={order.id} mayRefund={mayRefund} order={order} />
            ))}
          </CardList>
        </TitledCard>
        <Month />
      </div>
      <Filters />
      {orders.length > 0 ? (
        <CardTable
          caption="Orders, newest first"
          columns={['Order', 'Account', 'Plan', 'Amount', 'State', 'Payment', 'Action']}
        >
          {orders.map((order) => (
            <OrderRow key={order.id} mayRefund={mayRefund} order={order} />
          ))}
        </CardTable>
      ) : (
        <p className="card p-6 text-sm">No order matches.</p>
      )}
      <PageLinks
        newest={isFirst ? null : address({})}
        older={next === null ? null : address({ after: next })}
      />
    </div>
  );
}

type OrderProps = { order: MoneyOrder; mayRefund: boolean };

function Request({ order, mayRefund }: OrderProps) {
  const { id, email, plan, amountPaise, refund } = order;
  if (!refund) return null;
  return (
    <li className="grid gap-2 px-5 py-3 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {formatRupees(amountPaise)} for {plan}, {email}
        </span>
        <span className="text-xs text-faint">
          <Timestamp at={refund.createdAt} />
        </span>
      </p>
      <p className="max-w-prose text-faint whitespace-pre-line [overflow-wrap:anywhere]">
        {refund.reason}
      </p>
      <div className="relative flex flex-wrap items-center gap-3">
        {mayRefund && refund.status === 'requested' ? (
          <>
            <RefundPanel inRow order={order} />
            <ReasonPanel
              inRow
              danger
              fallback={fallbacks.refund}
              fields={{ order: id }}
              hint="For the audit trail; the user gets no email"
              id={`decline-${id}`}
              intent="refund.decline"
              label="Decline"
              name={`the refund of ${id}`}
            >
              The plan stays. Write to the user with the reason.
            </ReasonPanel>
          </>
        ) : (
          <>
            <span className="stamp text-waiting">{refund.status}</span>
            {mayRefund && !refund.isConfirmed ? (
              <RefundPanel inRow isRepeated order={order} />
            ) : null}
          </>
        )}
      </div>
    </li>
  );
}

type RefundPanelProps = Pick<ComponentProps<typeof ReasonPanel>, 'alignRight' | 'inRow'> & {
  order: MoneyOrder;
  /** Whether the provider did not respond to the first attempt. */
  isRepeated?: boolean;
};

const RefundPanel = ({ order, isRepeated = false, ...panel }: RefundPanelProps) => (
  <ReasonPanel
    {...panel}
    fallback={fallbacks.refund}
    fields={{ order: order.id }}
    id={`refund-${order.id}`}
    intent="order.refund"
    label={isRepeated ? 'Repeat' : 'Refund'}
    name={`${isRepeated ? 'the refund of ' : 'order '}${order.id}`}
  >
    {isRepeated ? 'The provider has not confirmed this refund. It is made at most once. ' : ''}
    Pays {formatRupees(order.amountPaise)} back to {order.email} and ends the plan that the order
    paid for. This cannot be undone.
  </ReasonPanel>
);

function Month() {
  const { month, totals, mayExport } = useLoaderData<typeof loader>();
  return (
    <TitledCard heading="h2" id="month" text="A month in India, by invoice date" title="Month">
      <div className="grid gap-4 px-5 py-4 text-sm">
        <Form className="flex flex-wrap items-end gap-3" method="get">
          <div className="grid gap-1">
            <label className="text-xs text-faint" htmlFor="month-field">
              Month
            </label>
            <input
              className="input"
              defaultValue={month}
              id="month-field"
              key={month}
              name="month"
              pattern="20\d\d-\d\d"
              placeholder="2026-11"
              type="month"
            />
          </div>
          <button className="button-quiet min-h-10" type="submit">
            Show
          </button>
        </Form>
        <dl className="grid gap-2">
          <Detail label="Invoices">
            {formatCount(totals.orders)}, {formatRupees(totals.paidPaise)}
          </Detail>
          <Detail label="Tax included">{formatRupees(totals.taxPaise)}</Detail>
          <Detail label="Refunds">
            {formatCount(totals.refunds)}, {formatRupees(totals.refundedPaise)}
          </Detail>
        </dl>
        {mayExport ? (
          <p>
            <a className="link" href={paths.operatorMonth(month)}>
              Download {month} as CSV
            </a>
          </p>
        ) : null}
      </div>
    </TitledCard>
  );
}

function Filters() {
  const { filter, typed } = useLoaderData<typeof loader>();
  return (
    <Form
      action={here}
      className="flex flex-wrap items-end gap-3"
      key={`${filter} ${typed}`}
      role="search"
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <label className="text-xs text-faint" htmlFor="order-search">
          Order, payment, invoice, account or email
        </label>
        <input
          autoComplete="off"
          className="input"
          defaultValue={typed}
          id="order-search"
          maxLength={100}
          name="search"
          type="search"
        />
      </div>
      <div className="grid gap-1">
        <label className="text-xs text-faint" htmlFor="order-state">
          State
        </label>
        <select className="input" defaultValue={filter} id="order-state" name="state">
          <option value="">All</option>
          {Object.entries(orderFilters).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <button className="button-quiet min-h-10" type="submit">
        Search
      </button>
      {filter || typed ? (
        <Link className="link py-2 text-sm" to={here}>
          Show all
        </Link>
      ) : null}
    </Form>
  );
}

const tones = { completed: 'text-good', pending: 'text-waiting', failed: 'text-bad' };

function OrderRow({ order, mayRefund }: OrderProps) {
  const { id, email, userId, plan, planVersion, amountPaise, status, refund } = order;
  const isRefundable =
    mayRefund &&
    status === 'completed' &&
    (!refund || ['failed', 'declined'].includes(refund.status));
  return (
    <CardRow className="grid grid-cols-2 gap-y-1 py-2">
      <CardCell label="Order" wide>
        <span className="block font-mono text-xs [overflow-wrap:anywhere]">{id}</span>
        <span className="text-xs text-faint">
          <Timestamp at={order.createdAt} />
        </span>
      </CardCell>
      <CardCell label="Account" wide>
        <span className="block [overflow-wrap:anywhere]">{email}</span>
        <span className="block font-mono text-xs text-faint [overflow-wrap:anywhere]">
          {userId}
        </span>
      </CardCell>
      <CardCell label="Plan">
        {plan}
        {planVersion > 1 ? <span className="text-faint"> v{planVersion}</span> : null}
      </CardCell>
      <CardCell label="Amount">{formatRupees(amountPaise)}</CardCell>
      <CardCell label="State">
        <span className={`stamp ${tones[status]}`}>{status}</span>
        {refund ? <span className="mt-1 block text-xs">Refund {refund.status}</span> : null}
      </CardCell>
      <CardCell label="Payment">
        <span className="block font-mono text-xs [overflow-wrap:anywhere]">
          {order.paymentId ?? order.providerOrderId ?? '–'}
        </span>
        {order.invoice ? (
          <a className="link text-xs" href={paths.operatorInvoice(id)}>
            {order.invoice}
          </a>
        ) : null}
      </CardCell>
      <CardCell wide>
        {isRefundable ? <RefundPanel alignRight="@4xl" order={order} /> : null}
      </CardCell>
    </CardRow>
  );
}
