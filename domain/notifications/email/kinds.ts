import type { EmailKind } from './contract.ts';

type Rules = {
  /** Whether it also goes to an address that nobody has confirmed, which may be a stranger's. */
  toUnconfirmed: boolean;
  /** How many of them an address gets within 24 hours, where whoever has an account can bring them about at will. */
  mostADay?: number;
  /** Whether somebody waits for it in front of a screen: it is sent before the others. */
  isUrgent?: boolean;
};

const toUnconfirmed = true;
const toConfirmed = { toUnconfirmed: false };

/**
 * What holds for each kind of mail, so that nobody fills a mailbox from here, their own or a stranger's. Where there is
 * no limit a day, the comment says what else limits it.
 */
export const emailKinds: Record<EmailKind, Rules> = {
  welcome: { toUnconfirmed, mostADay: 10 },
  // `limitAuthAttempt` lets five an address through for as long as a link lives. A limit a day would let anybody keep the
  // owner of an address out.
  reset_password: { toUnconfirmed, isUrgent: true },
  // Ten a day, and one a minute: `requestLoginCode`.
  login_code: { toUnconfirmed, isUrgent: true },
  password_changed: { ...toConfirmed, mostADay: 10 },
  // Five a day: `noteDevice`.
  new_sign_in: toConfirmed,
  // One of each in a month of use.
  usage_warning: { toUnconfirmed },
  usage_limit_reached: { toUnconfirmed },
  // To support, one an order that was paid.
  refund_requested: { toUnconfirmed },
  // One a period or an order that was paid.
  plan_ends_soon: { toUnconfirmed },
  payment_received: { toUnconfirmed },
  otp_throttled: { toUnconfirmed, mostADay: 10 },
  slack_turned_off: { ...toConfirmed, mostADay: 10 },
  channel_connected: { ...toConfirmed, mostADay: 10 },
  key_created: { ...toConfirmed, mostADay: 10 },
  email_change_link: { toUnconfirmed, mostADay: 10, isUrgent: true },
  // To the old address, if it was confirmed: one for each change, of which there are five an hour. Without a limit, so
  // that a thief cannot use it up before the change that counts.
  email_change_notice: { toUnconfirmed, isUrgent: true },
};
