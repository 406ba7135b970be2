import { Link } from '@remix-run/react';
import { ConsolePage } from '#app/console/console-page.tsx';
import { RecipientFields } from '#app/console/recipient-fields.tsx';
import { SendButton } from '#app/console/send-button.tsx';
import { useConsole } from '#app/console/use-console.ts';
import { paths } from '#app/paths.ts';
import { invariant } from '#domain/shared/errors.ts';
import { BrakeNotice } from './brake-notice.tsx';
import type { load } from './load.server.ts';
import { OtpField } from './otp-field.tsx';

/** Sends a one-time password with one of the user's keys, then checks what was typed. */
export function View({ data }: { data: Awaited<ReturnType<typeof load>> }) {
  const console = useConsole('OTPVerification', data);
  const { stage, sending, startOver } = console;
  const verifying = stage === 'verify';
  const template = data.calls[verifying ? 'verify-otp' : 'send-otp'];
  invariant(template, 'the console for OTPs knows how to send and verify one');
  return (
    <>
      {data.brakes.map((brake) => (
        <BrakeNotice brake={brake} key={brake.id} perMinute={data.brakedPerMinute} />
      ))}
      <ConsolePage
        console={console}
        data={data}
        template={template}
        title={verifying ? 'Verify an OTP' : 'Send an OTP'}
      >
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
      </ConsolePage>
    </>
  );
}
