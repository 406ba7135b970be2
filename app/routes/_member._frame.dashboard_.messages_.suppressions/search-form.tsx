import { Form, Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';

/** Finds numbers by how they begin. Submitted as GET, so that what was found has an address. */
export function SearchForm({ typed }: { typed: string }) {
  return (
    <Form
      action={paths.suppressions()}
      className="flex flex-wrap items-end gap-3"
      // Resets the field when a link leads elsewhere.
      key={typed}
      role="search"
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <label className="text-xs text-faint" htmlFor="suppression-search">
          Number, or how it begins
        </label>
        <input
          autoComplete="off"
          className="input"
          defaultValue={typed}
          id="suppression-search"
          inputMode="tel"
          maxLength={40}
          name="number"
          type="search"
        />
      </div>
      <button className="button-quiet min-h-10" type="submit">
        Search
      </button>
      {typed ? (
        <Link className="link py-2 text-sm" to={paths.suppressions()}>
          Show all
        </Link>
      ) : null}
    </Form>
  );
}
