import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { EventFilter, EventTable, toSearch } from '#app/audit/event-table.tsx';
import { QuietLink, TextLink } from '#app/components/links.tsx';
import { EmptyState, PageLinks } from '#app/components/lists.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { auditFilter, listAccountEvents, listActors } from '#domain/audit/list-events.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'settings' };
export const meta = () => noIndexMeta('Audit trail');

const pageSize = 25;

/** Loads a page of the account's events. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  const filter = auditFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  const [page, actors] = await Promise.all([
    listAccountEvents(userId, filter, pageSize),
    listActors(userId),
  ]);
  return { ...page, actors, filter };
}

/** The audit trail: filter, one page of events, and links to other pages and to the file. */
export default function AuditTrail() {
  const { entries, next, actors, filter } = useLoaderData<typeof loader>();
  const search = toSearch(filter);
  const isFiltered = Object.keys(search).length > 0;
  return (
    <div className="@container grid min-w-0 grid-cols-1 gap-4">
      <div className="grid gap-1">
        <h2 className="text-lg font-medium">Audit trail</h2>
        <p className="text-sm text-faint">
          Who changed what in your account in the last 400 days. If an entry of this list is changed
          or removed later, this can be detected.{' '}
          <TextLink to={paths.docsSection('audit-trail')}>How this works</TextLink>
        </p>
      </div>
      <EventFilter actors={actors} filter={filter} to={paths.auditTrail()} />
      {entries.length > 0 ? (
        <EventTable events={entries} />
      ) : (
        <EmptyState
          text={
            isFiltered
              ? 'No event matches this filter.'
              : 'Changes to keys, settings, senders and webhooks, and sign-ins, will be listed here.'
          }
          title="No events"
        >
          <QuietLink to={isFiltered ? paths.auditTrail() : paths.dashboard('settings')}>
            {isFiltered ? 'Show all events' : 'Open the settings'}
          </QuietLink>
        </EmptyState>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageLinks
          newest={filter.after ? paths.auditTrail(search) : null}
          older={next && paths.auditTrail({ ...search, after: next })}
        />
        {entries.length > 0 ? (
          <a className="link text-sm" download href={paths.auditFile(search)}>
            Download as CSV
          </a>
        ) : null}
      </div>
    </div>
  );
}
