import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { consumeTestLimits } from '#domain/messaging/test-mode/consume-test-limits.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { InputError } from '#domain/shared/input-error.ts';
import { consumeRecipientLimit, recipientLimitError, type Sender } from './ceilings.ts';

type Limits = Awaited<ReturnType<typeof consumeTestLimits>>;

/**
 * Consumes messages from the limits of their mode: in live mode the hourly limit of each number, in test mode the
 * account's own.
 *
 * @param uses numbers in E.164, and when the messages will be sent; null for now
 * @returns for each message why it may not be sent, or null
 */
export async function consumeSendLimits(
  caller: Sender & Pick<Caller, 'livemode' | 'maySend'>,
  uses: { recipient: string; at: Date | null }[],
): Promise<Limits> {
  if (!caller.livemode) {
    const recipients = uses.map(({ recipient }) => recipient);
    return consumeTestLimits('message', caller, recipients);
  }
  const { allowed, ...others } = await consumeRecipientLimit('message', caller, uses);
  return { ...others, errors: allowed.map((may) => (may ? null : recipientLimitError)) };
}

/** The error of a single message. @param resetSeconds until the limit that it names is full again */
export function toLimitError({ code, ...details }: InputError, resetSeconds: number): DomainError {
  const wait = code === 'rate_limited' && { retryAfterSeconds: resetSeconds };
  return new DomainError(code, { ...details, ...wait });
}
