import { Form, Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { KeyName } from './contract.ts';
import type { ParsedFilter } from './filter.ts';
import { FilterChoice } from './filter-choice.tsx';
import { FilterField } from './filter-field.tsx';
import { states } from './message-cells.tsx';

type FilterFormProps = Pick<ParsedFilter, 'typed' | 'errors'> & { keys: KeyName[] };

/** The filter form. It is submitted as GET, so that a filtered log has an address. */
export function FilterForm({ typed, errors, keys }: FilterFormProps) {
  const active = Object.keys(typed).length;
  const isInvalid = Object.keys(errors).length > 0;
  return (
    <Form
      action={paths.dashboard('messages')}
      aria-label="Filter"
      className="card grid grid-cols-2 gap-3 p-4 @4xl:grid-cols-5"
      // Resets the fields when a link opens another filter.
      key={JSON.stringify([typed, errors])}
      role="search"
    >
      <FilterChoice
        all="Any state"
        error={errors.state}
        label="State"
        name="state"
        options={states.map((state) => ({ value: state, label: state }))}
        value={typed.state}
      />
      <FilterChoice
        all="Any key"
        error={errors.key}
        label="API key"
        name="key"
        options={keys.map(({ keyId, name }) => ({ value: keyId, label: name }))}
        value={typed.key}
      />
      <div className="col-span-2 min-w-0 @4xl:col-span-1">
        <FilterField
          error={errors.number}
          inputMode="tel"
          label="Number"
          name="number"
          placeholder="98765 43210"
          value={typed.number}
        />
      </div>
      <FilterField error={errors.from} label="From" name="from" type="date" value={typed.from} />
      <FilterField error={errors.to} label="To" name="to" type="date" value={typed.to} />
      <div className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-2 @4xl:col-span-5">
        <button className="button-primary" type="submit">
          Filter
        </button>
        {active > 0 ? (
          <Link className="link py-1 text-sm" to={paths.dashboard('messages')}>
            Clear filters
          </Link>
        ) : null}
        <p className="text-xs text-faint">
          {active > 0 && !isInvalid
            ? `${active} ${active === 1 ? 'filter is' : 'filters are'} on. `
            : null}
          Dates are in India time and include both days.
        </p>
      </div>
    </Form>
  );
}
