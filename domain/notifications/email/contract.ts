import type { EmailContent } from './templates/email-content.ts';

/** What is written to a user, or to support. */
export type EmailKind =
  | 'welcome'
  | 'reset_password'
  | 'password_changed'
  | 'login_code'
  | 'new_sign_in'
  | 'usage_warning'
  | 'usage_limit_reached'
  | 'refund_requested'
  | 'plan_ends_soon'
  | 'payment_received'
  | 'otp_throttled'
  | 'slack_turned_off'
  | 'channel_connected'
  | 'key_created'
  | 'email_change_link'
  | 'email_change_notice';

/** What is known of a letter when it is to be written. */
export type EmailRequest = {
  /** The address as it was given. */
  email: string;
  /** The id of what it tells, where it is not about the account. */
  about: string | null;
  /** When it was asked for. */
  createdAt: Date;
  /** Whether the address gets no more of this kind within a day; of a notification it is not asked. */
  isLastOfDay?: boolean;
};

/** A letter before it is laid out. */
export type AddressedEmail = { to: string; content: EmailContent };

/** Writes letters of one kind; null if there is nobody to write to, or nothing to tell any more. */
export type EmailRenderer = (asked: EmailRequest) => Promise<AddressedEmail | null>;

/**
 * Writes what a letter of any kind says. Mail is given it by the worker, which knows each concept's writers: so no
 * concept that mails is imported from here.
 */
export type WriteContent = (kind: EmailKind, asked: EmailRequest) => Promise<AddressedEmail | null>;

/** A letter, ready to be handed in. */
export type RenderedEmail = { to: string; subject: string; text: string; html: string };
