import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CardCell, CardRow, CardTable } from '#app/components/lists.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { usePreferences } from '#app/preferences/preferences.ts';
import { type AuditAction, type AuditValue, auditActions } from '#domain/audit/actions.browser.ts';
import type { AuditFilter, ListedEvent } from '#domain/audit/list-events.ts';
import { formatMoment, formatRupees } from '#domain/shared/format.browser.ts';

/** The title of an action. An event of a later release may have an action that this release does not know. */
export const titleOf = (action: string): string =>
  Object.hasOwn(auditActions, action) ? auditActions[action as AuditAction].title : action;

const kinds: Record<ListedEvent['actor']['kind'], string> = {
  member: 'Member',
  key: 'API key',
  operator: 'Dakiya operator',
  system: 'Dakiya',
  anonymous: 'A visitor who was not signed in',
};

/** Who acted: a name, or what kind of actor it was. */
export const nameOf = ({ kind, label, id }: ListedEvent['actor']): string =>
  label ?? (kind === 'member' || kind === 'key' ? (id ?? kinds[kind]) : kinds[kind]);

const acronym = /\b(api|dlt|id|ip|otp|sms|url)\b/g;

/** The name of a changed field for a person: `messageLimit` is `message limit`, `amountPaise` is `amount`. */
const wordsOf = (field: string): string =>
  field
    .replace(/Paise$/, '')
    .replace('livemode', 'live mode')
    .replace(/_|(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(acronym, (word) => word.toUpperCase());

const isEmpty = (value: AuditValue | undefined): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length);

/** A time as the trail stores it. */
const storedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Formats the value of a changed field for a person. @param zone the time zone of times; without it, they stay as stored */
function formatValue(field: string, value: AuditValue | undefined, zone?: string): string {
  if (isEmpty(value)) return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'number' && field.endsWith('Paise')) return formatRupees(value);
  if (zone && typeof value === 'string' && storedTime.test(value)) {
    const at = new Date(value);
    if (!Number.isNaN(at.getTime())) return formatMoment(at, 'short', zone);
  }
  return String(value);
}

type Changes = Pick<ListedEvent, 'action'> & {
  details: Pick<NonNullable<ListedEvent['details']>, 'before' | 'after'> | null;
};

/**
 * The changed fields as sentences: `name: old → new`. Empty fields of a created or deleted object are left out. Empty
 * fields of an update are shown, even if only its new values are known, because the update may have emptied them.
 *
 * @param zone the time zone of times; without it, they stay as stored
 */
export function describeChanges({ action, details }: Changes, zone?: string): string[] {
  const { before, after } = details ?? {};
  const showsEmpty = (before && after) || action.endsWith('.update');
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => showsEmpty || !isEmpty((after ?? before)?.[field]),
  );
  return names.map((field) => {
    const [name, now] = [wordsOf(field), formatValue(field, after?.[field], zone)];
    if (!before) return `${name}: ${now}`;
    const old = formatValue(field, before[field], zone);
    return after ? `${name}: ${old} → ${now}` : `${name}: ${old}`;
  });
}

type TableProps = {
  events: ListedEvent[];
  /** Returns the address of an account. If given, each event links to its account. */
  accountLink?: (accountId: string) => string;
};

const columns = ['Time', 'Action', 'By', 'Details'];

/** Column widths; the action takes the rest. */
const widths: Record<string, string> = { Time: 'w-48', By: 'w-44', Details: 'w-80' };

