import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { issueToken } from '../account-tokens.ts';
import { emailChangeTtlMs, undoLinkTtlMs } from '../contract.browser.ts';
import { emailChangeLinkEmail, emailChangeNoticeEmail } from './email-change.ts';

const findChange = ({ about }: EmailRequest) =>
  prisma.emailChange.findUnique({
    where: { id: about ?? '' },
    include: { user: { select: { name: true } } },
  });

/**
 * Loads the email to the new address and issues its link; null if the change is confirmed or ended.
 */
export async function loadEmailChangeLink(request: EmailRequest): Promise<AddressedEmail | null> {
  const change = await findChange(request);
  if (!change || change.confirmedAt || change.endedAt) return null;
  const token = await issueToken({
    purpose: 'change_email',
    userId: change.userId,
    lifeMs: change.requestedAt.getTime() + emailChangeTtlMs - clock.now().getTime(),
    boundTo: change.newEmailKey,
  });
  // The new address may belong to another person, who must not see a name that the user chose.
  const content = emailChangeLinkEmail('', `${serverSettings.PUBLIC_URL}/confirm-email/${token}`);
  return { to: change.newEmail, content };
}

/**
 * Loads the email to the old address and issues its undo link; null if the change cannot be undone
 * any more. Earlier undo links stay valid, so another change cannot invalidate them.
 */
export async function loadEmailChangeNotice(request: EmailRequest): Promise<AddressedEmail | null> {
  const change = await findChange(request);
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
  const content = emailChangeNoticeEmail({
    name: user.name,
    newEmail,
    confirmedAt,
    undoUntil,
    link,
  });
  return { to: change.oldEmail, content };
}
