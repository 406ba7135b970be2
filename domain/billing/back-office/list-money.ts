import { z } from 'zod';
import { invoiceDetails } from '#domain/billing/invoices/issue-invoice.ts';
import type { PaymentAnomalyKind } from '#domain/billing/payments/contract.browser.ts';
import { toSheetTime } from '#domain/shared/days-in-india.browser.ts';
import { byteOrderMark, toCsv } from '#platform/csv.ts';
import { query } from '#platform/db.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import type { OrderFilter } from './contract.browser.ts';

/** An order with its account, its refund and its invoice. */
export type MoneyOrder = {
  id: string;
  userId: string;
  email: string;
  plan: string;
  planVersion: number;
  amountPaise: number;
  status: 'pending' | 'failed' | 'completed';
  providerOrderId: string | null;
  paymentId: string | null;
  createdAt: Date;
  paidAt: Date | null;
  invoice: string | null;
  /** The latest refund; null if there is none. */
  refund: {
    status: 'requested' | 'pending' | 'processed' | 'failed' | 'declined';
    /**
     * Whether the provider has confirmed the refund. If the provider did not respond, the refund is pending until an
     * operator repeats it.
     */
    isConfirmed: boolean;
    reason: string;
    createdAt: Date;
  } | null;
};

const orderColumns = `
  o.id, o.user_id AS "userId", u.email, p.name AS plan, p.version AS "planVersion", o.amount_paise AS "amountPaise", o.status,
  o.provider_order_id AS "providerOrderId", o.payment_id AS "paymentId", o.created_at AS "createdAt", o.paid_at AS "paidAt",
  i.number AS invoice, r.status AS "refundStatus", r.provider_refund_id IS NOT NULL AS "isConfirmed",
  r.reason AS "refundReason", r.created_at AS "refundCreatedAt"`;

const orderTables = `
  orders AS o JOIN users AS u ON u.id = o.user_id JOIN plans AS p ON p.id = o.plan_id
  LEFT JOIN invoices AS i ON i.order_id = o.id
  LEFT JOIN LATERAL (
    SELECT status, provider_refund_id, reason, created_at FROM refunds WHERE order_id = o.id ORDER BY id DESC LIMIT 1
  ) AS r ON true`;

/**
 * The conditions of the filters. Each condition contains its status as text, not as a parameter, so that PostgreSQL can
 * choose an index for this status.
 */
const filterSql: Record<OrderFilter, string> = {
  paid: `o.status = 'completed'`,
  pending: `o.status = 'pending'`,
  failed: `o.status = 'failed'`,
  refund_requested: `r.status = 'requested'`,
  refund_pending: `r.status = 'pending'`,
  refunded: `r.status = 'processed'`,
};

/** SQL of the search: by the id of an order, payment or account, by the number of an invoice, or by email address. */
const searchSql = `
  o.id = ANY (ARRAY(
    SELECT id FROM orders WHERE id = $1 OR provider_order_id = $1 OR payment_id = $1
    UNION ALL SELECT order_id FROM payments WHERE id = $1
    UNION ALL SELECT order_id FROM invoices WHERE number = $1
    UNION ALL SELECT id FROM orders WHERE user_id = $1
    UNION ALL SELECT orders.id FROM orders JOIN users ON users.id = orders.user_id WHERE users.email_key = lower($1)))`;

type OrderRow = Omit<MoneyOrder, 'refund'> & {
  refundStatus: NonNullable<MoneyOrder['refund']>['status'] | null;
  isConfirmed: boolean;
  refundReason: string;
  refundCreatedAt: Date;
};

const toOrder = ({
  refundStatus,
  isConfirmed,
  refundReason,
  refundCreatedAt,
  ...row
}: OrderRow): MoneyOrder => ({
  ...row,
  refund: refundStatus && {
    status: refundStatus,
    isConfirmed,
    reason: refundReason,
    createdAt: refundCreatedAt,
  },
});

