import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Icon } from '#app/components/icons.tsx';
import { QuietLink, TextLink } from '#app/components/links.tsx';
import { CardRow, CardTable, EmptyState, PageLinks } from '#app/components/lists.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import type { KeyName, RequestLogView } from '#app/messages/contract.ts';
import { KeyLabel, LogTabs } from '#app/messages/log-parts.tsx';
import { loadKeyNames } from '#app/messages/read-filter.server.ts';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { getSettings } from '#domain/identity/settings/stored-settings.ts';
import {
  type FailedRequestOutput,
  groupFailedRequests,
  listFailedRequests,
} from '#domain/messaging/request-log/log-failed-request.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'messages' };
export const meta = () => noIndexMeta('Failed requests');

/** Entries per page. */
const pageSize = 25;

const entryId = /^ref_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Loads the request log by code, or a page of its single requests; and whether error logging is on. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  const search = new URL(request.url).searchParams;
  const last = search.get('after');
  const after = last && entryId.test(last) ? last : undefined;
  const code = safeText.max(64).safeParse(search.get('code') || undefined).data;
  const isList = after !== undefined || code !== undefined || search.has('list');
  const [keys, grouped, failed, { errorLogging }] = await Promise.all([
    loadKeyNames(userId),
    isList ? null : groupFailedRequests(userId),
    isList ? listFailedRequests(userId, { after, code, limit: pageSize }) : null,
    getSettings(userId),
  ]);
  return { keys, grouped, failed, code, after, isLogged: errorLogging };
}

export default function RequestLogScreen() {
  return <RequestLog {...useLoaderData<typeof loader>()} />;
}

/** The request log: groups by code, or one page of failed requests and links to other pages. */
function RequestLog({ grouped, failed, keys, code, after, isLogged }: RequestLogView) {
  const isEmpty = failed ? failed.entries.length === 0 : grouped?.groups.length === 0;
  const place: Record<string, string> = code === undefined ? { list: 'all' } : { code };
  return (
    <div className="@container grid min-w-0 grid-cols-1 gap-4">
      <LogTabs open="request-log" />
      <About isLogged={isLogged} />
      {grouped && !isEmpty ? <Groups {...grouped} keys={keys} /> : null}
      {failed ? (
        <p className="text-sm">
          {code === undefined ? null : (
            <>
              Only requests with the error code{' '}
              <code className="font-mono text-xs [overflow-wrap:anywhere]">{code}</code>.{' '}
            </>
          )}
          <TextLink to={paths.requestLog()}>Group by code</TextLink>
        </p>
      ) : null}
      {failed && !isEmpty ? <RequestLogTable keys={keys} requests={failed.entries} /> : null}
      {isEmpty ? (
        <EmptyRequestLog isFirst={!after && code === undefined} isLogged={isLogged} />
      ) : null}
      {failed ? (
        <PageLinks
          newest={after ? paths.requestLog(place) : null}
          older={failed.next && paths.requestLog({ ...place, after: failed.next })}
        />
      ) : null}
    </div>
  );
}

type GroupsProps = NonNullable<RequestLogView['grouped']> & { keys: KeyName[] };

/**
 * Failed requests by error code. Each code has one line with the count and the time of the last request, which expands to
 * the newest requests.
 */
function Groups({ groups, isCut, keys }: GroupsProps) {
  return (
    <>
      <ul className="card divide-y divide-line">
        {groups.map(({ code, count, newest }) => {
          const [last] = newest;
          if (!last) return null;
          return (
            <li key={code}>
              <details className="group/code">
                <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm hover:bg-paper">
                  <span className="-mx-1 text-faint group-open/code:rotate-90">
                    <Icon name="wide" />
                  </span>
                  <span className="stamp text-bad">{last.status}</span>
                  <code className="min-w-0 font-mono text-xs [overflow-wrap:anywhere]">{code}</code>
                  <span className="font-medium tabular-nums">
                    {formatCount(count)}
                    {isCut ? '+' : ''}
                  </span>
                  <span className="min-w-0 flex-1 basis-60 truncate text-faint">
                    {last.message}
                  </span>
                  <span className="text-xs text-faint">
                    last <Timestamp at={last.createdAt} timeStyle="medium" />
                  </span>
                </summary>
                <div className="grid gap-3 px-4 pt-1 pb-4">
                  <RequestLogTable keys={keys} requests={newest} />
                  {count > newest.length ? (
                    <p className="text-sm">
                      <TextLink to={paths.requestLog({ code })}>
                        {`All ${formatCount(count)}${isCut ? '+' : ''} requests with this code`}
                      </TextLink>
                    </p>
                  ) : null}
                </div>
              </details>
            </li>
          );
        })}
      </ul>
      <p className="text-sm">
        <TextLink to={paths.requestLog({ list: 'all' })}>Show all requests in one list</TextLink>
        {isCut ? (
          <span className="text-faint"> Only the newest 10,000 failed requests are counted.</span>
        ) : null}
      </p>
    </>
  );
}

