import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { LogView } from './contract.ts';
import { FilterForm } from './filter-form.tsx';
import { MessageTable } from './message-table.tsx';
import { NoMessages } from './no-messages.tsx';
import { NothingFound } from './nothing-found.tsx';
import { Sections } from './sections.tsx';
import { toSearch } from './to-search.ts';

/** The filter, a page of messages, and the way to the next. */
export function Log({ typed, faults, after, keys, page }: LogView) {
  const filtered = Object.keys(typed).length > 0;
  if (page?.entries.length === 0 && !filtered && !after) {
    return (
      <div className="grid gap-4">
        <Sections open="messages" />
        <NoMessages />
      </div>
    );
  }
  const last = page?.entries.at(-1);
  const place = { typed, after };
  return (
    <div className="@container grid gap-4">
      <Sections open="messages" />
      <FilterForm faults={faults} keys={keys} typed={typed} />
      {page?.entries.length ? (
        <>
          <MessageTable keys={keys} messages={page.entries} place={place} />
          <nav aria-label="Pages" className="flex items-center gap-2 text-sm">
            {after ? (
              <Link className="button-quiet" to={paths.messages(toSearch({ typed }))}>
                Newest
              </Link>
            ) : null}
            {page.hasMore && last ? (
              <Link
                className="button-quiet"
                to={paths.messages(toSearch({ typed, after: last._id }))}
              >
                Older
              </Link>
            ) : null}
            <a
              className="link ml-auto py-1"
              download
              href={paths.messagesFile(toSearch({ typed }))}
            >
              Export as CSV
            </a>
          </nav>
        </>
      ) : (
        <NothingFound faulty={page === null} filtered={filtered} newest={toSearch({ typed })} />
      )}
    </div>
  );
}
