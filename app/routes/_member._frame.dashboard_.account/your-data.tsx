import { Link } from '@remix-run/react';
import { TitledCard } from '#app/components/titled-card.tsx';
import { paths } from '#app/paths.ts';
import { undoDays } from '#domain/identity/account-deletion/contract.browser.ts';

/** Links to the export of the account's data, and to the deletion of the account. */
export function YourData() {
  return (
    <TitledCard heading="h2" id="data" title="Your data">
      <ul className="divide-y divide-line">
        <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
          <p className="max-w-md text-sm text-faint">
            A copy of what we store about your account, as JSON and CSV.
          </p>
          <Link className="button-quiet" to={paths.exportData}>
            Export your data
          </Link>
        </li>
        <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
          <p className="max-w-md text-sm text-faint">
            Your account and its data are deleted after {undoDays} days, in which you can change
            your mind.
          </p>
          <Link className="button-quiet text-bad" to={paths.deleteAccount}>
            Delete your account
          </Link>
        </li>
      </ul>
    </TitledCard>
  );
}
