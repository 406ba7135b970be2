import { Link } from '@remix-run/react';
import { EmptyState } from '#app/components/lists.tsx';
import { paths } from '#app/paths.ts';

type EmptyKeysProps = {
  /** Whether the keys could not be loaded. */
  failed: boolean;
  title: string;
  text: string;
  /** The mode of the first key. Default: the mode of the dashboard. */
  livemode?: boolean;
};

/** The empty state of a list of keys, or its error state. */
export function EmptyKeys({ failed, title, text, livemode }: EmptyKeysProps) {
  if (failed) {
    return (
      <section className="card grid justify-items-start gap-3 p-6">
        <h2 className="font-medium">Failed to fetch APIs</h2>
        <p className="text-sm text-faint">
          Your keys could not be loaded. They still work for your programs. Please try again.
        </p>
        <Link className="button-quiet" reloadDocument to="">
          Try again
        </Link>
      </section>
    );
  }
  return (
    <EmptyState text={text} title={title}>
      <Link
        className="button-primary"
        to={livemode === undefined ? paths.dashboard('new-api') : paths.newKey(livemode)}
      >
        Create New API
      </Link>
    </EmptyState>
  );
}
