import type { EmailKind } from '#domain/notifications/email/contract.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    chn: 'notification_channels';
  }
}

/** The channels besides email. */
export type ChannelKind = 'sms' | 'slack';

/** Maximum number of notifications per user and day in India. */
export const maxPerDay: Record<ChannelKind, number> = { sms: 10, slack: 100 };

/**
 * The part of an email that the other channels get: nothing, the subject, or the whole text. Links are never included,
 * because they may be secret.
 */
export const notifiedPart: Record<EmailKind, 'nothing' | 'subject' | 'all'> = {
  welcome: 'nothing',
  // Anyone can request this email for any address.
  reset_password: 'nothing',
  // Sent to support, and not to the user.
  refund_requested: 'nothing',
  // The code is a second factor because only the mailbox receives it.
  login_code: 'nothing',
  password_changed: 'subject',
  new_sign_in: 'subject',
  usage_warning: 'all',
  usage_limit_reached: 'all',
  plan_ends_soon: 'all',
  payment_received: 'all',
  otp_throttled: 'all',
  // The email goes to a customer's recipient, and its code proves access to that mailbox.
  otp_code: 'nothing',
  dlt_suspect: 'all',
  dlt_drift: 'subject',
  slack_turned_off: 'subject',
  // Connecting a channel already sends it a message: a code by SMS, or a first post to Slack.
  channel_connected: 'nothing',
  key_created: 'subject',
  key_rolled: 'subject',
  key_leaked: 'subject',
  // The email goes to the new address, which the user has not confirmed yet.
  email_change_link: 'nothing',
  email_change_notice: 'subject',
  dlt_header_decided: 'subject',
  account_export_ready: 'subject',
  account_deletion_requested: 'subject',
  account_deletion_undone: 'subject',
  // The channels are deleted with the account.
  account_deleted: 'nothing',
  webhook_created: 'subject',
  webhook_changed: 'subject',
  webhook_failing: 'all',
  webhook_disabled: 'all',
  // There can be many of these emails, which would use up the daily limit of a channel.
  sensitive_action: 'nothing',
  factors_changed: 'subject',
  account_suspension: 'subject',
};

/** A notification that a worker has claimed and will send. */
export type Notification = {
  id: string;
  userId: string;
  channel: ChannelKind;
  kind: EmailKind;
  about: string | null;
  /** The number of attempts so far, including the current one. */
  attempts: number;
  createdAt: Date;
  leaseUntil: Date;
};

/** The outcome of an attempt to send a notification. */
export type SendOutcome =
  | { kind: 'sent'; messageId?: string }
  | {
      kind: 'refused';
      /** A sentence for the user. */
      reason: string;
      /** Whether a retry may succeed. */
      retry: boolean;
      /** Minimum delay before the retry. */
      retryAfterSeconds?: number | null;
      /** Whether the server did not respond in time. */
      timedOut?: boolean;
      /** Whether the address is permanently invalid. */
      forGood?: boolean;
    };

/**
 * Sends the subject of an email as an SMS. A repeated call with the same id does not send a second SMS.
 *
 * @param notificationId used as the idempotency key
 * @param recipient in E.164
 */
export type SendSms = (
  notificationId: string,
  recipient: string,
  subject: string,
) => Promise<SendOutcome>;
