import { writeAccountLetter } from '#domain/accounts/letters/write-account-letter.server.ts';
import {
  writeEmailChangeLink,
  writeEmailChangeNotice,
} from '#domain/accounts/letters/write-email-change.server.ts';
import { writeKeyCreated } from '#domain/credentials/letters/write-key-created.server.ts';
import { loadChannelConnected } from '#domain/notifications/emails/load-channel-connected.server.ts';
import { loadSlackTurnedOff } from '#domain/notifications/emails/load-slack-turned-off.server.ts';
import { writeOtpBraked } from '#domain/otp/letters/write-otp-braked.server.ts';
import { writePaymentReceived } from '#domain/payments/letters/write-payment-received.server.ts';
import { writeRefundRequested } from '#domain/payments/letters/write-refund-requested.server.ts';
import { writePlanEndsSoon } from '#domain/subscriptions/letters/write-plan-ends-soon.server.ts';
import { writeUsageLetter } from '#domain/usage/letters/write-usage-letter.server.ts';
import { env } from '#platform/env.ts';
import type { AskedLetter, Letter, LetterWriter, MailKind, WrittenLetter } from './contract.ts';
import { layOut } from './letters/lay-out.ts';

/** Who writes what: each concept its own letters. */
const writers: Record<MailKind, LetterWriter> = {
  welcome: (asked) => writeAccountLetter('welcome', asked),
  reset_password: (asked) => writeAccountLetter('reset_password', asked),
  password_changed: (asked) => writeAccountLetter('password_changed', asked),
  login_code: (asked) => writeAccountLetter('login_code', asked),
  new_sign_in: (asked) => writeAccountLetter('new_sign_in', asked),
  usage_warning: (asked) => writeUsageLetter(80, asked),
  usage_limit_reached: (asked) => writeUsageLetter(100, asked),
  refund_requested: writeRefundRequested,
  payment_received: writePaymentReceived,
  plan_ends_soon: writePlanEndsSoon,
  otp_braked: writeOtpBraked,
  slack_turned_off: loadSlackTurnedOff,
  channel_connected: loadChannelConnected,
  key_created: writeKeyCreated,
  email_change_link: writeEmailChangeLink,
  email_change_notice: writeEmailChangeNotice,
};

/** Writes what a letter says; null if there is nobody to write to, or nothing to tell any more. */
export const writeContent = (kind: MailKind, asked: AskedLetter): Promise<WrittenLetter | null> =>
  writers[kind](asked);

const lastOfDay =
  'This is the last mail of this kind that we send to this address within 24 hours.';

/**
 * Writes a letter and lays it out.
 *
 * @returns null if there is nobody to write to, or nothing to tell any more
 */
export async function writeLetter(kind: MailKind, asked: AskedLetter): Promise<Letter | null> {
  const written = await writeContent(kind, asked);
  if (!written) return null;
  const { to, content } = written;
  const afterwards = [...(content.afterwards ?? []), ...(asked.isLastOfDay ? [lastOfDay] : [])];
  const sender = { site: env.PUBLIC_URL, support: env.SUPPORT_EMAIL };
  return { to, ...layOut({ ...content, afterwards }, sender) };
}
