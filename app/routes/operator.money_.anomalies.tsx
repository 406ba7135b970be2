import { Form, Link, useLoaderData } from '@remix-run/react';
import { CardList, PageLinks } from '#app/components/lists.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { loadForOperator } from '#app/operator/operator-route.server.ts';
import { MoneyTabs } from '#app/operator/page-parts.tsx';
import { paths } from '#app/paths.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { anomalyAdvice } from '#domain/billing/back-office/contract.browser.ts';
import { listAnomalies, type MoneyAnomaly } from '#domain/billing/back-office/list-money.ts';
import { paymentAnomalyKinds } from '#domain/billing/payments/contract.browser.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = { operatorPage: 'money', nameOf: () => 'Anomalies' };
export const meta = () => noIndexMeta('Anomalies');

const pageSize = 25;

/** The time and the id of the last anomaly of a page, in a query. */
const place = /^(\d{4}-\d\d-\d\dT[\d:.]+Z),(flt_[0-9A-Z]{26})$/;

export const loader = loadForOperator('money.read', async (_, { request }) => {
  const { searchParams } = new URL(request.url);
  const kind = paymentAnomalyKinds.find((one) => one === searchParams.get('kind'));
  const [, at, id] = place.exec(searchParams.get('after') ?? '') ?? [];
  const after = at && id && !Number.isNaN(Date.parse(at)) ? { at: new Date(at), id } : undefined;
  const found = await listAnomalies({ kind, after, limit: pageSize + 1 });
  const last = found.length > pageSize ? found[pageSize - 1] : undefined;
  return {
    anomalies: found.slice(0, pageSize),
    next: last ? `${last.at.toISOString()},${last.id}` : null,
    kind: kind ?? '',
    isFirst: after === undefined,
  };
});

/** Payments and requests that did not match, with what to do. */
export default function AnomaliesPage() {
  const { anomalies, next, kind, isFirst } = useLoaderData<typeof loader>();
  const address = (search: Record<string, string>) =>
    paths.operatorAnomalies({ ...(kind && { kind }), ...search });
  return (
    <div className="@container grid gap-5">
      <MoneyTabs open="anomalies" />
      <p className="max-w-prose text-sm text-faint">
        Payments and requests in which something did not match, such as the amount or the signature.
        They are kept for a year.
      </p>
      <Form
        action={paths.operatorAnomalies()}
        className="flex flex-wrap items-end gap-3"
        key={kind}
      >
        <div className="grid min-w-0 flex-1 gap-1 @2xl:flex-none">
          <label className="text-xs text-faint" htmlFor="kind">
            Kind
          </label>
          <select className="input min-w-0" defaultValue={kind} id="kind" name="kind">
            <option value="">All</option>
            {paymentAnomalyKinds.map((one) => (
              <option key={one} value={one}>
                {anomalyAdvice[one].title}
              </option>
            ))}
          </select>
        </div>
        <button className="button-quiet min-h-10" type="submit">
          Filter
        </button>
      </Form>
      <TitledCard heading="h2" id="anomalies" title="Latest first">
        <CardList empty="There are no anomalies.">
          {anomalies.map((one) => (
            <Anomaly key={one.id} one={one} />
          ))}
        </CardList>
      </TitledCard>
      <PageLinks
        newest={isFirst ? null : address({})}
        older={next === null ? null : address({ after: next })}
      />
    </div>
  );
}

function Anomaly({ one }: { one: MoneyAnomaly }) {
  // A later release may have written a kind that this one does not know.
  const { title, advice } = anomalyAdvice[one.kind] ?? { title: one.kind, advice: '' };
  return (
    <li className="grid gap-1 px-5 py-3 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{title}</span>
        <span className="text-xs text-faint">
          <Timestamp at={one.at} />
        </span>
      </p>
      <p className="font-mono text-xs [overflow-wrap:anywhere]">{one.detail}</p>
      <p className="text-xs text-faint [overflow-wrap:anywhere]">
        {one.userId ? (
          <Link className="link" to={paths.operatorAccount(one.userId)}>
            {one.email ?? one.userId}
          </Link>
        ) : (
          'No account'
        )}
        {one.orderId ? (
          <>
            {' · '}
            <Link className="link" to={paths.operator('money', { search: one.orderId })}>
              {one.orderId}
            </Link>
          </>
        ) : null}
      </p>
      <p className="max-w-prose">{advice}</p>
    </li>
  );
}
