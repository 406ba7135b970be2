import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';

/** Shown without an order. */
export function NoPayment() {
  return (
    <>
      <div className="grid gap-2">
        <h1 className="font-serif text-2xl leading-tight">No Payment Information</h1>
        <p className="text-faint">Please complete a payment to view status.</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link className="button-primary" to={paths.plans}>
          View Plans
        </Link>
        <Link className="button-quiet min-h-10" to={paths.dashboard()}>
          Go to Dashboard
        </Link>
      </div>
    </>
  );
}
