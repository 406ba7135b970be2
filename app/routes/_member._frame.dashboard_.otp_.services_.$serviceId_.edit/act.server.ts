import { z } from 'zod';
import { draftReply } from '#app/dashboard/drafts/draft-reply.ts';
import type { RecentSignInOfForms } from '#app/dashboard/drafts/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast, redirectDone } from '#app/forms/or-toast.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import {
  serviceForm,
  serviceFormId,
  testNumberForm,
  testNumberFormId,
} from '#app/otp-services/forms.ts';
import {
  serviceFormInput,
  testNumberInput,
  toServiceInput,
} from '#app/otp-services/service-input.server.ts';
import { paths } from '#app/paths.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { changeService, deleteService } from '#domain/messaging/otp/services/manage-services.ts';
import { addTestNumber, removeTestNumber } from '#domain/messaging/otp/services/test-numbers.ts';
import { safeText } from '#domain/shared/text.browser.ts';

/** Which sensitive actions the forms carry out, by `intent`. */
export const recentSignIn = {
  save: false,
  'add-test-number': { for: 'change_test_numbers' },
  'remove-test-number': { for: 'change_test_numbers' },
  delete: { for: 'delete_otp_service' },
} satisfies RecentSignInOfForms;

/** Handles the forms of a service's page, by `intent`. */
export async function act(signedIn: SignedInUser, form: FormData, id: string) {
  switch (form.get('intent')) {
    case 'save':
      return submit(
        form,
        serviceFormInput,
        async (value) => {
          await changeService(signedIn.userId, id, toServiceInput(value));
          return redirectDone(paths.otpService(id), 'OTP service saved');
        },
        { formId: serviceFormId, fallback: fallbacks.otpService },
      );
    case 'add-test-number':
      return submit(
        form,
        testNumberInput,
        async (value) => {
          // Anyone who knows the code can sign in to an account of the customer's app.
          const { recipient, code, ends_on: endsOn } = value;
          await addTestNumber(signedIn.userId, id, { recipient, code, endsOn });
          return redirectDone(paths.editOtpService(id), 'Test number added');
        },
        { formId: testNumberFormId, fallback: fallbacks.otpService },
      );
    case 'remove-test-number':
      return remove(signedIn, form, id);
    case 'delete':
      return orToast({ to: paths.otpServices, fallback: fallbacks.deleteOtpService }, async () => {
        await deleteService(signedIn.userId, id);
        return redirectDone(paths.otpServices, 'OTP service deleted');
      });
    default:
      throw new Response(null, { status: 400 });
  }
}

/** Restores the form of the service or of a test number. */
export function showDraft(form: FormData) {
  if (form.get('intent') === 'save') return draftReply(serviceFormId, serviceForm, form);
  if (form.get('intent') !== 'add-test-number') return null;
  return draftReply(testNumberFormId, testNumberForm, form);
}

const oneNumber = z.object({ recipient: safeText.max(20) });

const remove = (signedIn: SignedInUser, form: FormData, id: string) =>
  orToast({ to: paths.editOtpService(id), fallback: fallbacks.otpService }, async () => {
    const { data } = oneNumber.safeParse(Object.fromEntries(form));
    if (!data) throw new Response(null, { status: 400 });
    await removeTestNumber(signedIn.userId, id, data.recipient);
    return redirectDone(paths.editOtpService(id), 'Test number removed');
  });
