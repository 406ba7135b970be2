import { Link, useLoaderData } from '@remix-run/react';
import { ConfirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { DeleteCard } from '#app/forms/delete-button.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { findService } from '#app/otp-services/find-service.server.ts';
import { ServicePage } from '#app/otp-services/otp-page.tsx';
import { ServiceForm } from '#app/otp-services/service-form.tsx';
import { toServiceFields } from '#app/otp-services/service-input.server.ts';
import { paths } from '#app/paths.ts';
import { suggestHeaders } from '#app/senders/suggest-headers.server.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import { lastDaysInIndia } from '#domain/shared/days-in-india.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { act, recentSignIn, showDraft } from './act.server.ts';
import { TestNumbers } from './test-numbers.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'OTPVerification' };
export const meta = () => noIndexMeta('Change an OTP service');

/** @throws Response 404 if the account has no such service */
export const loader = loadScreen(
  'OTPVerification',
  async ({ userId }, { params: { serviceId = '' } }) => {
    const [service, headers] = await Promise.all([
      findService(userId, serviceId),
      suggestHeaders(userId),
    ]);
    const { id, name, length, letters, testNumbers } = service;
    const [today = ''] = lastDaysInIndia(clock.now(), 1);
    return {
      ...{ id, name, length, letters, headers },
      fields: toServiceFields(service),
      testNumbers: testNumbers.map((one) => ({ ...one, isOver: one.endsOn < today })),
    };
  },
  showDraft,
);

export const action = actOnScreen(
  'OTPVerification',
  (signedIn, form, { params: { serviceId = '' } }) => act(signedIn, form, serviceId),
  { recentSignIn, showDraft },
);

export default function EditServiceScreen() {
  return (
    <ConfirmFirst>
      <EditService />
    </ConfirmFirst>
  );
}

function EditService() {
  const { id, name, length, letters, headers, fields, testNumbers } =
    useLoaderData<typeof loader>();
  return (
    <ServicePage
      actions={
        <Link className="button-quiet" to={paths.otpService(id)}>
          How its codes do
        </Link>
      }
      text="Codes that were sent before keep their validity and attempts. A change takes effect within a second."
      title={name}
    >
      <ServiceForm action="Save changes" headers={headers} service={fields} />
      <TestNumbers length={length} letters={letters} testNumbers={testNumbers} />
      <DeleteCard
        fallback={fallbacks.deleteOtpService}
        name={name}
        text="Calls that name it will be rejected. Codes that were sent can still be verified by their ids."
        title="Delete this service"
      >
        Delete <bdi className="font-medium">{name}</bdi>? Programs that send codes under it stop
        working, and it cannot be restored.
      </DeleteCard>
    </ServicePage>
  );
}