type OrderQuery = {
  filter?: OrderFilter | undefined;
  /** The id of an order, payment or account, the number of an invoice, or an email address. */
  search?: string | undefined;
  /** The last order of the previous page. */
  after?: string | undefined;
  limit: number;
};

/** Lists orders of all accounts, newest first. */
export async function listMoneyOrders({ filter, search, after, limit }: OrderQuery) {
  const conditions = [
    // Each statement uses $1 and $2 even if they are null, because PostgreSQL must know the type of each parameter.
    search === undefined ? '$1::text IS NULL' : searchSql,
    `($2::text IS NULL OR o.id < $2)`,
    ...(filter ? [filterSql[filter]] : []),
  ];
  const statement = `
    SELECT ${orderColumns} FROM ${orderTables} WHERE ${conditions.join(' AND ')} ORDER BY o.id DESC LIMIT $3`;
  const name = `money-orders-${filter ?? 'all'}${search === undefined ? '' : '-search'}`;
  const rows = await query<OrderRow>(name, statement, [search ?? null, after ?? null, limit]);
  return rows.map(toOrder);
}

const requests = `
  SELECT ${orderColumns} FROM ${orderTables}
  WHERE o.id IN (SELECT order_id FROM refunds WHERE status IN ('requested', 'pending')) AND r.status IN ('requested', 'pending')
  ORDER BY r.created_at, o.id LIMIT $1`;

/** Lists the refunds that wait for a decision or for the provider, the longest waiting first. */
export const listRefundRequests = async (limit: number): Promise<MoneyOrder[]> =>
  (await query<OrderRow>('money-refund-requests', requests, [limit])).map(toOrder);

export type MoneyAnomaly = {
  id: string;
  at: Date;
  kind: PaymentAnomalyKind;
  detail: string;
  orderId: string | null;
  userId: string | null;
  email: string | null;
};

const anomalies = `
  SELECT a.id, a.at, a.kind, a.detail, a.order_id AS "orderId", coalesce(a.user_id, o.user_id) AS "userId", u.email
  FROM payment_anomalies AS a LEFT JOIN orders AS o ON o.id = a.order_id
    LEFT JOIN users AS u ON u.id = coalesce(a.user_id, o.user_id)
  WHERE ($1::text IS NULL OR a.kind = $1) AND ($2::timestamptz IS NULL OR (a.at, a.id) < ($2, $3))
  ORDER BY a.at DESC, a.id DESC LIMIT $4`;

type AnomalyQuery = {
  kind?: PaymentAnomalyKind | undefined;
  after?: Pick<MoneyAnomaly, 'at' | 'id'> | undefined;
  limit: number;
};

/** Lists payment anomalies, the latest first. */
export const listAnomalies = ({ kind, after, limit }: AnomalyQuery): Promise<MoneyAnomaly[]> =>
  query('money-anomalies', anomalies, [kind ?? null, after?.at ?? null, after?.id ?? null, limit]);

/** The sums of a month, in paise. */
type MonthTotals = {
  orders: number;
  paidPaise: number;
  taxPaise: number;
  refunds: number;
  refundedPaise: number;
};

const inMonth = (column: string) =>
  `${column} >= ($1 || '-01')::date::timestamp AT TIME ZONE 'Asia/Kolkata'
   AND ${column} < (($1 || '-01')::date + interval '1 month')::timestamp AT TIME ZONE 'Asia/Kolkata'`;

const totals = `
  SELECT
    (SELECT json_build_object('orders', count(*), 'paidPaise', coalesce(sum(total_paise), 0),
       'taxPaise', coalesce(sum((details->'tax'->>'centralPaise')::bigint + (details->'tax'->>'statePaise')::bigint), 0))
     FROM invoices WHERE ${inMonth('issued_at')}) AS paid,
    (SELECT json_build_object('refunds', count(*), 'refundedPaise', coalesce(sum(amount_paise), 0))
     FROM refunds WHERE status = 'processed' AND ${inMonth('settled_at')}) AS refunded`;

