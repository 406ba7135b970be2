import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/email-content.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { clearUsageThreshold } from '../enqueue-usage-emails.ts';
import { getCurrentUsagePeriod } from '../get-current-usage-period.ts';
import { type UsageThreshold, usageThresholdReached } from '../usage-threshold.ts';
import { usageEmail } from './usage.ts';

/**
 * Loads the usage email with the current counters. If usage fell below the threshold or reached the
 * next one meanwhile, the threshold is cleared and the reconciler checks the month again.
 *
 * @returns null if the address, the month or the threshold no longer applies
 */
export async function loadUsageEmail(
  threshold: UsageThreshold,
  { email, createdAt }: EmailRequest,
): Promise<AddressedEmail | null> {
  const user = await prisma.user.findUnique({
    where: { emailKey: normalizeEmail(email) },
    select: { id: true, name: true, email: true, emailConfirmedAt: true },
  });
  if (!user) return null;
  const period = await getCurrentUsagePeriod(user.id);
  if (period.startsAt > createdAt) return null;
  if (usageThresholdReached(period) === threshold) {
    return {
      to: user.email,
      content: usageEmail(emailGreetingName(user), period, `${serverSettings.PUBLIC_URL}/plans`),
    };
  }
  await clearUsageThreshold(period.id, threshold);
  return null;
}
