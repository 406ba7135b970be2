import { Form, Link } from '@remix-run/react';

type SearchFormProps = {
  /** The address of the list. */
  to: string;
  /** The current query; empty for everything. */
  typed: string;
  /** The name of the field. */
  name: string;
  label: string;
  maxLength: number;
  inputMode?: 'tel';
};

/** Searches a list. The form is submitted as GET, so that the result has a URL. */
export function SearchForm({ to, typed, name, label, maxLength, inputMode }: SearchFormProps) {
  return (
    <Form
      action={to}
      className="flex flex-wrap items-end gap-3"
      // Resets the field when a link changes the query.
      key={typed}
      role="search"
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <label className="text-xs text-faint" htmlFor="list-search">
          {label}
        </label>
        <input
          autoComplete="off"
          className="input"
          defaultValue={typed}
          id="list-search"
          inputMode={inputMode}
          maxLength={maxLength}
          name={name}
          type="search"
        />
      </div>
      <button className="button-quiet min-h-10" type="submit">
        Search
      </button>
      {typed ? (
        <Link className="link py-2 text-sm" to={to}>
          Show all
        </Link>
      ) : null}
    </Form>
  );
}
