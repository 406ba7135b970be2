import { paths } from '#app/paths.ts';
import { hasActiveRefund } from '#app/payments/labels.ts';
import { ByEmail, OrByEmail } from './by-email.tsx';
import type { UserBilling } from './load.server.ts';
import { LogIn } from './log-in.tsx';
import { RefundForm } from './refund-form.tsx';
import { RefundStates } from './refund-states.tsx';

const subject = 'Refund request';

const questions = [
  'Date and amount of the payment',
  'Id of the payment, if you have it',
  'Reason for the refund',
] as const;

type RequestRefundProps = { own: UserBilling | null; supportEmail: string };

/** The refund tab: the form, and the status of earlier requests. */
export function RequestRefund({ own, supportEmail }: RequestRefundProps) {
  const refundable = own?.paid.filter((order) => !hasActiveRefund(order)) ?? [];
  const requested = own?.paid.filter(({ refund }) => refund !== null) ?? [];
  return (
    <>
      {own ? null : <LogIn to={paths.refundsTab('refund')}>request a refund</LogIn>}
      {requested.length > 0 ? <RefundStates orders={requested} /> : null}
      {refundable.length > 0 ? <RefundForm orders={refundable} /> : null}
      {own?.paid.length === 0 ? (
        <p className="text-faint">You have no payments yet, so there is nothing to refund.</p>
      ) : null}
      {own ? <OrByEmail subject={subject} supportEmail={supportEmail} /> : null}
      {own ? null : (
        <ByEmail
          action="Email the request"
          questions={questions}
          subject={subject}
          supportEmail={supportEmail}
          title="How to request a refund by email"
        >
          Email us from the address of your account, so that we know that it is yours. Please
          include:
        </ByEmail>
      )}
    </>
  );
}
