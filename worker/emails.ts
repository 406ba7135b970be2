import { loadPaymentReceivedEmail } from '#domain/billing/payments/emails/load-payment-received-email.server.ts';
import { loadRefundRequestedEmail } from '#domain/billing/payments/emails/load-refund-requested-email.server.ts';
import { loadPlanEndsSoonEmail } from '#domain/billing/subscriptions/emails/load-plan-ends-soon-email.server.ts';
import { loadUsageEmail } from '#domain/billing/usage/emails/load-usage-email.server.ts';
import {
  loadEmailChangeLink,
  loadEmailChangeNotice,
} from '#domain/identity/accounts/emails/load-email-change.server.ts';
import { renderAccountEmail } from '#domain/identity/accounts/emails/render-account-email.server.ts';
import { loadKeyCreatedEmail } from '#domain/identity/api-keys/emails/load-key-created-email.server.ts';
import { loadOtpThrottledEmail } from '#domain/messaging/otp/emails/load-otp-throttled-email.server.ts';
import { loadChannelConnected } from '#domain/notifications/channels/emails/load-channel-connected.server.ts';
import { loadSlackTurnedOff } from '#domain/notifications/channels/emails/load-slack-turned-off.server.ts';
import type {
  EmailKind,
  EmailRenderer,
  WriteContent,
} from '#domain/notifications/email/contract.ts';

/** Which concept writes the emails of which kind. */
const writers: Record<EmailKind, EmailRenderer> = {
  welcome: (asked) => renderAccountEmail('welcome', asked),
  reset_password: (asked) => renderAccountEmail('reset_password', asked),
  password_changed: (asked) => renderAccountEmail('password_changed', asked),
  login_code: (asked) => renderAccountEmail('login_code', asked),
  new_sign_in: (asked) => renderAccountEmail('new_sign_in', asked),
  email_change_link: loadEmailChangeLink,
  email_change_notice: loadEmailChangeNotice,
  key_created: loadKeyCreatedEmail,
  usage_warning: (asked) => loadUsageEmail(80, asked),
  usage_limit_reached: (asked) => loadUsageEmail(100, asked),
  plan_ends_soon: loadPlanEndsSoonEmail,
  payment_received: loadPaymentReceivedEmail,
  refund_requested: loadRefundRequestedEmail,
  otp_throttled: loadOtpThrottledEmail,
  channel_connected: loadChannelConnected,
  slack_turned_off: loadSlackTurnedOff,
};

/** Writes what an email of any kind says; mails and notifications are made of it. */
export const writeContent: WriteContent = (kind, asked) => writers[kind](asked);
