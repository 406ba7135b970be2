import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Disclosure } from '#app/components/disclosure.tsx';
import { TextLink } from '#app/components/links.tsx';
import { CardRow, CardTable, ListPages } from '#app/components/lists.tsx';
import { Detail, TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { actOnScreen, type RecentSignInOfForms } from '#app/dashboard/screen.server.ts';
import { confirmFirst } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { FieldErrors } from '#app/forms/field.tsx';
import { orToast } from '#app/forms/submit.server.ts';
import type { KeyName } from '#app/messages/contract.ts';
import { KeyLabel, LogTabs } from '#app/messages/log-parts.tsx';
import { loadKeyNames } from '#app/messages/read-filter.server.ts';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { type ArchivedMonth, listArchived } from '#domain/messaging/months/partitions.ts';
import { repeatedByRestore } from '#domain/messaging/privacy/pseudonym.browser.ts';
import {
  type RecipientSummary,
  summarizeRecipient,
} from '#domain/messaging/privacy/recipient-data.ts';
import {
  type Erasure,
  type ErasureState,
  eraseInput,
  listErasures,
  requestErasure,
} from '#domain/messaging/privacy/request-erasure.ts';
import { listTextViews, type TextView } from '#domain/messaging/text-views/record-text-views.ts';
import { formatCount, formatMoment } from '#domain/shared/format.browser.ts';
import type { Page } from '#domain/shared/page.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'messages' };
export const meta = () => noIndexMeta('Privacy');

export async function loader(args: Parameters<typeof loadPrivacy>[0]) {
  const view = await loadPrivacy(args);
  return data(view, { status: view.lookup.error === null ? 200 : 400 });
}

/** Which sensitive actions the forms carry out, by `intent`. */
const recentSignIn = { erase: { for: 'erase_recipient' } } satisfies RecentSignInOfForms;

/** Starts the erasure of a phone number. */
async function act(signedIn: SignedInUser, form: FormData) {
  const { data } = eraseInput.safeParse({ recipient: form.get('recipient') });
  if (form.get('intent') !== 'erase' || !data) throw new Response(null, { status: 400 });
  const { userId, sessionId } = signedIn;
  return orToast({ to: paths.recipients(), fallback: fallbacks.erase }, async () => {
    await requestErasure(userId, data.recipient, sessionId);
    const message = 'Erasing takes seconds, or minutes for very many messages.';
    return redirectDone(paths.recipients(), 'The number is being erased', message);
  });
}

export const action = actOnScreen('messages', act, { recentSignIn });

export default confirmFirst(Privacy);

/** Stored data of a recipient, erasures, and views of texts. */
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
        You choose under <TextLink to={paths.dashboard('settings')}>Settings</TextLink> how long
        messages and their texts are kept.{' '}
        <TextLink to={paths.docsSection('privacy')}>The documentation</TextLink> explains this page.
      </p>
    </div>
  );
}

