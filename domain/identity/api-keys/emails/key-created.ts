import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';

type Created = {
  /** The user's name. */
  name: string;
  keyName: string;
  /** The API ID, `dk_…`. */
  keyId: string;
  createdAt: Date;
  /** The address of the request that created it, or null if unknown. */
  createdFrom: string | null;
  /** The page where it can be turned off. */
  link: string;
};

const time = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'Asia/Kolkata',
});

/** Notice that an API key was created, and how to turn it off. */
export function keyCreatedEmail({
  name,
  keyName,
  keyId,
  createdAt,
  ...rest
}: Created): EmailContent {
  const from = rest.createdFrom ? `, from the address ${rest.createdFrom}` : '';
  return {
    subject: 'A new API key was created in your Dakiya account',
    name,
    heading: 'A new API key was created',
    paragraphs: [
      `The API key “${keyName}” (${keyId}) was created on ${time.format(createdAt)} (India time)${from}. Programs that have it can send messages on your plan.`,
      'If you created it, you need not do anything. If you did not, turn it off or delete it under Manage API, and change your password:',
    ],
    action: { label: 'Manage API keys', href: rest.link },
  };
}
