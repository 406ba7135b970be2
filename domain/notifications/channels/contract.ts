import type { EmailKind } from '#domain/notifications/email/contract.ts';

/** Where a user is notified beside their mailbox. */
export type ChannelKind = 'sms' | 'slack';

/** How many notifications a user gets in one day of India. */
export const maxPerDay: Record<ChannelKind, number> = { sms: 10, slack: 100 };

/**
 * What goes to the channels of the mails to a user: nothing, the subject alone, or all that the mail says. A link
 * of a mail goes nowhere else, as it may be a secret.
 */
export const notifiedPart: Record<EmailKind, 'nothing' | 'subject' | 'all'> = {
  welcome: 'nothing',
  // Anybody can ask for it with anybody's address.
  reset_password: 'nothing',
  // To support.
  refund_requested: 'nothing',
  // It is asked for beside the password because the mailbox is another place.
  login_code: 'nothing',
  password_changed: 'subject',
  new_sign_in: 'subject',
  usage_warning: 'all',
  usage_limit_reached: 'all',
  plan_ends_soon: 'all',
  payment_received: 'all',
  otp_throttled: 'all',
  slack_turned_off: 'subject',
  // The new channel has a first message of its own.
  channel_connected: 'nothing',
  key_created: 'subject',
  // It goes to an address that is not the user's yet.
  email_change_link: 'nothing',
  email_change_notice: 'subject',
};

/** A notification to be sent. */
export type Notification = {
  id: string;
  userId: string;
  channel: ChannelKind;
  kind: EmailKind;
  about: string | null;
  /** Tries so far, this one included. */
  attempts: number;
  createdAt: Date;
  leaseUntil: Date;
};

/** What came of a try to send one. */
export type SendOutcome =
  | { kind: 'sent'; messageId?: string }
  | {
      kind: 'refused';
      /** A sentence for the user. */
      reason: string;
      /** Whether it is worth trying again. */
      retry: boolean;
      /** No sooner than after so many seconds. */
      retryAfterSeconds?: number | null;
      /** Whether the server took too long. */
      timedOut?: boolean;
      /** Whether the address will never take anything again. */
      forGood?: boolean;
    };

/**
 * Has an SMS accepted that says what a mail's subject says, once: tried again, it is the same message.
 *
 * @param notificationId what it is accepted once for
 * @param recipient in E.164
 */
export type SendSms = (
  notificationId: string,
  recipient: string,
  subject: string,
) => Promise<SendOutcome>;
