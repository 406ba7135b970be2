import { fallbacks } from '#app/forms/fallbacks.ts';
import { submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { redirectDone, redirectWithToast } from '#app/session/toast.server.ts';
import { requestRefund } from '#domain/billing/payments/request-refund.ts';
import {
  cancelSubscription,
  resumeSubscription,
} from '#domain/billing/subscriptions/end-subscriptions.ts';
import { cancelForm, reasonMissing, refundForm } from './refund-form.tsx';

const refundTab = paths.refundsTab('refund');
const cancelTab = paths.refundsTab('cancel');

/** Handles the forms of the page, by `intent`. */
export async function act(userId: string, form: FormData) {
  switch (form.get('intent')) {
    case 'refund':
      return submit(form, refundForm, (input) => refund(userId, input), {
        formId: 'refund',
        fallback: fallbacks.other,
        onInvalid: ({ reason }) => (reason ? reasonMissing(reason) : undefined),
      });
    case 'cancel':
      return submit(form, cancelForm, ({ reason }) => cancel(userId, reason), {
        formId: 'cancel',
        fallback: fallbacks.other,
      });
    case 'keep':
      await resumeSubscription(userId);
      return redirectDone(
        cancelTab,
        'Your plan stays',
        'Your cancellation was withdrawn, and your plan continues.',
      );
    default:
      throw new Response(null, { status: 400 });
  }
}

async function refund(userId: string, input: Parameters<typeof requestRefund>[1]) {
  await requestRefund(userId, input);
  return redirectWithToast(refundTab, {
    type: 'success',
    title: 'Refund Request Submitted',
    message: "Your refund request has been received. We'll process it within 3-5 business days.",
  });
}

async function cancel(userId: string, reason: string | undefined) {
  const { plan } = await cancelSubscription(userId, reason);
  return redirectDone(
    cancelTab,
    'Plan cancelled',
    `You can use ${plan} until the end of the paid period.`,
  );
}
