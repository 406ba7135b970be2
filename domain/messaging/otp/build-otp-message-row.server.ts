import type { Caller } from '#domain/identity/api-keys/contract.ts';
import {
  buildMessageRow,
  type NewMessageRow,
} from '#domain/messaging/messages/build-message-row.server.ts';
import { countSegments } from '#domain/messaging/messages/segments.ts';
import { textColumn } from '#domain/messaging/messages/text-column.server.ts';
import type { PreparedOtp } from './find-or-create-otp.server.ts';
import { otpSettings } from './settings.server.ts';

/** The words of a code's message: the DLT template that the installation has registered, filled in. */
const otpText = (code: string) =>
  otpSettings.OTP_TEXT.replaceAll('{brand}', () => otpSettings.OTP_BRAND).replaceAll(
    '{code}',
    () => code,
  );

/**
 * The message that carries a code. Its text is kept encrypted until a carrier has it, and it is
 * not tried longer than the code lives.
 */
export function buildOtpMessageRow(caller: Caller, otp: PreparedOtp): NewMessageRow {
  const text = otpText(otp.code);
  const message = buildMessageRow(caller, {
    recipient: otp.recipient,
    content: { text, ...countSegments(text) },
    sender: otpSettings.OTP_SENDER_ID,
    templateId: otpSettings.OTP_TEMPLATE_ID,
  });
  return {
    ...message,
    kind: 'otp',
    content: null,
    encrypted_content: textColumn
      .encrypt({ id: message.id, userId: message.user_id }, text)
      .toString('hex'),
    valid_until: otp.expiresAt,
  };
}
