import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import type { ChannelKind } from '../contract.ts';

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
