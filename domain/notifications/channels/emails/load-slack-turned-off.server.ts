import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/greeting-line.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.ts';
import { prisma } from '#platform/db.server.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { slackTurnedOff } from './slack-turned-off.ts';

/** Writes to whoever's Slack was turned off; nothing if they removed or connected it meanwhile. */
export async function loadSlackTurnedOff({ about }: EmailRequest): Promise<AddressedEmail | null> {
  const channel = await prisma.notificationChannel.findUnique({
    where: { id: about ?? '' },
    include: { user: true },
  });
  if (!channel?.refusedAt) return null;
  const content = slackTurnedOff({
    name: emailGreetingName(channel.user),
    hint: channel.hint,
    reason: channel.failure ?? '',
    link: `${serverSettings.PUBLIC_URL}${dashboardPaths.settings}`,
  });
  return { to: channel.user.email, content };
}
