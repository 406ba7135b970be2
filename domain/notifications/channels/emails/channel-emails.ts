import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import type { ChannelKind } from '../contract.browser.ts';

type Connected = {
  name: string;
  kind: ChannelKind;
  /** The masked number or URL. */
  hint: string;
  /** Page where it can be removed. */
  link: string;
};

const ways: Record<ChannelKind, string> = { sms: 'by SMS', slack: 'to Slack' };

/** Notice of a newly connected channel, and how to remove it. */
export function channelConnectedEmail({ name, kind, hint, link }: Connected): EmailContent {
  return {
    subject: `Notifications of your Dakiya account also go ${ways[kind]} now`,
    name,
    heading: `Notifications also go ${ways[kind]} now`,
    paragraphs: [
      `Notifications about usage, payments, keys and your password are now sent to ${hint} as well.`,
      'If that was you, you need not do anything. If it was not, remove it under Settings, and change your password:',
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

/** Notice that Slack notifications were turned off, and what to do. */
export function slackTurnedOffEmail({ name, hint, reason, link }: TurnedOff): EmailContent {
  return {
    subject: 'Notifications to Slack are turned off',
    name,
    heading: 'Notifications to Slack are turned off',
    paragraphs: [
      `Your incoming webhook ${hint} refused a notification in a way that does not pass. ${reason}`,
      'The webhook, its channel or its workspace may have been removed. No more notifications are sent there; mails still arrive.',
    ],
    action: { label: 'Connect Slack again', href: link },
  };
}
