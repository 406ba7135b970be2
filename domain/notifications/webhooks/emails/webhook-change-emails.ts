import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import { formatLongTime } from '#domain/shared/days-in-india.browser.ts';

type Change = {
  /** The user's name. */
  name: string;
  /** The host of the endpoint: the rest of its address may be secret. */
  host: string;
  includesText: boolean;
  at: Date;
  /** The API ID that was used, or null for a person who was signed in. */
  keyId: string | null;
  /** The address of the request, or null if unknown. */
  from: string | null;
  /** The page where the endpoint can be deleted. */
  link: string;
};

/** Notice that an endpoint was created, and how to delete it. */
export const webhookCreatedEmail = (change: Change): EmailContent =>
  write(change, {
    subject: 'A webhook endpoint was added to your Dakiya account',
    heading: 'A webhook endpoint was added',
    verb: 'added',
  });

/** Notice that an endpoint has another address, or gets the texts of messages now, and how to delete it. */
export const webhookChangedEmail = (change: Change): EmailContent =>
  write(change, {
    subject: 'A webhook endpoint of your Dakiya account was changed',
    heading: 'A webhook endpoint was changed',
    verb: 'changed',
  });

type Words = { subject: string; heading: string; verb: string };

function write(change: Change, { subject, heading, verb }: Words): EmailContent {
  const { name, host, includesText, at, keyId, from, link } = change;
  const author = keyId
    ? `a program with the API ID ${keyId}`
    : 'a person who was signed in to your account';
  const address = from ? `, from the address ${from}` : '';
  const gets = includesText ? 'the numbers and texts of messages' : 'numbers, but no texts';
  const remedy = keyId
    ? 'delete the endpoint, and roll or delete that API key under Manage API:'
    : 'delete the endpoint, and change your password:';
  return {
    subject,
    name,
    heading,
    paragraphs: [
      `On ${formatLongTime(at)} ${author} ${verb} the webhook endpoint at ${host}${address}. Events of your account are posted there, with ${gets}.`,
      `If that was you or a program of yours, you need not do anything. If it was not, ${remedy}`,
    ],
    action: { label: 'Open the endpoint', href: link },
  };
}
