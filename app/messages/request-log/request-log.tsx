import { Link } from '@remix-run/react';
import { PageLinks } from '#app/components/page-links.tsx';
import { paths } from '#app/paths.ts';
import type { RequestLogView } from '../contract.ts';
import { LogTabs } from '../log-tabs.tsx';
import { EmptyRequestLog } from './empty-request-log.tsx';
import { RequestLogTable } from './request-log-table.tsx';

/** The request log: one page of failed requests, and links to other pages. */
export function RequestLog({ failed, keys, after, isLogged }: RequestLogView) {
  const { entries, next } = failed;
  return (
    <div className="@container grid gap-4">
      <LogTabs open="request-log" />
      <About isLogged={isLogged} />
      {entries.length > 0 ? (
        <RequestLogTable keys={keys} requests={entries} />
      ) : (
        <EmptyRequestLog isFirst={!after} isLogged={isLogged} />
      )}
      <PageLinks
        newest={after ? paths.requestLog() : null}
        older={next && paths.requestLog(next)}
      />
    </div>
  );
}

/** Explains what is recorded, with a link to the setting. */
function About({ isLogged }: { isLogged: boolean }) {
  const settings = (
    <Link className="link" to={paths.dashboard('settings')}>
      Settings
    </Link>
  );
  if (isLogged) {
    return (
      <p className="text-sm text-faint">
        API calls with your keys that returned a 4xx error in the last 7 days. Request bodies are
        not stored. You can turn error logging off in {settings}.
      </p>
    );
  }
  return (
    <p className="card px-5 py-3 text-sm">
      Error logging is off, so failed requests are not recorded. You can turn it on in {settings}.
    </p>
  );
}
