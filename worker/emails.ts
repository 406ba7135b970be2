import { loadPaymentReceivedEmail } from '#domain/billing/payments/letters/load-payment-received-email.server.ts';
import { loadRefundRequestedEmail } from '#domain/billing/payments/letters/load-refund-requested-email.server.ts';
import { loadPlanEndsSoonEmail } from '#domain/billing/subscriptions/letters/load-plan-ends-soon-email.server.ts';
import { writeUsageLetter } from '#domain/billing/usage/letters/write-usage-letter.server.ts';
import { renderAccountEmail } from '#domain/identity/accounts/letters/render-account-email.server.ts';
import {
  writeEmailChangeLink,
  writeEmailChangeNotice,
} from '#domain/identity/accounts/letters/write-email-change.server.ts';
import { writeKeyCreated } from '#domain/identity/credentials/letters/write-key-created.server.ts';
import { writeOtpBraked } from '#domain/messaging/otp/letters/load-otp-throttled-email.server.ts';
import { loadChannelConnected } from '#domain/notifications/channels/emails/load-channel-connected.server.ts';
import { loadSlackTurnedOff } from '#domain/notifications/channels/emails/load-slack-turned-off.server.ts';
import type {
  EmailKind,
  EmailRenderer,
  WriteContent,
} from '#domain/notifications/mail/contract.ts';

/** Which concept writes the emails of which kind. */
const writers: Record<EmailKind, EmailRenderer> = {
  welcome: (asked) => renderAccountEmail('welcome', asked),
  reset_password: (asked) => renderAccountEmail('reset_password', asked),
  password_changed: (asked) => renderAccountEmail('password_changed', asked),
  login_code: (asked) => renderAccountEmail('login_code', asked),
  new_sign_in: (asked) => renderAccountEmail('new_sign_in', asked),
  email_change_link: writeEmailChangeLink,
  email_change_notice: writeEmailChangeNotice,
  key_created: writeKeyCreated,
  usage_warning: (asked) => writeUsageLetter(80, asked),
  usage_limit_reached: (asked) => writeUsageLetter(100, asked),
  plan_ends_soon: loadPlanEndsSoonEmail,
  payment_received: loadPaymentReceivedEmail,
  refund_requested: loadRefundRequestedEmail,
  otp_braked: writeOtpBraked,
  channel_connected: loadChannelConnected,
  slack_turned_off: loadSlackTurnedOff,
};

/** Writes what an email of any kind says; mails and notifications are made of it. */
export const writeContent: WriteContent = (kind, asked) => writers[kind](asked);