/** Adds up the invoices that were issued and the refunds that were paid in a month in India, such as `2026-11`. */
export async function readMonthTotals(month: string): Promise<MonthTotals> {
  type Row = {
    paid: Pick<MonthTotals, 'orders' | 'paidPaise' | 'taxPaise'>;
    refunded: Pick<MonthTotals, 'refunds' | 'refundedPaise'>;
  };
  const [row] = await query<Row>('money-month-totals', totals, [month]);
  return {
    ...{ orders: 0, paidPaise: 0, taxPaise: 0, refunds: 0, refundedPaise: 0 },
    ...row?.paid,
    ...row?.refunded,
  };
}

/** Invoices of the month, and refunds of the month as rows with negative amounts. */
const monthRows = `
  SELECT * FROM (
    SELECT 'invoice' AS kind, i.issued_at AS at, i.number, o.id AS "orderId", o.user_id AS "userId", o.payment_id AS "paymentId",
      (SELECT method FROM payments WHERE payments.id = o.payment_id) AS method, i.total_paise AS "totalPaise", i.details
    FROM invoices AS i JOIN orders AS o ON o.id = i.order_id WHERE ${inMonth('i.issued_at')}
    UNION ALL
    SELECT 'refund', r.settled_at, i.number, o.id, o.user_id, o.payment_id, NULL, -r.amount_paise, i.details
    FROM refunds AS r JOIN orders AS o ON o.id = r.order_id LEFT JOIN invoices AS i ON i.order_id = o.id
    WHERE r.status = 'processed' AND ${inMonth('r.settled_at')}
  ) AS rows ORDER BY at, number, kind`;

type MonthRow = {
  kind: 'invoice' | 'refund';
  at: Date;
  number: string | null;
  orderId: string;
  userId: string;
  paymentId: string | null;
  method: string | null;
  totalPaise: number;
  details: unknown;
};

const head = [
  ...['Kind', 'Time (IST)', 'Invoice', 'Order', 'Account', 'Buyer', 'Email', 'Description'],
  ...['Payment', 'Method', 'Total (INR)', 'Taxable value (INR)', 'CGST (INR)', 'SGST (INR)'],
  ...['Rate (%)', 'SAC'],
];

const rupees = (paise: number) => (paise / 100).toFixed(2);

/** The details of an invoice; null if there are none, or they cannot be read. */
const storedDetails = z.nullable(invoiceDetails).catch(null);

function toLine(row: MonthRow): (string | number)[] {
  const details = storedDetails.parse(row.details);
  const tax = details?.tax ?? null;
  const sign = row.kind === 'refund' ? -1 : 1;
  const taxes = tax
    ? [tax.taxablePaise, tax.centralPaise, tax.statePaise].map((paise) => rupees(sign * paise))
    : ['', '', ''];
  return [
    ...[row.kind, toSheetTime(row.at), row.number ?? '', row.orderId, row.userId],
    ...[details?.buyer.name ?? '', details?.buyer.email ?? '', details?.description ?? ''],
    ...[row.paymentId ?? '', row.method ?? '', rupees(row.totalPaise), ...taxes],
    ...[tax ? tax.rate : '', tax?.sac ?? ''],
  ];
}

/** How many rows are formatted at once. After these rows, other requests can run. */
const formattedRows = 100;

/**
 * A month as CSV: a row per invoice and per refund, in the order of time. Amounts are in rupees; those of a refund are
 * negative. The taxes are those of the invoice.
 */
export async function exportMonth(month: string): Promise<string> {
  const rows = await query<MonthRow>('money-month-rows', monthRows, [month]);
  const slices = Array.from({ length: Math.ceil(rows.length / formattedRows) }, (_, i) => i);
  const texts = await mapInSlices(slices, (i) =>
    toCsv(rows.slice(i * formattedRows, (i + 1) * formattedRows).map(toLine)),
  );
  return byteOrderMark + toCsv([head]) + texts.join('');
}
