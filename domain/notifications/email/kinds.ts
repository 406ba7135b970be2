import type { EmailKind } from './contract.ts';

type Rules = {
  /** Whether it is also sent to an unconfirmed address, which may belong to another person. */
  toUnconfirmed: boolean;
  /** Limit per address within 24 hours, for emails that a user can trigger at will. */
  maxPerDay?: number;
  /** What of `about` has a limit of its own, so that another one of the kind cannot use it up. */
  limitedBy?: (about: string) => string;
  /** Whether a user is waiting for it: it is sent before the others. */
  isUrgent?: boolean;
};

const toUnconfirmed = true;
const toConfirmed = { toUnconfirmed: false };

/**
 * The rules of each kind of email, which keep users from flooding a mailbox, their own or
 * another person's. Without a daily limit, the comment names what else limits it.
 */
export const emailKinds: Record<EmailKind, Rules> = {
  welcome: { toUnconfirmed, maxPerDay: 10 },
  // `limitAuthAttempt` allows five per address during the validity of a link. With a daily limit,
  // anyone could lock the owner of an address out.
  reset_password: { toUnconfirmed, isUrgent: true },
  // Ten a day, and one a minute: `requestLoginCode`.
  login_code: { toUnconfirmed, isUrgent: true },
  password_changed: { ...toConfirmed, maxPerDay: 10 },
  // Five a day: `recordDevice`.
  new_sign_in: toConfirmed,
  // One of each per usage month.
  usage_warning: { toUnconfirmed },
  usage_limit_reached: { toUnconfirmed },
  // To support, one per paid order.
  refund_requested: { toUnconfirmed },
  // One per period or paid order.
  plan_ends_soon: { toUnconfirmed },
  payment_received: { toUnconfirmed },
  otp_throttled: { toUnconfirmed, maxPerDay: 10 },
  // Limits of its own, by address and account: `consumeEmailLimits`.
  otp_code: { toUnconfirmed, isUrgent: true },
  // Also one a day of each header and template: `markSuspects`.
  dlt_suspect: { ...toConfirmed, maxPerDay: 10 },
  // One a day: `enqueueDriftEmails`.
  dlt_drift: toConfirmed,
  slack_turned_off: { ...toConfirmed, maxPerDay: 10 },
  channel_connected: { ...toConfirmed, maxPerDay: 10 },
  key_created: { ...toConfirmed, maxPerDay: 10 },
  key_rolled: { ...toConfirmed, maxPerDay: 10 },
  // Once for each key until its owner rolls it or turns it on; an account has 50 keys.
  key_leaked: { ...toConfirmed, maxPerDay: 50, isUrgent: true },
  email_change_link: { toUnconfirmed, maxPerDay: 10, isUrgent: true },
  // To the old address, if it was confirmed: one per change, of which there are five an hour.
  // Without a daily limit, so that an attacker cannot use it up before the change that counts.
  email_change_notice: { toUnconfirmed, isUrgent: true },
  // One for each decision, which the operator of the installation makes by hand.
  dlt_header_decided: toConfirmed,
  // Three a day: `startExport`.
  account_export_ready: toConfirmed,
  account_deletion_requested: { ...toConfirmed, maxPerDay: 10, isUrgent: true },
  account_deletion_undone: { ...toConfirmed, maxPerDay: 10 },
  account_deleted: toConfirmed,
  webhook_created: { ...toConfirmed, maxPerDay: 10 },
  webhook_changed: { ...toConfirmed, maxPerDay: 10 },
  // An endpoint may fail and recover all day.
  webhook_failing: { ...toConfirmed, maxPerDay: 5 },
  webhook_disabled: { ...toConfirmed, maxPerDay: 10 },
  sensitive_action: {
    ...toConfirmed,
    maxPerDay: 3,
    limitedBy: (about) => about.split(' ')[0] ?? '',
  },
};
