import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { mailto } from '#app/site/mailto.ts';
import type { PlanOutput } from '#domain/billing/plans/contract.ts';

/** How to subscribe if online payment is not set up. */
export function ByEmail({ plan, supportEmail }: { plan: PlanOutput; supportEmail: string }) {
  return (
    <>
      <p className="text-sm">
        Online payment is not available on this installation. Email{' '}
        <span className="inline-block font-mono text-xs break-all">{supportEmail}</span> from the
        address of your account, and we will arrange the plan with you.
      </p>
      <a
        className="button-primary"
        href={mailto(supportEmail, { subject: `Subscribe to ${plan.name}` })}
      >
        Write an email
      </a>
      <p className="text-sm">
        <Link className="link" to={paths.plans}>
          Choose another plan
        </Link>
      </p>
    </>
  );
}
