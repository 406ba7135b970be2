import { paths } from '#app/paths.ts';
import { ByEmail, OrByEmail } from './by-email.tsx';
import { CancelForm } from './cancel-form.tsx';
import type { UserBilling } from './load.server.ts';
import { LogIn } from './log-in.tsx';
import { PlanState } from './plan-state.tsx';

const subject = 'Cancel my plan';

const questions = ['Plan to cancel', 'Reason (optional)'] as const;

type CancelPlanProps = {
  own: UserBilling | null;
  /** Whether the user has already clicked Cancel Plan once. */
  sure: boolean;
  supportEmail: string;
};

/** The cancellation tab. */
export function CancelPlan({ own, sure, supportEmail }: CancelPlanProps) {
  const { subscription } = own ?? { subscription: null };
  return (
    <>
      {own ? null : <LogIn to={paths.refundsTab('cancel')}>cancel your plan</LogIn>}
      {own && !subscription ? (
        <p className="text-faint">
          Your account is on Free. There is nothing to cancel, and nothing is charged.
        </p>
      ) : null}
      {own && subscription && sure && subscription.canCancel ? (
        <CancelForm free={own.free} subscription={subscription} />
      ) : null}
      {subscription && !(sure && subscription.canCancel) ? (
        <PlanState subscription={subscription} />
      ) : null}
      {own ? <OrByEmail subject={subject} supportEmail={supportEmail} /> : null}
      {own ? null : (
        <ByEmail
          action="Email the cancellation"
          questions={questions}
          subject={subject}
          supportEmail={supportEmail}
          title="How to cancel your plan by email"
        >
          Email us from the address of your account, so that we know that it is yours. We confirm
          the cancellation and the last day of your plan by email. Please include:
        </ByEmail>
      )}
    </>
  );
}
