import { reasonText } from '#app/messages/reason-text.ts';
import type { FailedCode } from '#domain/messaging/otp/services/read-recent-codes.ts';

type Failure = Pick<FailedCode, 'why' | 'attempts' | 'message'>;

/** Says why a code was not verified, if the reason is known. */
export function failureText({ why, attempts, message }: Failure): string {
  if (why === 'exhausted') return `The code ended after ${wrong(attempts)}.`;
  if (why === 'not_delivered') {
    return `The SMS did not arrive. ${message?.reason ? reasonText(message.reason) : ''}`.trim();
  }
  if (attempts > 0) return `The code expired after ${wrong(attempts)}.`;
  if (message?.state === 'delivered')
    return 'The code arrived, but was not entered before it expired.';
  const unconfirmed = message ? ' The operator has not confirmed that the SMS arrived.' : '';
  return `The code was not entered before it expired.${unconfirmed}`;
}

const wrong = (attempts: number) =>
  attempts === 1 ? 'a wrong attempt' : `${attempts} wrong attempts`;
