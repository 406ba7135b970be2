import { data } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CardRow, CardTable } from '#app/components/card-table.tsx';
import { ListPages } from '#app/components/list-pages.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { ConfirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen } from '#app/dashboard/drafts/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import type { KeyName } from '#app/messages/contract.ts';
import { LogTabs } from '#app/messages/log-tabs.tsx';
import { KeyLabel } from '#app/messages/message-cells.tsx';
import { paths } from '#app/paths.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import type { ArchivedMonth } from '#domain/messaging/months/list-months.ts';
import type { Erasure, ErasureState } from '#domain/messaging/privacy/contract.ts';
import type { TextView } from '#domain/messaging/privacy/views/contract.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import type { Page } from '#domain/shared/page.browser.ts';
import { act, recentSignIn } from './act.server.ts';
import { loadPrivacy } from './load-privacy.server.ts';
import { Lookup } from './lookup.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'messages' };
export const meta = () => noIndexMeta('Privacy');

export async function loader(args: Parameters<typeof loadPrivacy>[0]) {
  const view = await loadPrivacy(args);
  return data(view, { status: view.lookup.error === null ? 200 : 400 });
}

export const action = actOnScreen('messages', act, { recentSignIn });

export default function PrivacyScreen() {
  return (
    <ConfirmFirst>
      <Privacy />
    </ConfirmFirst>
  );
}

/** What is stored of a recipient, erasures, and who has seen texts. */
function Privacy() {
  const { lookup, erasures, views, keys, archived, after } = useLoaderData<typeof loader>();
  return (
    <div className="@container grid gap-5">
      <LogTabs open="privacy" />
      <Lookup {...lookup} />
      <Erasures after={after} keys={keys} page={erasures} />
      <Views keys={keys} page={views} />
      <Archived months={archived} />
      <p className="text-sm text-faint">
        For how long messages and their texts are kept you choose under{' '}
        <Link className="link" to={paths.dashboard('settings')}>
          Settings
        </Link>
        . What all of this means is explained in{' '}
        <Link className="link" to={paths.docsSection('privacy')}>
          the documentation
        </Link>
        .
      </p>
    </div>
  );
}

