import { writePaymentReceived } from '#domain/billing/payments/letters/write-payment-received.server.ts';
import { writeRefundRequested } from '#domain/billing/payments/letters/write-refund-requested.server.ts';
import { writePlanEndsSoon } from '#domain/billing/subscriptions/letters/write-plan-ends-soon.server.ts';
import { writeUsageLetter } from '#domain/billing/usage/letters/write-usage-letter.server.ts';
import { writeAccountLetter } from '#domain/identity/accounts/letters/write-account-letter.server.ts';
import {
  writeEmailChangeLink,
  writeEmailChangeNotice,
} from '#domain/identity/accounts/letters/write-email-change.server.ts';
import { writeKeyCreated } from '#domain/identity/credentials/letters/write-key-created.server.ts';
import { writeOtpBraked } from '#domain/messaging/otp/letters/write-otp-braked.server.ts';
import { loadChannelConnected } from '#domain/notifications/channels/emails/load-channel-connected.server.ts';
import { loadSlackTurnedOff } from '#domain/notifications/channels/emails/load-slack-turned-off.server.ts';
import type { LetterWriter, MailKind, WriteContent } from '#domain/notifications/mail/contract.ts';

/** Which concept writes the emails of which kind. */
const writers: Record<MailKind, LetterWriter> = {
  welcome: (asked) => writeAccountLetter('welcome', asked),
  reset_password: (asked) => writeAccountLetter('reset_password', asked),
  password_changed: (asked) => writeAccountLetter('password_changed', asked),
  login_code: (asked) => writeAccountLetter('login_code', asked),
  new_sign_in: (asked) => writeAccountLetter('new_sign_in', asked),
  email_change_link: writeEmailChangeLink,
  email_change_notice: writeEmailChangeNotice,
  key_created: writeKeyCreated,
  usage_warning: (asked) => writeUsageLetter(80, asked),
  usage_limit_reached: (asked) => writeUsageLetter(100, asked),
  plan_ends_soon: writePlanEndsSoon,
  payment_received: writePaymentReceived,
  refund_requested: writeRefundRequested,
  otp_braked: writeOtpBraked,
  channel_connected: loadChannelConnected,
  slack_turned_off: loadSlackTurnedOff,
};

/** Writes what an email of any kind says; mails and notifications are made of it. */
export const writeContent: WriteContent = (kind, asked) => writers[kind](asked);
