import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/email-content.ts';
import { prisma } from '#platform/db.ts';
import { headerDecidedEmail } from './header-decided.ts';

/** Null if the account is deleted already. */
export async function loadHeaderDecidedEmail({
  about,
}: EmailRequest): Promise<AddressedEmail | null> {
  const decided = await prisma.dltHeaderDecision.findUnique({ where: { id: about ?? '' } });
  if (!decided) return null;
  const user = await prisma.user.findUnique({ where: { id: decided.userId } });
  if (!user) return null;
  const { header, decision, reason } = decided;
  const isApproved = decision === 'approved';
  const name = emailGreetingName(user);
  return { to: user.email, content: headerDecidedEmail({ name, header, isApproved, reason }) };
}
