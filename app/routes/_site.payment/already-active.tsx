import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { renewableDays } from '#domain/billing/subscriptions/contract.ts';

/** Says that the plan is theirs already, and where to go. */
export function AlreadyActive() {
  return (
    <>
      <p className="text-sm" role="status">
        This plan is active already. You can renew it in the last {renewableDays} days before it
        ends; there is nothing to pay for it now.
      </p>
      <Link className="button-primary" to={paths.dashboard('plan-details')}>
        View Plan Details
      </Link>
      <p className="text-sm">
        <Link className="link" to={paths.plans}>
          Choose another plan
        </Link>
      </p>
    </>
  );
}
