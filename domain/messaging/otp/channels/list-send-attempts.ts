import { showSubmitting } from '#domain/messaging/messages/show-submitting.ts';
import { lostWorkerReason } from '#domain/notifications/email/reconcile-emails.ts';
import { prisma } from '#platform/db.ts';
import type { SendAttempt } from './contract.ts';

type Listed = {
  id: string;
  recipient: string;
  /** False for a code of a test key, whose emails are not sent. */
  isLive: boolean;
  isOpen: boolean;
};

/** An email's state by the names of messages. */
const emailStatuses = {
  queued: 'queued',
  sending: 'submitting',
  sent: 'sent',
  failed: 'failed',
} as const;

/** What callers see of an email. What a mail server said may name the installation's servers. */
const toEmailReason = ({ state, reason }: { state: string; reason: string | null }) => {
  if (reason === lostWorkerReason)
    return 'sent again after a failure of ours, so it may arrive twice';
  return state === 'failed' ? 'a mail server rejected it' : null;
};

/** The send attempts of a code, in their order. Only calls that named channels have some. */
export async function listSendAttempts({
  id,
  recipient,
  isLive,
  isOpen,
}: Listed): Promise<SendAttempt[]> {
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
      .then(showSubmitting),
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
