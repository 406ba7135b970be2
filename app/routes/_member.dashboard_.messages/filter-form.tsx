import { Form, Link } from '@remix-run/react';
import { Fragment, type ReactNode } from 'react';
import { FieldErrors } from '#app/forms/field.tsx';
import {
  type FilterName,
  type LogView,
  noTemplate,
  toLocalTime,
  toSearchParams,
} from '#app/messages/contract.ts';
import { paths } from '#app/paths.ts';
import type { StateGroup } from '#domain/messaging/messages/contract.ts';
import { formatCount } from '#domain/shared/format.browser.ts';

const groups: [group: StateGroup | null, label: string][] = [
  [null, 'All'],
  ['delivered', 'Delivered'],
  ['failed', 'Failed'],
  ['in_progress', 'In progress'],
];

/** The filter form. The form is submitted as GET, so that a filtered log has a URL. */
export function FilterForm(view: LogView) {
  const { typed, errors, keys, senders, templates } = view;
  const folded = (['api_id', 'sender', 'template_id', 'from', 'to'] as const).some(
    (name) => typed[name] !== undefined,
  );
  return (
    <Form
      action={paths.dashboard('messages')}
      aria-label="Filter"
      className="grid gap-2"
      // Resets the fields when a link opens another filter.
      key={JSON.stringify([typed, errors])}
      role="search"
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <ResultChips {...view} />
          {Object.keys(typed).length > 0 ? (
            <Link className="link py-1 text-sm" to={paths.dashboard('messages')}>
              Clear filters
            </Link>
          ) : null}
        </div>
        <div className="flex min-w-0 flex-1 basis-72 gap-2">
          <Field className="flex-1" error={errors.q} label="Search" name="q">
            <input
              {...toProps('q', typed.q, errors.q)}
              maxLength={200}
              placeholder="Message ID, number or text"
              type="search"
            />
          </Field>
          <button className="button-primary self-start" type="submit">
            Search
          </button>
        </div>
      </div>
      {/* On narrow screens, this checkbox expands the other fields without a script. */}
      <input
        className="peer sr-only @4xl:hidden"
        defaultChecked={folded}
        id="more-filters"
        type="checkbox"
      />
      <label
        className="flex min-h-8 w-fit cursor-pointer items-center text-sm text-airmail underline underline-offset-4 peer-focus-visible:outline-2 peer-focus-visible:outline-airmail @4xl:hidden"
        htmlFor="more-filters"
      >
        Key, sender, template and time
      </label>
      <div className="hidden grid-cols-2 gap-2 @max-4xl:peer-checked:grid @4xl:flex @4xl:items-start">
        <Choice
          all="Any key"
          error={errors.api_id}
          label="API key"
          name="api_id"
          options={keys.map(({ keyId: id, name }) => ({ id, name }))}
          value={typed.api_id}
        />
        {senders.length > 0 || typed.sender ? (
          <Choice
            all="Any sender"
            error={errors.sender}
            label="Sender"
            name="sender"
            options={senders.map((id) => ({ id, name: id }))}
            value={typed.sender}
          />
        ) : null}
        {templates.length > 0 || typed.template_id ? (
          <Choice
            all="Any template"
            error={errors.template_id}
            label="Template"
            name="template_id"
            options={[...templates, { id: noTemplate, name: 'No template' }]}
            value={typed.template_id}
          />
        ) : null}
        <TimeField error={errors.from} label="From" name="from" value={typed.from} />
        <TimeField error={errors.to} label="To" name="to" value={typed.to} />
      </div>
      <Active {...view} />
    </Form>
  );
}

/** The results, each with the number of messages. The user can select one result. */
function ResultChips({ typed, group, summary }: LogView) {
  const counts = summary?.counts;
  const all = counts ? counts.delivered + counts.failed + counts.in_progress : 0;
  return (
    <nav aria-label="Results" className="flex flex-wrap gap-1.5">
      {groups.map(([one, label]) => {
        const { state: _, ...rest } = typed;
        const isOpen = one === null ? typed.state === undefined : one === group;
        return (
          <Link
            aria-current={isOpen ? 'page' : undefined}
            className="flex min-h-10 items-center gap-1.5 rounded-md border border-line px-2.5 text-sm hover:border-control aria-[current=page]:border-ink aria-[current=page]:font-medium"
            key={label}
            preventScrollReset
            to={paths.messages(
              toSearchParams({ typed: one === null ? rest : { ...rest, state: one } }),
            )}
          >
            {label}
            {counts ? (
              <span className="font-normal text-faint tabular-nums">
                {formatCount(one === null ? all : counts[one])}
                {summary?.isCut ? '+' : ''}
              </span>
            ) : null}
          </Link>
        );
      })}
    </nav>
  );
}

/** Filters without a field in the form, which links on other screens set. */
const others = [
  ['state', 'State'],
  ['category', 'Category'],
  ['carrier', 'Carrier'],
  ['reason', 'Reason'],
] as const;

