import {
  type AddressedEmail,
  type EmailContent,
  type EmailRenderer,
  type EmailRequest,
  emailGreetingName,
} from '#domain/notifications/email/contract.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { formatLongTime } from '#domain/shared/format.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { hostOf } from './endpoint-contract.browser.ts';

async function load({ about }: EmailRequest) {
  const endpoint = await prisma.webhookEndpoint.findUnique({
    where: { id: about ?? '' },
    include: { user: true },
  });
  if (!endpoint) return null;
  const { user, url, failure, failures, disabledReason } = endpoint;
  return {
    ...{ to: user.email, failures, reason: disabledReason },
    said: {
      name: emailGreetingName(user),
      host: hostOf(url),
      failure: failure ?? '',
      link: `${serverSettings.PUBLIC_URL}${dashboardPaths.webhooks}/${endpoint.id}`,
    },
  };
}

type Failing = {
  /** The user's name. */
  name: string;
  /** The host of the endpoint. The rest of its address is left out, because it may be secret. */
  host: string;
  /** Why the last attempt failed, as a sentence. */
  failure: string;
  /** Page of the endpoint. */
  link: string;
};

/**
 * Renders the email that says that an endpoint is failing. It is sent early enough to repair the endpoint before it is
 * turned off.
 */
function webhookFailingEmail({ name, host, failure, link }: Failing): EmailContent {
  return {
    subject: `Your webhook endpoint at ${host} is failing`,
    name,
    heading: 'Your webhook endpoint is failing',
    paragraphs: [
      `The last attempts to post events to ${host} failed. ${failure}`,
      'We retry each event for 28 hours. If every attempt fails for five days, we turn the endpoint off.',
    ],
    action: { label: 'See the attempts', href: link },
  };
}

type Disabled = Failing & { reason: 'gone' | 'failing' };

/** Renders the email that says that an endpoint was turned off, and how to get the missed events. */
function webhookDisabledEmail(disabled: Disabled): EmailContent {
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
      'We post no more events there. Once you have turned it on again, you can have failed events posted again.',
    ],
    action: { label: 'Open the endpoint', href: link },
  };
}

/** Loads the email about a failing endpoint; null if the endpoint works again or is deleted. */
export async function loadWebhookFailingEmail(
  request: EmailRequest,
): Promise<AddressedEmail | null> {
  const found = await load(request);
  if (!found || found.failures === 0 || found.reason) return null;
  return { to: found.to, content: webhookFailingEmail(found.said) };
}

/** Loads the email about an endpoint that was turned off; null if the endpoint is on again or deleted. */
export async function loadWebhookDisabledEmail(
  request: EmailRequest,
): Promise<AddressedEmail | null> {
  const found = await load(request);
  if (!found) return null;
  const { to, said, reason } = found;
  // After an account recovery, another email already reports the disabled endpoint.
  if (reason === null || reason === 'account_recovered') return null;
  return { to, content: webhookDisabledEmail({ ...said, reason }) };
}

type Change = {
  /** The user's name. */
  name: string;
  /** The host of the endpoint. The rest of its address is left out, because it may be secret. */
  host: string;
  includesText: boolean;
  at: Date;
  /** The API ID of the key that made the change; null if a signed-in person made it. */
  keyId: string | null;
  /** The client address of the request; null if unknown. */
  from: string | null;
  /** The page where the endpoint can be deleted. */
  link: string;
};

/** Renders the email that says that an endpoint was created, and how to delete it. */
const webhookCreatedEmail = (change: Change): EmailContent =>
  write(change, {
    subject: 'A webhook endpoint was added to your Dakiya account',
    heading: 'A webhook endpoint was added',
    verb: 'added',
  });

/** Renders the email that says that an endpoint has a new address or now gets texts of messages, and how to delete it. */
const webhookChangedEmail = (change: Change): EmailContent =>
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

/**
 * Creates a function that loads an email about the current state of an endpoint; it returns null if the endpoint is deleted.
 */
const loader =
  (write: typeof webhookCreatedEmail): EmailRenderer =>
  async ({ about, createdAt }) => {
    const endpoint = await prisma.webhookEndpoint.findUnique({
      where: { id: about ?? '' },
      include: { user: true },
    });
    if (!endpoint) return null;
    const { id, url, includesText, setBy, setFrom, user } = endpoint;
    const content = write({
      ...{ name: emailGreetingName(user), host: hostOf(url), includesText },
      ...{ at: createdAt, keyId: setBy, from: setFrom },
      link: `${serverSettings.PUBLIC_URL}${dashboardPaths.webhooks}/${id}/edit`,
    });
    return { to: user.email, content };
  };

export const loadWebhookCreatedEmail = loader(webhookCreatedEmail);

export const loadWebhookChangedEmail = loader(webhookChangedEmail);
