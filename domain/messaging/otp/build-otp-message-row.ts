import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import {
  buildMessageRow,
  type NewMessageRow,
} from '#domain/messaging/messages/build-message-row.ts';
import { countSegments } from '#domain/messaging/messages/segments.browser.ts';
import { textColumn } from '#domain/messaging/messages/text-column.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import type { Draft, Identify } from '../dlt/sending/identify.ts';
import type { PreparedOtp } from './prepare-otp.ts';
import { toServiceDraft } from './services/check-service.ts';
import { otpSettings } from './settings.ts';

/** The text of an OTP message: the registered DLT template, filled in. */
const otpText = (code: string) =>
  otpSettings.OTP_TEXT.replaceAll('{brand}', () => otpSettings.OTP_BRAND).replaceAll(
    '{code}',
    () => code,
  );

/** Of the installation's service. */
const toInstallationDraft = ({ recipient, code }: PreparedOtp): Draft => {
  const text = otpText(code);
  return {
    ...{ recipient, content: { text, ...countSegments(text) }, variables: undefined },
    sender: otpSettings.OTP_SENDER_ID,
    templateId: otpSettings.OTP_TEMPLATE_ID,
    mayWait: false,
  };
};

const toDraft = (otp: PreparedOtp): Draft =>
  otp.service ? toServiceDraft(otp.service, otp.recipient, otp.code) : toInstallationDraft(otp);

/**
 * Builds the message that carries an OTP. Its text is stored encrypted until a carrier accepts it;
 * it is not attempted after the OTP expires. The text of a test key's is stored as that of any message: nobody gets it
 * on a phone, so it is read from the message.
 *
 * @param identify of the account, or without a service of the installation
 * @throws DomainError a verdict of `checkDlt`
 */
export function buildOtpMessageRow(
  caller: Caller,
  otp: PreparedOtp,
  identify: Identify,
): NewMessageRow {
  const now = clock.now();
  const identified = identify(toDraft(otp), now);
  if (identified instanceof DomainError) throw identified;
  const message = buildMessageRow(caller, identified, now);
  const ofOtp = { ...message, kind: 'otp' as const, valid_until: otp.expiresAt };
  if (!caller.livemode) return ofOtp;
  return {
    ...ofOtp,
    content: null,
    encrypted_content: textColumn
      .encrypt({ id: message.id, userId: message.user_id }, identified.content.text)
      .toString('hex'),
  };
}
