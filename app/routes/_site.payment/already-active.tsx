import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { renewableDays } from '#domain/billing/subscriptions/contract.browser.ts';

/** Says that the plan is already active. */
export function AlreadyActive() {
  return (
    <>
      <p className="text-sm" role="status">
        This plan is already active, so there is nothing to pay now. You can renew it in the last{' '}
        {renewableDays} days before it ends.
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
