import { toChannels } from './channels/contract.ts';
import type { OtpOutput, SendOtpInput } from './contract.ts';

/**
 * A response as it is saved for repeats: without number and email addresses. An erasure need not look through saved
 * responses, and a repeat brings them along.
 */
export const toSavedAnswer = ({ sendAttempts, ...answer }: OtpOutput) => ({
  ...answer,
  phoneNumber: null,
  ...(sendAttempts && { sendAttempts: sendAttempts.map((attempt) => ({ ...attempt, to: null })) }),
});

/** A saved response with number and addresses again, from the repeated request. */
export function restoreAnswer(
  saved: unknown,
  { recipient, channels }: Pick<SendOtpInput, 'recipient' | 'channels'>,
): OtpOutput {
  const { sendAttempts, ...answer } = saved as ReturnType<typeof toSavedAnswer>;
  const addresses = channels ? toChannels(channels) : [];
  const restored = sendAttempts?.map((attempt, position) => ({
    ...attempt,
    to: addresses[position]?.email ?? recipient,
  }));
  return { ...answer, phoneNumber: recipient, ...(restored && { sendAttempts: restored }) };
}
