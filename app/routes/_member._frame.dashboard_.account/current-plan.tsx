import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { planName } from '#app/plans/current-plan.ts';
import { useSignedInUser } from '#app/session/use-signed-in-user.ts';

/** The user's plan, with links to its details and to other plans. */
export function CurrentPlan() {
  const user = useSignedInUser();
  return (
    <section
      aria-labelledby="current-plan-title"
      className="card flex flex-wrap items-center justify-between gap-4 px-5 py-4"
    >
      <div className="grid gap-1">
        <h2 className="text-xs text-faint" id="current-plan-title">
          Current Plan
        </h2>
        <p className="font-medium">{planName(user)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link className="button-quiet" to={paths.dashboard('plan-details')}>
          View Plan Details
        </Link>
        <Link className="button-quiet" to={paths.plans}>
          Upgrade Plan
        </Link>
      </div>
    </section>
  );
}
