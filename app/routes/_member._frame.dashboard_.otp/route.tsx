import { data } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { ConsolePage } from '#app/console/console-page.tsx';
import { draftOfCall } from '#app/console/draft-of-call.server.ts';
import { handleConsoleForm } from '#app/console/handle-console-form.server.ts';
import { loadConsole } from '#app/console/load-console.server.ts';
import { ModeNote } from '#app/console/mode-note.tsx';
import { RecipientFields } from '#app/console/recipient-fields.tsx';
import { SendButton } from '#app/console/send-button.tsx';
import { useConsole } from '#app/console/use-console.ts';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { OtpTabs } from '#app/otp-services/otp-page.tsx';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/to-client-addresses.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { liftOtpThrottle, listOtpThrottles } from '#domain/messaging/otp/abuse/otp-throttles.ts';
import { otpSettings } from '#domain/messaging/otp/settings.ts';
import { DomainError, invariant } from '#domain/shared/errors.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { OtpField } from './otp-field.tsx';
import { OtpThrottleNotice } from './otp-throttle-notice.tsx';
import { ServiceSelect } from './service-select.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'OTPVerification', byMode: true };
export const meta = screenMeta('OTPVerification');

/** The console for one-time passwords, and the active throttles for the account and its keys. */
export const loader = loadScreen(
  'OTPVerification',
  async (signedIn, { request }) => {
    const [console, throttles] = await Promise.all([
      loadConsole(['send-otp', 'verify-otp'], signedIn, request),
      listOtpThrottles(signedIn.userId),
    ]);
    const findName = (id: string | null) => console.keys?.find(({ keyId }) => keyId === id)?.name;
    const named = throttles
      .map((throttle) => ({ ...throttle, keyName: findName(throttle.keyId) ?? null }))
      // A deleted key cannot send.
      .filter(({ keyId, keyName }) => keyId === null || keyName !== null);
    return {
      ...console,
      throttles: named,
      throttledPerMinute: otpSettings.OTP_THROTTLED_PER_MINUTE,
    };
  },
  draftOfCall,
);

/** Sends a code or verifies one; or lifts a throttle. */
export const action = actOnScreen(
  'OTPVerification',
  async (signedIn, form, { context }) => {
    if (form.get('intent') === 'lift-throttle') return liftThrottle(signedIn, form);
    const reply = await handleConsoleForm(
      'OTPVerification',
      signedIn,
      form,
      toClientAddresses(context),
    );
    return data(reply, { status: reply.status });
  },
  { recentSignIn: false, showDraft: draftOfCall },
);

async function liftThrottle({ userId }: SignedInUser, form: FormData): Promise<Response> {
  const { data: id = '' } = safeText.max(40).safeParse(form.get('throttle'));
  try {
    await liftOtpThrottle(userId, id);
  } catch (error) {
    // It was already lifted, automatically or in another window.
    if (!(error instanceof DomainError && error.code === 'not_found')) throw error;
  }
  return redirectWithToast(paths.dashboard('OTPVerification'), {
    type: 'success',
    title: 'Limit removed',
    message: 'OTPs are sent at the normal rate again, and are not throttled for the next 24 hours.',
  });
}

/** The console that sends a one-time password with one of the user's keys and verifies it. */
export default function OtpScreen() {
  const data = useLoaderData<typeof loader>();
  // What was sent and answered in one mode is not shown in the other.
  return <OtpConsole data={data} key={String(data.livemode)} />;
}

function OtpConsole({ data }: { data: ReturnType<typeof useLoaderData<typeof loader>> }) {
  const console = useConsole('OTPVerification', data);
  const { stage, sending, startOver } = console;
  const verifying = stage === 'verify';
  const template = data.calls[verifying ? 'verify-otp' : 'send-otp'];
  invariant(template, 'the console for OTPs knows how to send and verify one');
  return (
    <div className="grid gap-6">
      <OtpTabs open="console" />
      {data.throttles.map((throttle) => (
        <OtpThrottleNotice
          throttle={throttle}
          key={throttle.id}
          perMinute={data.throttledPerMinute}
        />
      ))}
      <ConsolePage
        console={console}
        data={data}
        template={template}
        title={verifying ? 'Verify an OTP' : 'Send an OTP'}
      >
        <ServiceSelect console={console} fixed={verifying} services={data.services} />
        <RecipientFields console={console} fixed={verifying} />
        {verifying ? <OtpField console={console} /> : null}
        <div className="flex flex-wrap items-center gap-3">
          <SendButton intent={stage} sending={sending}>
            {verifying ? 'Verify OTP' : 'Send OTP'}
          </SendButton>
          {verifying ? (
            <>
              <SendButton intent="send" quiet sending={sending}>
                Send again
              </SendButton>
              <Link
                className="link flex min-h-9 items-center px-1 text-sm"
                onClick={startOver}
                preventScrollReset
                to={paths.dashboard('OTPVerification')}
              >
                Start over
              </Link>
            </>
          ) : null}
        </div>
        <ModeNote livemode={data.livemode}>
          {verifying ? (
            <>
              The code is in the text of the newest of{' '}
              <Link className="link" to={paths.dashboard('messages')}>
                your test messages
              </Link>
              .
            </>
          ) : null}
        </ModeNote>
      </ConsolePage>
    </div>
  );
}
