import { useLoaderData } from '@remix-run/react';
import { EventFilter, EventTable, toSearch } from '#app/audit/event-table.tsx';
import { QuietLink } from '#app/components/links.tsx';
import { EmptyState, PageLinks } from '#app/components/lists.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { loadForOperator } from '#app/operator/operator-route.server.ts';
import { paths } from '#app/paths.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { auditFilter, listActors, listAuditEvents } from '#domain/audit/list-events.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = { operatorPage: 'audit' };
export const meta = () => noIndexMeta('Audit');

const pageSize = 50;

/** Loads a page of the events of all accounts, or of the account of the query. */
export const loader = loadForOperator('audit.read', async (_, { request }) => {
  const search = Object.fromEntries(new URL(request.url).searchParams);
  const filter = auditFilter.parse(search);
  const accountId = /^usr_\w{1,40}$/.exec(search.account ?? '')?.[0];
  const [page, actors] = await Promise.all([
    listAuditEvents({ ...filter, accountId }, pageSize),
    accountId === undefined ? [] : listActors(accountId),
  ]);
  return { ...page, actors, filter, accountId };
});

/** The audit trail of the installation: who did what in which account. */
export default function OperatorAudit() {
  const { entries, next, actors, filter, accountId } = useLoaderData<typeof loader>();
  const search = { ...toSearch(filter), ...(accountId && { account: accountId }) };
  return (
    <div className="@container grid min-w-0 grid-cols-1 gap-4">
      <EventFilter
        actors={actors}
        filter={filter}
        of={{ account: accountId ?? '' }}
        to={paths.operator('audit')}
      />
      {entries.length > 0 ? (
        <EventTable accountLink={paths.operatorAccount} events={entries} />
      ) : (
        <EmptyState
          text="Changes by members, keys and operators, and sign-ins, are listed here."
          title="No event matches this filter"
        >
          <QuietLink to={paths.operator('audit')}>Show all events</QuietLink>
        </EmptyState>
      )}
      <PageLinks
        newest={filter.after ? paths.operator('audit', search) : null}
        older={next && paths.operator('audit', { ...search, after: next })}
      />
    </div>
  );
}
