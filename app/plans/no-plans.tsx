import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';

/** Shown in place of the plans if they could not be loaded. */
export function PlansError({ again }: { again: string }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-md border border-bad/40 bg-bad/5 p-6">
      <p className="font-medium" role="alert">
        Failed to fetch plans
      </p>
      <p className="text-sm text-faint">
        The plans could not be loaded. Please try again in a moment.
      </p>
      {/* Reloads the whole document. */}
      <Link className="button-quiet" reloadDocument to={again}>
        Try again
      </Link>
    </div>
  );
}

/** The empty state of the plans. */
export function NoPlans() {
  return (
    <div className="card grid justify-items-start gap-3 p-6">
      <p className="font-medium">No plans are available right now</p>
      <p className="text-sm text-faint">
        Existing accounts keep their plan, and new accounts start on Free. To buy a plan, contact
        us.
      </p>
      <Link className="button-quiet" to={paths.contact}>
        Contact us
      </Link>
    </div>
  );
}
