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
  | 'sensitive_action'
  | 'factors_changed'
  | 'account_suspension';

/** The data from which an email is rendered. */
export type EmailRequest = {
  /** The address as entered. */
  email: string;
  /** The id of the row that the email is about, if not the account. */
  about: string | null;
  /** When it was enqueued. */
  createdAt: Date;
  /** Whether this is the last email of this kind that the address may get within 24 hours; unset for notifications. */
  isLastOfDay?: boolean;
};

/** The content of an email, to which the layout is added later. All texts are plain text. */
export type EmailContent = {
  subject: string;
  /** The name in the greeting; empty for none. */
  name: string;
  heading: string;
  paragraphs: string[];
  /** The button. */
  action?: { label: string; href: string };
  /** Paragraphs below the button. */
  afterwards?: string[];
};

/** The footer of every email. */
export type EmailFooterInfo = {
  /** URL of the site, without a trailing slash. */
  site: string;
  /** Email address of support. */
  support: string;
};

/** Text that email clients turn into a link. */
export const linkLike = /:\/\/|\bwww\.|\w\.\w{2,}/i;

/**
 * The first line of an email. Anyone can sign up with another person's address: a name that looks like a link is omitted,
 * so that spammers cannot send links through us.
 */
export function greetingLine(name: string): string {
  const plain = name.replace(/\s+/g, ' ').trim();
  return plain === '' || linkLike.test(plain) ? 'Hello,' : `Hello ${plain},`;
}

/**
 * The name for the greeting. The greeting has no name until the address is confirmed: anyone can sign up with another
 * person's address, and that person must not see a name that they did not choose.
 */
export const emailGreetingName = (user: { name: string; emailConfirmedAt: Date | null }): string =>
  user.emailConfirmedAt ? user.name : '';

/** The content of an email without the layout, and the address to which the email is sent. */
export type AddressedEmail = { to: string; content: EmailContent };

/** Loads emails of one kind; null if there is no recipient, or the email no longer applies. */
export type EmailRenderer = (asked: EmailRequest) => Promise<AddressedEmail | null>;

/**
 * Loads the content of an email of any kind. The worker injects it, because the loaders belong to higher layers that must
 * not be imported from here.
 */
export type WriteContent = (kind: EmailKind, asked: EmailRequest) => Promise<AddressedEmail | null>;

/** An email ready for SMTP. */
export type RenderedEmail = { to: string; subject: string; text: string; html: string };

/** An email is retried until this long after its creation, in milliseconds. */
export const emailRetryWindowMs = 24 * 3_600_000;

/** Delays between attempts in milliseconds; the last one repeats. */
const retryDelaysMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000];

/**
 * The delay before the next attempt of an email that was rejected temporarily.
 *
 * @param attempts number of attempts so far, including the current one
 * @param ageMs time since the email was enqueued
 * @returns milliseconds, or null if the email would be too old by then
 */
export function emailRetryDelayMs(attempts: number, ageMs: number): number | null {
  const delayMs =
    retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1] ?? retryDelaysMs[0] ?? 0;
  return ageMs + delayMs < emailRetryWindowMs ? delayMs : null;
}
