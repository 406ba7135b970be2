import { Form } from '@remix-run/react';
import { IntentButton } from '#app/forms/intent-button.tsx';
import { paths } from '#app/paths.ts';
import type { OtpThrottle } from '#domain/messaging/otp/contract.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';

type OtpThrottleNoticeProps = {
  throttle: OtpThrottle & { keyName: string | null };
  perMinute: number;
};

/** Says that the codes of a key, or of the account, are throttled and why, with a button that lifts it. */
export function OtpThrottleNotice({ throttle, perMinute }: OtpThrottleNoticeProps) {
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
          {formatCount(perMinute)} a minute are sent until enough are verified again, or few are
          requested within an hour.
        </p>
      </div>
      <Form action={paths.dashboard('OTPVerification')} method="post" preventScrollReset>
        <input name="throttle" type="hidden" value={id} />
        <IntentButton value="lift-throttle">Lift the throttle for 24 hours</IntentButton>
      </Form>
    </section>
  );
}
