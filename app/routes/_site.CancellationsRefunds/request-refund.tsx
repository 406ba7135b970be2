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

/** How to ask for money back, and what became of it. */
export function RequestRefund({ own, supportEmail }: RequestRefundProps) {
  const open = own?.paid.filter((order) => !hasActiveRefund(order)) ?? [];
  const asked = own?.paid.filter(({ refund }) => refund !== null) ?? [];
  return (
    <>
      {own ? null : <LogIn to={paths.refundsTab('refund')}>ask for a refund</LogIn>}
      {asked.length > 0 ? <RefundStates orders={asked} /> : null}
      {open.length > 0 ? <RefundForm orders={open} /> : null}
      {own?.paid.length === 0 ? (
        <p className="text-faint">
          You have not paid for anything here yet, so there is nothing that could be refunded.
        </p>
      ) : null}
      {own ? <OrByEmail subject={subject} supportEmail={supportEmail} /> : null}
      {own ? null : (
        <ByEmail
          action="Write the request"
          questions={questions}
          subject={subject}
          supportEmail={supportEmail}
          title="How to request a refund by mail"
        >
          Write to us from the address of your account, so that we know that it is yours. We need to
          know:
        </ByEmail>
      )}
    </>
  );
}
