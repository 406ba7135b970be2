import { data } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { TextLink } from '#app/components/links.tsx';
import { ConsolePage } from '#app/console/console-page.tsx';
import type { CodeShape, ServiceChoice } from '#app/console/contract.ts';
import {
  ConsoleField,
  codeCharacters,
  ModeNote,
  maxPastedLength,
  RecipientFields,
  SendButton,
} from '#app/console/fields.tsx';
import { draftOfCall, handleConsoleForm } from '#app/console/handle-console-form.server.ts';
import { loadConsole } from '#app/console/load-console.server.ts';
import { type Console, useConsole } from '#app/console/use-console.ts';
import { actOnScreen, loadScreen } from '#app/dashboard/screen.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { IntentButton } from '#app/forms/buttons.tsx';
import { lifeText } from '#app/otp-services/forms.ts';
import { OtpTabs } from '#app/otp-services/otp-page.tsx';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/session.server.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { liftOtpThrottle, listOtpThrottles } from '#domain/messaging/otp/abuse/otp-throttles.ts';
import type { OtpThrottle } from '#domain/messaging/otp/contract.ts';
import { otpSettings } from '#domain/messaging/otp/settings.ts';
import { DomainError, invariant } from '#domain/shared/errors.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'OTPVerification', byMode: true };
export const meta = screenMeta('OTPVerification');

/** The console for one-time passwords, and the active throttles for the account and its keys. */
export const loader = loadScreen(
  'OTPVerification',
  async (signedIn, args) => {
    const [console, throttles] = await Promise.all([
      loadConsole(['send-otp', 'verify-otp'], signedIn, args),
      listOtpThrottles(signedIn.userId),
    ]);
    const findName = (id: string | null) => console.keys?.find(({ keyId }) => keyId === id)?.name;
    const named = throttles
      .map((throttle) => ({ ...throttle, keyName: findName(throttle.keyId) ?? null }))
      // Throttles of deleted keys are left out, because a deleted key cannot send.
      .filter(({ keyId, keyName }) => keyId === null || keyName !== null);
    return {
      ...console,
      throttles: named,
      throttledPerMinute: otpSettings.OTP_THROTTLED_PER_MINUTE,
    };
  },
  draftOfCall,
);

/** Sends a code, verifies a code or lifts a throttle. */
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
    // The throttle has already been lifted, automatically or in another window.
    if (!(error instanceof DomainError && error.code === 'not_found')) throw error;
  }
  return redirectDone(
    paths.dashboard('OTPVerification'),
    'Limit removed',
    'OTPs are sent at the normal rate again, and are not throttled for the next 24 hours.',
  );
}

/** The console that sends a one-time password with one of the user's keys and verifies it. */
export default function OtpScreen() {
  const data = useLoaderData<typeof loader>();
  // React's `key` clears the console when the mode changes, so that it never shows messages and responses of the other mode.
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
              <TextLink to={paths.dashboard('messages')}>your test messages</TextLink>.
            </>
          ) : null}
        </ModeNote>
      </ConsolePage>
    </div>
  );
}

type OtpThrottleNoticeProps = {
  throttle: OtpThrottle & { keyName: string | null };
  perMinute: number;
};

/** Says that the codes of a key or of the account are throttled, and why, with a button that lifts the throttle. */
function OtpThrottleNotice({ throttle, perMinute }: OtpThrottleNoticeProps) {
  const { id, keyName, keyId, sent, verified } = throttle;
  return (
    <section
      aria-labelledby={id}
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-bad/40 bg-bad/5 px-4 py-3 text-sm"
    >
      <div className="grid min-w-0 gap-1">
        <h2 className="font-medium break-words text-bad" id={id}>
          OTP sending is throttled for {keyName ?? 'your account'}
        </h2>
        <p className="break-words">
          Within an hour {formatCount(sent)} OTPs were sent with{' '}
          {keyId ? <code>{keyId}</code> : 'all of your keys together'}, and {formatCount(verified)}{' '}
          of them were verified. This pattern often means SMS pumping. At most{' '}
          {formatCount(perMinute)} OTPs a minute are sent until enough OTPs are verified again, or
          until few OTPs are requested within an hour.
        </p>
      </div>
      <Form action={paths.dashboard('OTPVerification')} method="post" preventScrollReset>
        <input name="throttle" type="hidden" value={id} />
        <IntentButton value="lift-throttle">Lift the throttle for 24 hours</IntentButton>
      </Form>
    </section>
  );
}

/** The code format that the console requests without a service. */
const withoutService: CodeShape = { length: 6, letters: false, ttlSeconds: 300 };

/** The field for the received code. */
function OtpField({ console }: { console: Console }) {
  const { typed, set, service, isTest } = console;
  const shape = service ?? withoutService;
  const { length, letters, ttlSeconds } = shape;
  return (
    <ConsoleField
      console={console}
      hint={`${length} ${letters ? 'capitals or digits' : 'digits'}, valid for ${lifeText(ttlSeconds)}.`}
      label="OTP"
      name="otp"
    >
      {(input) => (
        <>
          <input
            {...input}
            autoComplete="one-time-code"
            className="input max-w-40 font-mono tracking-widest"
            inputMode={letters ? 'text' : 'numeric'}
            maxLength={maxPastedLength}
            onChange={({ target }) => set({ otp: codeCharacters(target.value, shape) })}
            type="text"
            value={typed.otp}
          />
          {isTest ? (
            <p className="text-xs">
              <span className="stamp text-waiting">test</span> Nothing was sent: a test number of
              this service has its fixed code.
            </p>
          ) : null}
        </>
      )}
    </ConsoleField>
  );
}

type ServiceSelectProps = {
  services: ServiceChoice[];
  console: Console;
  /** Whether the service is fixed, because a code is verified with the service that sent it. */
  fixed: boolean;
};

/** Selects the OTP service of the call. Renders nothing if there is none. */
function ServiceSelect({ services, console, fixed }: ServiceSelectProps) {
  const { typed, set } = console;
  if (services.length === 0) {
    return (
      <p className="text-xs text-faint">
        Codes have this installation’s text.{' '}
        <TextLink to={paths.newOtpServiceToTry}>Add a service</TextLink> to use your own text.
      </p>
    );
  }
  return (
    <ConsoleField console={console} label="Service" name="service">
      {(input) => (
        <>
          <select
            {...input}
            className="input"
            disabled={fixed}
            // A disabled field is not sent.
            name={fixed ? undefined : 'service'}
            onChange={({ target }) => set({ service: target.value })}
            value={typed.service}
          >
            <option value="">None: this installation’s text</option>
            {services.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          {fixed ? <input name="service" type="hidden" value={typed.service} /> : null}
        </>
      )}
    </ConsoleField>
  );
}
