import { Link } from '@remix-run/react';
import { EmptyState } from '#app/components/empty-state.tsx';
import { PageLinks } from '#app/components/page-links.tsx';
import { OtherModeNotice } from '#app/dashboard/mode/other-mode-notice.tsx';
import { paths } from '#app/paths.ts';
import type { LogView } from './contract.ts';
import { EmptyResults } from './empty-results.tsx';
import { toSearchParams } from './filter.ts';
import { FilterForm } from './filter-form.tsx';
import { LogTabs } from './log-tabs.tsx';
import { MessageTable } from './message-table.tsx';

/** The message log: filter, one page of messages, and links to other pages. */
export function MessageLog({ typed, errors, after, keys, page, livemode, otherKeyId }: LogView) {
  const filtered = Object.keys(typed).length > 0;
  if (page?.entries.length === 0 && !filtered && !after) {
    return (
      <div className="grid gap-4">
        <LogTabs open="messages" />
        <NoMessages livemode={livemode} />
      </div>
    );
  }
  const address = (place: { after?: string }) =>
    paths.messages(toSearchParams({ typed, ...place }));
  return (
    <div className="@container grid gap-4">
      <LogTabs open="messages" />
      {otherKeyId ? <OtherModeNotice id={otherKeyId} livemode={livemode} what="key" /> : null}
      <FilterForm errors={errors} keys={keys} typed={typed} />
      {page?.entries.length ? (
        <MessageTable keys={keys} messages={page.entries} place={{ typed, after }} />
      ) : (
        <EmptyResults
          faulty={page === null}
          filtered={filtered}
          goesOn={page !== null && page.next !== null}
        />
      )}
      <PageLinks
        newest={after ? address({}) : null}
        older={page?.next ? address({ after: page.next }) : null}
      >
        {page?.entries.length ? (
          <a
            className="link ml-auto py-1"
            download
            href={paths.messagesFile(toSearchParams({ typed }))}
          >
            Export as CSV
          </a>
        ) : null}
      </PageLinks>
    </div>
  );
}

/** The empty state of the log, with a link to send the first message. */
function NoMessages({ livemode }: Pick<LogView, 'livemode'>) {
  return (
    <EmptyState
      text={`Messages that your ${livemode ? 'API' : 'test'} keys send appear here with their delivery status.`}
      title={livemode ? 'No messages yet' : 'No test messages yet'}
    >
      <Link className="button-primary" to={paths.dashboard('message')}>
        {livemode ? 'Send your first message' : 'Send a test message'}
      </Link>
    </EmptyState>
  );
}
