import type { EmailContent } from './templates/email-content.ts';

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
  | 'otp_code'
  | 'dlt_suspect'
  | 'dlt_drift'
  | 'slack_turned_off'
  | 'channel_connected'
  | 'key_created'
  | 'key_rolled'
  | 'key_leaked'
  | 'email_change_link'
  | 'email_change_notice'
  | 'dlt_header_decided'
  | 'account_export_ready'
  | 'account_deletion_requested'
  | 'account_deletion_undone'
  | 'account_deleted'
  | 'webhook_created'
  | 'webhook_changed'
  | 'webhook_failing'
  | 'webhook_disabled'
  | 'sensitive_action';

/** The data of an email to be rendered. */
export type EmailRequest = {
  /** The address as entered. */
  email: string;
  /** The id of the row that it is about, if not the account. */
  about: string | null;
  /** When it was enqueued. */
  createdAt: Date;
  /**
   * Whether this is the last email of its kind to the address within a day; unset for
   * notifications.
   */
  isLastOfDay?: boolean;
};

/** An email's content before the layout. */
export type AddressedEmail = { to: string; content: EmailContent };

/** Loads emails of one kind; null if there is no recipient, or the email no longer applies. */
export type EmailRenderer = (asked: EmailRequest) => Promise<AddressedEmail | null>;

/**
 * Loads the content of an email of any kind. The worker injects it, as the loaders belong to higher
 * layers that must not be imported from here.
 */
export type WriteContent = (kind: EmailKind, asked: EmailRequest) => Promise<AddressedEmail | null>;

/** An email ready for SMTP. */
export type RenderedEmail = { to: string; subject: string; text: string; html: string };