/** A page of events: a table on wide screens, cards on narrow ones. */
export function EventTable({ events, accountLink }: TableProps) {
  return (
    <CardTable caption="Events, newest first" columns={columns} widths={widths}>
      {events.map((event) => (
        <CardRow className="grid grid-cols-2 py-1.5" key={event.id}>
          <CardCell label="Time">
            <Timestamp at={event.at} timeStyle="medium" />
          </CardCell>
          <CardCell label="Action">
            <span className="font-medium [overflow-wrap:anywhere]">{titleOf(event.action)}</span>
            {event.outcome === 'refused' ? (
              <span className="stamp ml-2 text-bad">Refused</span>
            ) : null}
            {accountLink && event.accountId ? (
              <Link
                className="link block font-mono text-xs [overflow-wrap:anywhere]"
                to={accountLink(event.accountId)}
              >
                {event.accountId}
              </Link>
            ) : null}
            {event.targets.map(({ type, id, name }) => (
              <span
                className="block text-xs text-faint [overflow-wrap:anywhere]"
                key={`${type} ${id}`}
              >
                {name ? `${name}, ` : ''}
                <code className="font-mono">{id}</code>
              </span>
            ))}
          </CardCell>
          <CardCell label="By">
            <span className="[overflow-wrap:anywhere]">{nameOf(event.actor)}</span>
            {event.details?.address ? (
              <span className="block font-mono text-xs text-faint [overflow-wrap:anywhere]">
                {event.details.address}
              </span>
            ) : null}
          </CardCell>
          <CardCell label="Details" wide>
            <Details event={event} />
          </CardCell>
        </CardRow>
      ))}
    </CardTable>
  );
}

function Details({ event }: { event: ListedEvent }) {
  const { zone } = usePreferences();
  const { details } = event;
  if (!details) return <span className="text-faint">Redacted</span>;
  const changes = describeChanges(event, zone);
  return (
    <div className="grid gap-0.5 text-xs [overflow-wrap:anywhere]">
      {changes.map((change) => (
        <span key={change}>{change}</span>
      ))}
      {details.reason ? <span>Reason: {details.reason}</span> : null}
      {changes.length === 0 && !details.reason ? <span className="text-faint">–</span> : null}
    </div>
  );
}

type FilterProps = {
  to: string;
  filter: AuditFilter;
  actors: { id: string; label: string }[];
  /** The account of the events, in the operator's console: empty for all accounts. */
  of?: { account: string };
};

/** The filter form. It is submitted as GET, so that a filtered list has a URL, and works without JavaScript. */
export function EventFilter({ to, filter, actors, of }: FilterProps) {
  const actions = Object.entries(auditActions);
  return (
    <Form
      action={to}
      aria-label="Filter"
      className="grid grid-cols-1 gap-2 @md:grid-cols-2 @4xl:flex @4xl:items-end"
      key={JSON.stringify(filter)}
      role="search"
    >
      {of ? (
        <label className="grid min-w-0 gap-1 text-xs text-faint @4xl:flex-1">
          Account
          <input
            className="input min-w-0 font-mono text-sm text-ink"
            defaultValue={of.account}
            name="account"
            placeholder="usr_…"
          />
        </label>
      ) : null}
      <Choice all="Any action" label="Action" name="action" value={filter.action}>
        {actions.map(([id, { title }]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Choice>
      <Choice all="Any person or key" label="By" name="actor" value={filter.actor}>
        {actors.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
        <option value="operator">Dakiya operator</option>
        {filter.actor &&
        filter.actor !== 'operator' &&
        !actors.some(({ id }) => id === filter.actor) ? (
          <option value={filter.actor}>{filter.actor}</option>
        ) : null}
      </Choice>
      <Day label="From" name="from" value={filter.from} />
      <Day label="To" name="to" value={filter.to} />
      <button className="button-primary self-end" type="submit">
        Filter
      </button>
    </Form>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  all: string;
  value: string | undefined;
  children: ReactNode;
};

function Choice({ name, label, all, value, children }: ChoiceProps) {
  return (
    <label className="grid min-w-0 gap-1 text-xs text-faint @4xl:flex-1">
      {label}
      <select className="input min-w-0 text-sm text-ink" defaultValue={value ?? ''} name={name}>
        <option value="">{all}</option>
        {children}
      </select>
    </label>
  );
}

function Day({ name, label, value }: { name: string; label: string; value: string | undefined }) {
  return (
    <label className="grid min-w-0 gap-1 text-xs text-faint">
      {label}
      <input
        className="input min-w-0 text-sm text-ink"
        defaultValue={value}
        name={name}
        type="date"
      />
    </label>
  );
}

/** The filter as a query, without the page. */
export const toSearch = ({ after: _, ...filter }: AuditFilter): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