const format = new Intl.DateTimeFormat('en-IN', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats a month: `2026_04` as `April 2026`. */
function nameOf(month: string): string {
  const [year, number] = month.split('_').map(Number);
  if (!year || !number) return 'The time before messages were stored by month';
  return format.format(Date.UTC(year, number - 1));
}

/**
 * The months that the operator has exported to files, in which the operator can read the texts. Renders
 * nothing if there are none.
 */
function Archived({ months }: { months: ArchivedMonth[] }) {
  if (months.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="link w-fit cursor-pointer">
        Months whose messages the operator has written to files
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

/** A page of the list of who has seen texts. */
function Views({ page: { entries, next }, keys }: ViewsProps) {
  return (
    <section aria-labelledby="views-title" className="grid gap-3">
      <div className="grid gap-1">
        <h2 className="text-sm font-medium" id="views-title">
          Who has seen texts
        </h2>
        <p className="text-xs text-faint">
          One line per day, viewer and kind of access, stored for 400 days. The operator of this
          installation can also read its database; such access is not listed.
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

/** A value that is not broken into lines. */
const Whole = ({ children }: { children: ReactNode }) => (
  <span className="whitespace-nowrap">{children}</span>
);

function ViewRow({ view, keys }: { view: TextView; keys: KeyName[] }) {
  const { day, viewer, device, way, texts, from, to, lastAt, clientAddress } = view;
  return (
    <CardRow className="grid gap-y-1 p-3">
      <Cell>
        <time className="whitespace-nowrap" dateTime={day}>
          {formatMoment(new Date(`${day}T00:00:00+05:30`), 'day')}
        </time>
      </Cell>
      <Cell>
        <ViewerName device={device} id={viewer} keys={keys} />
      </Cell>
      <Cell>{ways[way]}</Cell>
      <Cell label="Texts: ">{formatCount(texts)}</Cell>
      <Cell label="Accepted between ">
        <Whole>
          <Timestamp at={new Date(from)} />
        </Whole>{' '}
        and{' '}
        <Whole>
          <Timestamp at={new Date(to)} />
        </Whole>
      </Cell>
      <Cell label="Last seen ">
        <Whole>
          <Timestamp at={new Date(lastAt)} />
        </Whole>
      </Cell>
      <Cell label="From ">
        <span className="font-mono text-xs [overflow-wrap:anywhere] @4xl:whitespace-nowrap">
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

/** A page of erasures; renders nothing without erasures. */
function Erasures({ page: { entries, next }, keys, after }: ErasuresProps) {
  if (entries.length === 0 && after === null) return null;
  return (
    <section aria-labelledby="erasures-title" className="grid gap-3">
      <div className="grid gap-1">
        <h2 className="text-sm font-medium" id="erasures-title">
          Erasures
        </h2>
        <p className="text-xs text-faint">
          Erasures of the last 400 days. They do not contain the erased number, so keep the ID of
          the erasure with the request that you received.
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
  return `${erased}; codes of the last day still count towards limits, and are deleted tomorrow`;
}

type CellProps = {
  /** The label on narrow screens, where the table has no headings. */
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

/** The name of an API key, or the browser or program of a session. */
function ViewerName({ id, device = null, keys }: ViewerNameProps) {
  if (id.startsWith('dk_')) return <KeyLabel keyId={id} keys={keys} />;
  if (id === repeatedByRestore) return <span>Repeated after a restore</span>;
  return (
    <span className="[overflow-wrap:anywhere]" title={id}>
      {device === null ? 'You, signed in' : `You, with ${device}`}
    </span>
  );
}

/** Searches for stored data of a phone number. The form is submitted as GET, so that it works without a script. */
function Lookup({ typed, error, found }: LookupView) {
  return (
    <TitledCard
      heading="h2"
      id="recipient"
      text="For a person who asks what you have stored about them, or wants it erased."
      title="A recipient’s data"
    >
      <Form
        action={paths.recipients()}
        className="flex flex-wrap items-end gap-3 px-5 py-4"
        // Resets the field when a link changes the number.
        key={typed}
        role="search"
      >
        <div className="grid w-full max-w-64 gap-1.5">
          <label className="text-sm font-medium" htmlFor="recipient-number">
            Number
          </label>
          <input
            aria-describedby={error ? 'recipient-number-error' : undefined}
            aria-invalid={error ? true : undefined}
            autoComplete="off"
            className="input"
            defaultValue={typed}
            id="recipient-number"
            inputMode="tel"
            maxLength={40}
            name="number"
            placeholder="98765 43210"
            required
            type="text"
          />
          <FieldErrors errors={error ? [error] : undefined} id="recipient-number-error" />
        </div>
        <button className="button-primary" type="submit">
          Look up
        </button>
      </Form>
      {found ? <Found {...found} /> : null}
    </TitledCard>
  );
}

type FoundProps = NonNullable<LookupView['found']>;

function Found({ recipient, messages, isMore, otps, suppressedSince, retainedUntil }: FoundProps) {
  return (
    <div className="grid gap-4 border-t border-line px-5 py-4 text-sm">
      <dl className="grid gap-2">
        <Detail label="Number">
          <code className="font-mono text-xs">{recipient}</code>
        </Detail>
        <Detail label="Messages">
          {formatCount(messages)}
          {isMore ? ' or more' : ''}, one-time passwords included
        </Detail>
        <Detail label="Codes">
          {otps === 0 ? 'None in the last 30 days' : `${formatCount(otps)} in the last 30 days`}
        </Detail>
        <Detail label="Suppressed">
          {suppressedSince ? (
            <>
              Since <Timestamp at={suppressedSince} />
            </>
          ) : (
            'No'
          )}
        </Detail>
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <a className="button-quiet" download href={paths.recipientFile('json', recipient)}>
          Download as JSON
        </a>
        <a className="button-quiet" download href={paths.recipientFile('csv', recipient)}>
          Download as CSV
        </a>
      </div>
      <Erase recipient={recipient} retainedUntil={retainedUntil} />
    </div>
  );
}

/** A button that erases the number after a confirmation. */
function Erase({ recipient, retainedUntil }: Pick<FoundProps, 'recipient' | 'retainedUntil'>) {
  return (
    <Disclosure
      summary={<summary className="button-quiet w-fit list-none text-bad">Erase…</summary>}
    >
      <Form
        className="mt-3 grid max-w-xl gap-3 border-l-2 border-bad pl-4"
        data-fallback={fallbacks.erase}
        method="post"
      >
        <input name="intent" type="hidden" value="erase" />
        <input name="recipient" type="hidden" value={recipient} />
        <p>
          Texts and codes are deleted, and a pseudonym replaces the number. This cannot be undone.
        </p>
        {retainedUntil ? (
          <p>
            Until <Timestamp at={retainedUntil} /> the log still shows that there were messages, as
            the law requires (DPDP Rules 2025, rule 8).
          </p>
        ) : null}
        <p>
          If the number is on your suppression list, it stays there, so that you respect its owner’s
          choice.
        </p>
        <div>
          <button className="button-quiet text-bad" type="submit">
            Erase {recipient}
          </button>
        </div>
      </Form>
    </Disclosure>
  );
}

/** Entries per page. */
const erasuresPerPage = 10;
const viewsPerPage = 25;

const erasureId = /^ers_[0-9A-HJKMNP-TV-Z]{26}$/;

/** The searched number; empty at first. */
type LookupView = { typed: string; error: string | null; found: RecipientSummary | null };

/** Loads the stored data of the number in the address, a page of erasures, and a page of views. */
async function loadPrivacy({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const { userId } = await requireSignedInUser(request);
  const { searchParams } = new URL(request.url);
  const erasure = searchParams.get('erasure');
  const after = erasure && erasureId.test(erasure) ? erasure : null;
  const view = searchParams.get('view');
  const [lookup, erasures, views, keys, archived] = await Promise.all([
    lookUp(userId, searchParams.get('number')?.trim() ?? ''),
    listErasures(userId, { limit: erasuresPerPage, after: after ?? undefined }),
    listTextViews(userId, { limit: viewsPerPage, after: view ?? undefined }),
    loadKeyNames(userId),
    listArchived(),
  ]);
  return { lookup, erasures, views, keys, archived, after };
}

async function lookUp(userId: string, typed: string): Promise<LookupView> {
  if (typed === '') return { typed, error: null, found: null };
  const { data: recipient, error } = recipientInput.safeParse(typed);
  if (recipient === undefined) {
    return { typed, error: error.issues[0]?.message ?? 'Please enter a phone number', found: null };
  }
  return { typed, error: null, found: await summarizeRecipient(userId, recipient) };
}
