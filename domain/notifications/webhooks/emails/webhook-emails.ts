import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';

type Failing = {
  /** The user's name. */
  name: string;
  /** The host of the endpoint: the rest of its address may be secret. */
  host: string;
  /** Why the last attempt failed, as a sentence. */
  failure: string;
  /** Page of the endpoint. */
  link: string;
};

/** Notice that nothing reaches an endpoint, while there is time to mend it. */
export function webhookFailingEmail({ name, host, failure, link }: Failing): EmailContent {
  return {
    subject: `Your webhook endpoint at ${host} is failing`,
    name,
    heading: 'Your webhook endpoint is failing',
    paragraphs: [
      `The last attempts to post events to ${host} failed. ${failure}`,
      'We continue trying, each event for 28 hours. An endpoint that only fails for five days is turned off.',
    ],
    action: { label: 'See the attempts', href: link },
  };
}

type Disabled = Failing & { reason: 'gone' | 'failing' };

/** Notice that an endpoint was turned off, and how to get the events that it missed. */
export function webhookDisabledEmail(disabled: Disabled): EmailContent {
  const { name, host, failure, link, reason } = disabled;
  const why =
    reason === 'gone'
      ? `Your server at ${host} answered 410 Gone, which means that it accepts no more events.`
      : `Every attempt of the last five days to post events to ${host} failed. ${failure}`;
  return {
    subject: `Your webhook endpoint at ${host} is turned off`,
    name,
    heading: 'Your webhook endpoint is turned off',
    paragraphs: [
      why,
      'No more events are posted there. Once you have turned it on again, you can have failed events posted again.',
    ],
    action: { label: 'Open the endpoint', href: link },
  };
}
