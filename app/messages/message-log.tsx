import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { LogView } from './contract.ts';
import { EmptyResults } from './empty-results.tsx';
import { FilterForm } from './filter-form.tsx';
import { LogTabs } from './log-tabs.tsx';
import { MessageTable } from './message-table.tsx';
import { NoMessages } from './no-messages.tsx';
import { toSearchParams } from './to-search.ts';

/** The message log: filter, one page of messages, and links to other pages. */
export function MessageLog({ typed, errors, after, keys, page }: LogView) {
  const filtered = Object.keys(typed).length > 0;
  if (page?.entries.length === 0 && !filtered && !after) {
    return (
      <div className="grid gap-4">
        <LogTabs open="messages" />
        <NoMessages />
      </div>
    );
  }
  const last = page?.entries.at(-1);
  const place = { typed, after };
  return (
    <div className="@container grid gap-4">
      <LogTabs open="messages" />
      <FilterForm errors={errors} keys={keys} typed={typed} />
      {page?.entries.length ? (
        <>
          <MessageTable keys={keys} messages={page.entries} place={place} />
          <nav aria-label="Pages" className="flex items-center gap-2 text-sm">
            {after ? (
              <Link className="button-quiet" to={paths.messages(toSearchParams({ typed }))}>
                Newest
              </Link>
            ) : null}
            {page.hasMore && last ? (
              <Link
                className="button-quiet"
                to={paths.messages(toSearchParams({ typed, after: last._id }))}
              >
                Older
              </Link>
            ) : null}
            <a
              className="link ml-auto py-1"
              download
              href={paths.messagesFile(toSearchParams({ typed }))}
            >
              Export as CSV
            </a>
          </nav>
        </>
      ) : (
        <EmptyResults
          faulty={page === null}
          filtered={filtered}
          newest={toSearchParams({ typed })}
        />
      )}
    </div>
  );
}
