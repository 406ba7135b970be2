import { showQueueState } from '#domain/messaging/messages/list-sql.ts';
import { lostWorkerReason } from '#domain/notifications/email/reconcile-emails.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import type { Otp, OtpState } from '#prisma/generated/client.ts';
import type { SendAttempt } from './channels/contract.ts';
import { type OtpWithAttempts, otpId } from './contract.ts';

type Listed = {
  id: string;
  recipient: string;
  /** False for a code of a test key. Its emails are not sent. */
  isLive: boolean;
  isOpen: boolean;
};

/** The states of emails, mapped to those of messages. */
const emailStatuses = {
  queued: 'queued',
  sending: 'submitting',
  sent: 'sent',
  failed: 'failed',
} as const;

/**
 * Returns the reason that the API shows for the state of an email. The response of the mail server is not shown, because it
 * may name the installation's servers.
 */
const toEmailReason = ({ state, reason }: { state: string; reason: string | null }) => {
  if (reason === lostWorkerReason)
    return 'sent again after an interruption on our side, so it may arrive twice';
  return state === 'failed' ? 'a mail server rejected it' : null;
};

/** Lists the send attempts of a code, in order. Only calls with `channels` have send attempts. */
async function listSendAttempts({ id, recipient, isLive, isOpen }: Listed): Promise<SendAttempt[]> {
  const rows = await prisma.otpSendAttempt.findMany({
    where: { otpId: id },
    orderBy: [{ round: 'asc' }, { position: 'asc' }],
  });
  const [messages, emails] = await Promise.all([
    prisma.message
      .findMany({
        where: { id: { in: rows.flatMap(({ messageId }) => messageId ?? []) } },
        select: { id: true, state: true, reason: true },
      })
      .then(showQueueState),
    prisma.email.findMany({
      where: { id: { in: rows.flatMap(({ emailId }) => emailId ?? []) } },
      select: { id: true, state: true, reason: true },
    }),
  ]);
  return rows.map(({ channel, email, state, dueAt, startedAt, messageId, emailId, reason }) => {
    const message = messages.find((one) => one.id === messageId);
    const sent = emails.find((one) => one.id === emailId);
    const ofEmail = isLive ? sent && emailStatuses[sent.state] : 'sent';
    const began = message?.state ?? (messageId === null ? ofEmail : null) ?? 'unknown';
    const statuses = {
      waiting: isOpen ? 'waiting' : 'skipped',
      started: began,
      failed: message?.state ?? 'failed',
      skipped: 'skipped',
    } as const;
    return {
      channel,
      to: email ?? recipient,
      status: statuses[state],
      dueAt: dueAt?.toISOString() ?? null,
      startedAt: startedAt?.toISOString() ?? null,
      reason: message?.reason ?? (sent && toEmailReason(sent)) ?? reason,
    };
  });
}

/**
 * Returns an OTP with its send attempts, without its code.
 *
 * @param id untrusted
 * @param livemode finds only an OTP of this mode; by default an OTP of either mode
 * @throws DomainError `not_found` if the OTP does not exist, belongs to another user, or has the other mode
 */
export async function getOtp(
  userId: string,
  id: string,
  livemode?: boolean,
): Promise<OtpWithAttempts> {
  const otp = otpId.safeParse(id).success
    ? await prisma.otp.findFirst({
        where: { id, userId, ...(livemode !== undefined && { livemode }) },
      })
    : null;
  if (!otp) throw new DomainError('not_found', { message: 'There is no OTP with this id.' });
  // The job that sets the state to `expired` may run late.
  const isOver = otp.state === 'pending' && otp.expiresAt <= clock.now();
  const status = isOver ? 'expired' : otp.state;
  const { recipient, livemode: isLive } = otp;
  return toOutput(
    otp,
    status,
    await listSendAttempts({ id, recipient, isLive, isOpen: status === 'pending' }),
  );
}

function toOutput(
  { id, userId, recipient, keyId, livemode, serviceId, isTest, createdAt, expiresAt }: Otp,
  status: OtpState,
  sendAttempts: SendAttempt[],
): OtpWithAttempts {
  return {
    ...{ otpId: id, user: userId, phoneNumber: recipient, apiId: keyId, livemode },
    ...{ service: serviceId, status, isTest },
    ...{ createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
    sendAttempts,
  };
}

/** Identifies an OTP as it was when it reached a state. */
export type OtpAt = { id: string; userId: string; state: OtpState };

/**
 * Reads OTPs in the form that `getOtp` returns, each with the given current or former state, and with the current states of
 * its channels.
 *
 * @returns one result per entry of `wanted`, in the same order; null for a deleted OTP
 */
export async function readOtpsAt(wanted: OtpAt[]): Promise<(OtpWithAttempts | null)[]> {
  if (wanted.length === 0) return [];
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const [rows, attempted] = await Promise.all([
    prisma.otp.findMany({ where: { id: { in: ids } } }),
    prisma.otpSendAttempt.findMany({
      where: { otpId: { in: ids } },
      select: { otpId: true },
      distinct: 'otpId',
    }),
  ]);
  const withChannels = new Set(attempted.map(({ otpId: id }) => id));
  return Promise.all(
    wanted.map(async ({ id, userId, state }) => {
      const row = rows.find((otp) => otp.id === id && otp.userId === userId);
      if (!row) return null;
      const { recipient, livemode: isLive } = row;
      const of = { id, recipient, isLive, isOpen: row.state === 'pending' };
      return toOutput(row, state, withChannels.has(id) ? await listSendAttempts(of) : []);
    }),
  );
}
