import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/email-content.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.ts';
import { prisma } from '#platform/db.server.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { keyCreatedEmail } from './key-created.ts';

/** Null if the key is deleted already. */
export async function loadKeyCreatedEmail({ about }: EmailRequest): Promise<AddressedEmail | null> {
  const key = await prisma.credential.findUnique({
    where: { id: about ?? '' },
    select: { name: true, keyId: true, createdAt: true, createdFrom: true, user: true },
  });
  if (!key) return null;
  const { name: keyName, user, ...rest } = key;
  // An unconfirmed address may be a stranger's, who must not see a name that somebody else chose.
  const shownName = user.emailConfirmedAt ? keyName.replace(/\s+/g, ' ') : 'API key';
  const link = `${serverSettings.PUBLIC_URL}${dashboardPaths['manage-api']}`;
  const content = keyCreatedEmail({
    ...rest,
    name: emailGreetingName(user),
    keyName: shownName,
    link,
  });
  return { to: user.email, content };
}
