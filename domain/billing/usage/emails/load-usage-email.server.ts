import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/greeting-line.ts';
import { normalizeEmail } from '#domain/shared/normalize-email.ts';
import { prisma } from '#platform/db.server.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { clearUsageThreshold } from '../enqueue-usage-emails.server.ts';
import { getCurrentUsagePeriod } from '../get-current-usage-period.server.ts';
import { type UsageThreshold, usageThresholdReached } from '../usage-threshold.ts';
import { usageEmail } from './usage.ts';

/**
 * Writes that a mark is reached, by the month as it is when the letter is written. If units came back, or the rest
 * was used, the mark is taken back, and the sweep looks anew.
 *
 * @returns null if nobody has this address, or the month, its plan or the mark is another one by then
 */
export async function loadUsageEmail(
  mark: UsageThreshold,
  { email, createdAt }: EmailRequest,
): Promise<AddressedEmail | null> {
  const user = await prisma.user.findUnique({
    where: { emailKey: normalizeEmail(email) },
    select: { id: true, name: true, email: true, emailConfirmedAt: true },
  });
  if (!user) return null;
  const period = await getCurrentUsagePeriod(user.id);
  if (period.startsAt > createdAt) return null;
  if (usageThresholdReached(period) === mark) {
    return {
      to: user.email,
      content: usageEmail(emailGreetingName(user), period, `${serverSettings.PUBLIC_URL}/plans`),
    };
  }
  await clearUsageThreshold(period.id, mark);
  return null;
}
