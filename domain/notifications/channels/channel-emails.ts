import {
  type AddressedEmail,
  type EmailContent,
  type EmailRequest,
  emailGreetingName,
} from '#domain/notifications/email/contract.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import type { ChannelKind } from './contract.browser.ts';

type Connected = {
  name: string;
  kind: ChannelKind;
  /** The masked number or URL. */
  hint: string;
  /** Page where the user can remove the channel. */
  link: string;
};

const ways: Record<ChannelKind, string> = { sms: 'by SMS', slack: 'to Slack' };

/** Renders the email which says that a channel was connected, and how to remove the channel. */
function channelConnectedEmail({ name, kind, hint, link }: Connected): EmailContent {
  return {
    subject: `Notifications of your Dakiya account also go ${ways[kind]} now`,
    name,
    heading: `Notifications also go ${ways[kind]} now`,
    paragraphs: [
      `Notifications about usage, payments, keys and your password are now sent to ${hint} as well.`,
      'If that was you, you need not do anything. If it was not, remove this channel under Settings, and change your password:',
    ],
    action: { label: 'Open the settings', href: link },
  };
}

type TurnedOff = {
  name: string;
  /** The masked webhook URL. */
  hint: string;
  /** The server's response, as a sentence. */
  reason: string;
  /** Page where a new address can be entered. */
  link: string;
};

/** Renders the email which says that Slack notifications were turned off, and how to turn them on again. */
function slackTurnedOffEmail({ name, hint, reason, link }: TurnedOff): EmailContent {
  return {
    subject: 'Notifications to Slack are turned off',
    name,
    heading: 'Notifications to Slack are turned off',
    paragraphs: [
      `Your incoming webhook ${hint} rejected a notification permanently. ${reason}`,
      'The webhook, its channel or its workspace may have been removed. We no longer send notifications there; you still get emails.',
    ],
    action: { label: 'Connect Slack again', href: link },
  };
}

/** Loads the email about a connected channel; null if the channel has been removed or replaced. */
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

/** Loads the email about turned-off Slack notifications; null if Slack has been removed or connected again. */
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
