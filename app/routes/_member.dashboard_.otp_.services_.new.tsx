import { useLoaderData } from '@remix-run/react';
import { actOnScreen, draftReply, loadScreen } from '#app/dashboard/screen.server.ts';
import { pageBelow, pageBelowMeta } from '#app/dashboard/screen-route.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { submit } from '#app/forms/submit.server.ts';
import { type ServiceFields, serviceForm, serviceFormId } from '#app/otp-services/forms.ts';
import { ServicePage } from '#app/otp-services/otp-page.tsx';
import { ServiceForm } from '#app/otp-services/service-form.tsx';
import { serviceFormInput, toServiceInput } from '#app/otp-services/service-input.server.ts';
import { paths } from '#app/paths.ts';
import { MissingNote } from '#app/reference/elements.tsx';
import { findServiceText, noServiceText } from '#app/reference/own-example.server.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { suggestHeaders } from '#domain/dlt/registry/list-registry.ts';
import { defaultText } from '#domain/messaging/otp/services/compose-text.browser.ts';
import { createService } from '#domain/messaging/otp/services/manage-services.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow('OTPVerification', () => 'Add an OTP service');
export const meta = pageBelowMeta(handle, 'Add an OTP service');

const showDraft = (form: FormData) => draftReply(serviceFormId, serviceForm, form);

export const loader = loadScreen(
  'OTPVerification',
  async ({ userId }) => {
    const [headers, found] = await Promise.all([suggestHeaders(userId), findServiceText(userId)]);
    const service = found && {
      ...initial,
      text: found.text,
      ...(found.sender !== null && { sender_id: found.sender }),
      ...(found.templateId !== null && { template_id: found.templateId }),
    };
    return { headers, service: service ?? initial, missing: found ? null : noServiceText };
  },
  showDraft,
);

/** Creates the service and opens its page, or opens the console with the service selected. */
export const action = actOnScreen(
  'OTPVerification',
  ({ userId }, form, { request }) =>
    submit(
      form,
      serviceFormInput,
      async (value) => {
        const input = { ...toServiceInput(value), test_numbers: [] };
        const { id } = await createService(userId, input);
        const isTried = new URL(request.url).searchParams.has('try');
        const to = isTried ? paths.tryOtpService(id) : paths.otpService(id);
        return redirectDone(to, 'OTP service added');
      },
      { formId: serviceFormId, fallback: fallbacks.otpService },
    ),
  { recentSignIn: false, showDraft },
);

const initial: ServiceFields = {
  name: '',
  text: defaultText,
  length: '6',
  letters: 'false',
  ttl_seconds: '300',
  max_attempts: '5',
  resend: 'same',
};

export default function NewServiceScreen() {
  const { headers, service, missing } = useLoaderData<typeof loader>();
  return (
    <ServicePage
      text="A service sets the name, sender, text and format of your codes."
      title={null}
    >
      {missing ? <MissingNote {...missing} /> : null}
      <ServiceForm action="Add service" headers={headers} service={service} />
    </ServicePage>
  );
}