/** Explains what is recorded, with a link to the setting. */
function About({ isLogged }: { isLogged: boolean }) {
  const settings = <TextLink to={paths.dashboard('settings')}>Settings</TextLink>;
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

type EmptyRequestLogProps = {
  /** Whether this is the first page. */
  isFirst: boolean;
  isLogged: boolean;
};

function EmptyRequestLog({ isFirst, isLogged }: EmptyRequestLogProps) {
  if (!isFirst) {
    return (
      <section className="card grid gap-2 p-6">
        <h2 className="font-medium">No older failed requests</h2>
        <p className="text-sm text-faint">Failed requests older than 7 days are deleted.</p>
      </section>
    );
  }
  return (
    <EmptyState
      text={
        isLogged
          ? 'No API call with your keys failed with a 4xx error in the last 7 days.'
          : 'Error logging is off, so failed requests are not recorded.'
      }
      title="No failed requests"
    >
      <QuietLink to={paths.docsSection('api-reference')}>See all error codes</QuietLink>
    </EmptyState>
  );
}

/** Column widths; the reason takes the rest. */
const widths = {
  Status: 'w-16',
  Call: 'w-48',
  Reason: '',
  'API key': 'w-28',
  From: 'w-32',
  Time: 'w-44',
};

type RequestLogTableProps = { requests: FailedRequestOutput[]; keys: KeyName[] };

/** A page of failed requests: a table on wide screens, cards on narrow ones. */
function RequestLogTable({ requests, keys }: RequestLogTableProps) {
  return (
    <CardTable
      caption="Failed requests, newest first"
      columns={Object.keys(widths)}
      widths={widths}
    >
      {requests.map((request) => (
        <Row key={request.id} keys={keys} request={request} />
      ))}
    </CardTable>
  );
}

function Row({ request, keys }: { request: FailedRequestOutput; keys: KeyName[] }) {
  const { status, code, message, method, path, keyId, clientAddress, requestId } = request;
  return (
    <CardRow className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 p-3">
      <Cell>
        <span className="stamp text-bad">{status}</span>
      </Cell>
      <Cell className="text-right @4xl:text-left">
        <code className="font-mono text-xs [overflow-wrap:anywhere]">
          {method} {path}
        </code>
      </Cell>
      <Cell className="col-span-2">
        <span className="[overflow-wrap:anywhere]">{message}</span>
        <span className="flex flex-wrap items-center gap-x-3 text-xs leading-6 text-faint">
          <Link className="link font-mono" to={`${paths.docsSection('api-reference')}#${code}`}>
            {code}
          </Link>
          <span className="-my-2 flex min-w-0 items-center gap-1">
            <code className="min-w-0 font-mono break-all">{requestId}</code>
            <CopyButton label="request ID" text={requestId} toast="The request ID is copied" />
          </span>
        </span>
      </Cell>
      <Cell className="col-span-2 truncate text-faint @4xl:text-ink">
        <KeyLabel keyId={keyId} keys={keys} />
        <span className="@4xl:hidden">, from {clientAddress || 'unknown'}</span>
      </Cell>
      <Cell className="hidden font-mono text-xs [overflow-wrap:anywhere]">
        {clientAddress || 'unknown'}
      </Cell>
      <Cell className="col-span-2 whitespace-nowrap text-faint @4xl:text-ink">
        <Timestamp at={request.createdAt} timeStyle="medium" />
      </Cell>
    </CardRow>
  );
}

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <td
      className={`block min-w-0 @4xl:table-cell @4xl:px-3 @4xl:py-2.5 @4xl:align-top ${className}`}
    >
      {children}
    </td>
  );
}