const format = new Intl.DateTimeFormat('en-IN', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `2026_04` as `April 2026`. */
function nameOf(month: string): string {
  const [year, number] = month.split('_').map(Number);
  if (!year || !number) return 'The time before messages were stored by month';
  return format.format(Date.UTC(year, number - 1));
}

/** The months that the operator has written to files, in which they can read texts; nothing if there are none. */
function Archived({ months }: { months: ArchivedMonth[] }) {
  if (months.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="link w-fit cursor-pointer">
        Months that the operator has written to files
      </summary>
      <ul className="mt-2 grid gap-1">
        {months.map(({ month, archivedAt }) => (
          <li key={month}>
            {nameOf(month)}, with the messages of all accounts, on <Timestamp at={archivedAt} />
          </li>
        ))}
      </ul>
    </details>
  );
}

const ways: Record<TextView['way'], string> = { page: 'Dashboard', file: 'File', api: 'API' };

type ViewsProps = { page: Page<TextView>; keys: KeyName[] };

/** A page of who has seen texts. */
function Views({ page: { entries, next }, keys }: ViewsProps) {
  return (
    <section aria-labelledby="views-title" className="grid gap-3">
      <div className="grid gap-1">
        <h2 className="text-sm font-medium" id="views-title">
          Who has seen texts
        </h2>
        <p className="text-xs text-faint">
          One line for each day, viewer and way, for 400 days. The operator of this installation can
          also read its database, which is not listed.
        </p>
      </div>
      {entries.length > 0 ? (
        <CardTable
          caption="Who has seen texts, the latest day first"
          columns={['Day', 'Who', 'Way', 'Texts', 'Accepted between', 'Last seen', 'From']}
        >
          {entries.map((view) => (
            <ViewRow key={view._id} keys={keys} view={view} />
          ))}
        </CardTable>
      ) : (
        <p className="card px-5 py-4 text-sm text-faint">No views are recorded.</p>
      )}
      <ListPages name="views" next={next} param="view" />
    </section>
  );
}

function ViewRow({ view, keys }: { view: TextView; keys: KeyName[] }) {
  const { day, viewer, device, way, texts, from, to, lastAt, clientAddress } = view;
  return (
    <CardRow className="grid gap-y-1 p-3">
      <Cell>
        <time className="whitespace-nowrap" dateTime={day}>
          {day}
        </time>
      </Cell>
      <Cell>
        <ViewerName device={device} id={viewer} keys={keys} />
      </Cell>
      <Cell>{ways[way]}</Cell>
      <Cell label="Texts: ">{formatCount(texts)}</Cell>
      <Cell label="Accepted between ">
        <Timestamp at={new Date(from)} /> and <Timestamp at={new Date(to)} />
      </Cell>
      <Cell label="Last seen ">
        <Timestamp at={new Date(lastAt)} />
      </Cell>
      <Cell label="From ">
        <span className="font-mono text-xs [overflow-wrap:anywhere]">
          {clientAddress || 'unknown'}
        </span>
      </Cell>
    </CardRow>
  );
}

const colours: Record<ErasureState, string> = {
  running: 'text-airmail',
  waiting: 'text-faint',
  done: 'text-good',
};

type ErasuresProps = { page: Page<Erasure>; keys: KeyName[]; after: string | null };

/** A page of erasures; nothing if there are none. */
function Erasures({ page: { entries, next }, keys, after }: ErasuresProps) {
  if (entries.length === 0 && after === null) return null;
  return (
    <section aria-labelledby="erasures-title" className="grid gap-3">
      <div className="grid gap-1">
        <h2 className="text-sm font-medium" id="erasures-title">
          Erasures
        </h2>
        <p className="text-xs text-faint">
          Erasures of the last 400 days. They do not contain the number: note the ID with the
          request that you received.
        </p>
      </div>
      <CardTable
        caption="Erasures, newest first"
        columns={['State', 'ID', 'Requested', 'By', 'Messages', 'Log kept until']}
      >
        {entries.map((erasure) => (
          <ErasureRow erasure={erasure} key={erasure.id} keys={keys} />
        ))}
      </CardTable>
      <ListPages name="erasures" next={next} param="erasure" />
    </section>
  );
}

function ErasureRow({ erasure, keys }: { erasure: Erasure; keys: KeyName[] }) {
  const { id, state, requestedAt, requestedBy, retainedUntil } = erasure;
  return (
    <CardRow className="grid gap-y-1 p-3">
      <Cell>
        <span className={`stamp ${colours[state]}`}>{state}</span>
      </Cell>
      <Cell>
        <code className="font-mono text-xs break-all">{id}</code>
      </Cell>
      <Cell label="Requested ">
        <Timestamp at={requestedAt} />
      </Cell>
      <Cell label="By ">
        <ViewerName id={requestedBy} keys={keys} />
      </Cell>
      <Cell>{describe(erasure)}</Cell>
      {retainedUntil ? (
        <Cell label="Log kept until ">
          <Timestamp at={retainedUntil} />
        </Cell>
      ) : (
        <Cell>{state === 'done' ? 'Nothing is left' : 'Nothing will be left'} in the log</Cell>
      )}
    </CardRow>
  );
}

function describe({ state, messages, total, open }: Erasure): string {
  const erased = `${formatCount(messages)} of ${total === null ? '…' : formatCount(total)} erased`;
  if (state !== 'waiting') return erased;
  const whose = open === 1 ? 'its' : 'their';
  if (open > 0) return `${erased}; ${formatCount(open)} more when ${whose} outcome is known`;
  return `${erased}; codes of the last day are deleted tomorrow, as they count towards limits`;
}

type CellProps = {
  /** On narrow screens, where there is no heading. */
  label?: string;
  children: ReactNode;
};

/** A cell of a table whose rows are cards on narrow screens. */
function Cell({ label, children }: CellProps) {
  return (
    <td className="block min-w-0 @4xl:table-cell @4xl:px-3 @4xl:py-2.5 @4xl:align-top">
      {label ? <span className="text-faint @4xl:hidden">{label}</span> : null}
      {children}
    </td>
  );
}

type ViewerNameProps = { id: string; device?: string | null; keys: KeyName[] };

/** An API key by its name; a session by its browser or program. */
function ViewerName({ id, device = null, keys }: ViewerNameProps) {
  if (id.startsWith('dk_')) return <KeyLabel keyId={id} keys={keys} />;
  return (
    <span className="[overflow-wrap:anywhere]" title={id}>
      {device === null ? 'You, signed in' : `You, with ${device}`}
    </span>
  );
}
