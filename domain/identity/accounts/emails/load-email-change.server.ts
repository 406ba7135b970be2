import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { emailChangeTtlMs, undoLinkTtlMs } from '../contract.ts';
import { issueToken } from '../issue-token.server.ts';
import { emailChangeLink, emailChangeNotice } from './email-change.ts';

const changeOf = ({ about }: EmailRequest) =>
  prisma.emailChange.findUnique({
    where: { id: about ?? '' },
    include: { user: { select: { name: true } } },
  });

/** Writes to the new address of an account, and makes the link in it; null if the change is over. */
export async function loadEmailChangeLink(asked: EmailRequest): Promise<AddressedEmail | null> {
  const change = await changeOf(asked);
  if (!change || change.confirmedAt || change.endedAt) return null;
  const token = await issueToken({
    purpose: 'change_email',
    userId: change.userId,
    lifeMs: change.requestedAt.getTime() + emailChangeTtlMs - clock.now().getTime(),
    boundTo: change.newEmailKey,
  });
  // The address may be a stranger's, who is not to read what others chose as a name.
  const content = emailChangeLink('', `${serverSettings.PUBLIC_URL}/confirm-email/${token}`);
  return { to: change.newEmail, content };
}

/**
 * Writes to the old address of an account, and makes the link that undoes the change; null if it can not be undone
 * any more. A link made before stays good: nobody can void it by changing the address again.
 */
export async function loadEmailChangeNotice(asked: EmailRequest): Promise<AddressedEmail | null> {
  const change = await changeOf(asked);
  if (!change?.undoUntil || change.undoUntil <= clock.now()) return null;
  const token = await issueToken({
    purpose: 'undo_email_change',
    userId: change.userId,
    lifeMs: undoLinkTtlMs,
    boundTo: change.id,
    besideOthers: true,
  });
  const { newEmail, confirmedAt, undoUntil, user } = change;
  const link = `${serverSettings.PUBLIC_URL}/undo-email-change/${token}`;
  const content = emailChangeNotice({ name: user.name, newEmail, confirmedAt, undoUntil, link });
  return { to: change.oldEmail, content };
}
