import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';

type EmptyResultsProps = {
  /** The filter is invalid. */
  faulty: boolean;
  filtered: boolean;
  /** The search of the first page. */
  newest: URLSearchParams;
};

/** Shown in place of the table when this page has no messages. */
export function EmptyResults({ faulty, filtered, newest }: EmptyResultsProps) {
  const { title, text } = describe(faulty, filtered);
  return (
    <section className="card grid justify-items-start gap-2 p-6">
      <h2 className="font-medium">{title}</h2>
      <p className="text-sm text-faint">{text}</p>
      {faulty || filtered ? null : (
        <Link className="button-quiet mt-1" to={paths.messages(newest)}>
          Newest
        </Link>
      )}
    </section>
  );
}

function describe(faulty: boolean, filtered: boolean) {
  if (faulty) {
    return { title: 'Invalid filter', text: 'Please correct the filter above.' };
  }
  if (filtered) {
    const text = 'Change the filter above, or clear it to see all of them.';
    return { title: 'No message matches', text };
  }
  return { title: 'No older messages', text: 'This is the end of the list.' };
}
