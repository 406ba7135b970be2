import { Link, useLoaderData } from '@remix-run/react';
import { CardCell, CardRow, CardTable } from '#app/components/lists.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { loadForOperator } from '#app/operator/operator-route.server.ts';
import { SenderTabs } from '#app/operator/page-parts.tsx';
import { paths } from '#app/paths.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { installationDriftDays, listInstallationDrift } from '#domain/delivery/drift/list-drift.ts';
import { formatCount } from '#domain/shared/format.browser.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = { operatorPage: 'senders', nameOf: () => 'Drift' };
export const meta = () => noIndexMeta('Drift');

const listed = 100;

export const loader = loadForOperator('senders.read', async () => ({
  days: installationDriftDays,
  drift: await listInstallationDrift(listed),
}));

/** Messages of all accounts that our check passed and operators of mobile networks rejected. */
export default function DriftPage() {
  const { drift, days } = useLoaderData<typeof loader>();
  return (
    <div className="@container grid gap-5">
      <SenderTabs open="drift" />
      <p className="max-w-prose text-sm text-faint">
        Messages of the last {days} days that passed our check but were rejected by a mobile
        operator. Each row is one combination of account, header, template and verdict. If only one
        account is affected, its registrations here differ from those on its DLT portal. If many
        accounts with the same carrier are affected, ask the carrier.
      </p>
      {drift.length > 0 ? (
        <CardTable
          caption="Rejections, the most frequent first"
          columns={['Account', 'Why', 'Rejected', 'Header', 'Template', 'Last']}
          widths={{
            Account: 'w-44',
            Rejected: 'w-20',
            Header: 'w-24',
            Template: 'w-44',
            Last: 'w-44',
          }}
        >
          {drift.map((one) => (
            <CardRow
              className="grid grid-cols-2 gap-y-1 py-2"
              key={`${one.userId} ${one.header} ${one.templateId} ${one.verdict}`}
            >
              <CardCell label="Account" wide>
                <Link
                  className="link block [overflow-wrap:anywhere]"
                  to={paths.operatorAccount(one.userId)}
                >
                  {one.email}
                </Link>
              </CardCell>
              <CardCell wide>
                <Link
                  className="link font-mono text-xs [overflow-wrap:anywhere]"
                  to={paths.verdict(one.verdict)}
                >
                  {one.verdict}
                </Link>
                <span className="block max-w-prose">{one.text}</span>
              </CardCell>
              <CardCell label="Rejected">{formatCount(one.rejections)}</CardCell>
              <CardCell label="Header">
                <span className="font-mono text-xs">{one.header}</span>
              </CardCell>
              <CardCell label="Template" wide>
                <span className="font-mono text-xs [overflow-wrap:anywhere]">
                  {one.templateId ?? '–'}
                </span>
              </CardCell>
              <CardCell label="Last" wide>
                <Timestamp at={one.lastAt} />
                <span className="block text-xs text-faint">
                  {one.carrier}
                  {one.errorCode ? `, code ${one.errorCode}` : ''}
                </span>
              </CardCell>
            </CardRow>
          ))}
        </CardTable>
      ) : (
        <p className="card p-6 text-sm">Operators rejected no message that had passed our check.</p>
      )}
    </div>
  );
}