/** The active filters without a field in the form, and what a search covers. */
function Active({ typed, errors, group, summary }: LogView) {
  const set = others.filter(([name]) => typed[name] !== undefined);
  const isInvalid = Object.keys(errors).length > 0;
  return (
    <>
      {set.map(([name]) => (
        <input key={name} name={name} type="hidden" value={typed[name]} />
      ))}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm empty:hidden">
        {set.map(([name, label]) => (
          <Fragment key={name}>
            {name === 'state' && group !== null ? null : (
              <Removable label={label} name={name} typed={typed} />
            )}
            {errors[name] ? <p className="text-bad">{errors[name]}</p> : null}
          </Fragment>
        ))}
        {isInvalid ? null : <Scope isCut={summary?.isCut ?? false} typed={typed} />}
      </div>
    </>
  );
}

/** Says which messages a search covers, unless it covers all. */
function Scope({ typed, isCut }: Pick<LogView, 'typed'> & { isCut: boolean }) {
  const isSearch = typed.q !== undefined;
  if (!isCut && !isSearch) return null;
  return (
    <p className="text-xs text-faint">
      {isSearch ? 'Only texts of the last 30 days are searched. ' : ''}
      {isCut ? 'The counts include only the newest 10,000 messages.' : ''}
    </p>
  );
}

type RemovableProps = { label: string; name: FilterName; typed: LogView['typed'] };

function Removable({ label, name, typed }: RemovableProps) {
  const { [name]: value, ...rest } = typed;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="text-faint">{label}</span>
      <code className="min-w-0 font-mono text-xs [overflow-wrap:anywhere]">{value}</code>
      <Link className="link py-1" to={paths.messages(toSearchParams({ typed: rest }))}>
        Remove<span className="sr-only"> {label.toLowerCase()}</span>
      </Link>
    </span>
  );
}

const toProps = (name: FilterName, value: string | undefined, error: string | undefined) => ({
  ...{ id: `filter-${name}`, name, defaultValue: value, autoComplete: 'off' },
  'aria-describedby': error ? `filter-${name}-error` : undefined,
  'aria-invalid': error ? (true as const) : undefined,
  className: `input w-full min-w-0 ${value && !error ? 'border-airmail' : ''}`,
});

type FieldProps = {
  name: FilterName;
  label: string;
  error: string | undefined;
  className?: string;
  children: ReactNode;
};

/** A field whose label is only for screen readers, because its first option or placeholder says the same. */
function Field({ name, label, error, className = '', children }: FieldProps) {
  return (
    <div className={`grid min-w-0 content-start gap-1 ${className}`}>
      <label className="sr-only" htmlFor={`filter-${name}`}>
        {label}
      </label>
      {children}
      <FieldErrors errors={error ? [error] : undefined} id={`filter-${name}-error`} />
    </div>
  );
}

type ChoiceProps = Omit<FieldProps, 'children'> & {
  /** Label of the empty choice. */
  all: string;
  options: { id: string; name: string }[];
  value: string | undefined;
};

/**
 * A select element. A value from the URL that is not among the options, such as a deleted key, is added as
 * one.
 */
function Choice({ all, options, value, ...field }: ChoiceProps) {
  const offered = !value || options.some(({ id }) => id === value);
  const { className, ...props } = toProps(field.name, value ?? '', field.error);
  return (
    <Field className="@4xl:flex-1" {...field}>
      {/* In a row with both times, the longest first option needs the room of the padding. */}
      <select {...props} className={`${className} @4xl:pr-1 @4xl:pl-2`}>
        <option value="">{all}</option>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {offered ? null : <option value={value}>{value}</option>}
      </select>
    </Field>
  );
}

type TimeFieldProps = {
  name: 'from' | 'to';
  label: string;
  value: string | undefined;
  error: string | undefined;
};

const dayMs = 86_400_000;

/** Converts a day, a time in India, or a time with an offset to the value of an input for Indian times. */
function toInputValue(name: 'from' | 'to', value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    const start = Date.parse(`${value}T00:00:00+05:30`);
    return toLocalTime(new Date(name === 'to' ? start + dayMs : start));
  }
  return /T[\d:]+$/.test(value) ? value : toLocalTime(new Date(value));
}

function TimeField({ name, label, value, error }: TimeFieldProps) {
  const id = `filter-${name}`;
  const shown = value === undefined || error ? value : toInputValue(name, value);
  return (
    <div className="col-span-2 grid min-w-0 content-start gap-1 @md:col-span-1">
      <div className="flex min-w-0 items-center gap-2">
        <label className="w-9 shrink-0 text-xs text-faint @4xl:w-auto" htmlFor={id}>
          {label}
        </label>
        <input
          {...toProps(name, shown, error)}
          step="1"
          // An invalid time gets a text input, because a time input would not show it.
          type={error ? 'text' : 'datetime-local'}
        />
      </div>
      <FieldErrors errors={error ? [error] : undefined} id={`${id}-error`} />
    </div>
  );
}
