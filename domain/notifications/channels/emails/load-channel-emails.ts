import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/email-content.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { channelConnectedEmail, slackTurnedOffEmail } from './channel-emails.ts';

/** Null if the channel was removed or replaced meanwhile. */
export async function loadChannelConnected({
  about,
}: EmailRequest): Promise<AddressedEmail | null> {
  const channel = await prisma.notificationChannel.findUnique({
    where: { id: about ?? '' },
    include: { user: true },
  });
  if (!channel?.confirmedAt) return null;
  const { user, kind, hint } = channel;
  const link = `${serverSettings.PUBLIC_URL}${dashboardPaths.settings}`;
  return {
    to: user.email,
    content: channelConnectedEmail({ name: emailGreetingName(user), kind, hint, link }),
  };
}

/** Null if Slack was removed or connected again meanwhile. */
export async function loadSlackTurnedOff({ about }: EmailRequest): Promise<AddressedEmail | null> {
  const channel = await prisma.notificationChannel.findUnique({
    where: { id: about ?? '' },
    include: { user: true },
  });
  if (!channel?.refusedAt) return null;
  const content = slackTurnedOffEmail({
    name: emailGreetingName(channel.user),
    hint: channel.hint,
    reason: channel.failure ?? '',
    link: `${serverSettings.PUBLIC_URL}${dashboardPaths.settings}`,
  });
  return { to: channel.user.email, content };
}
