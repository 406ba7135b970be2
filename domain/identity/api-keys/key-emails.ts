import {
  type AddressedEmail,
  type EmailContent,
  type EmailRenderer,
  type EmailRequest,
  emailGreetingName,
} from '#domain/notifications/email/contract.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { formatLongTime } from '#domain/shared/format.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';

type KeyFacts = {
  /** The user's name. */
  name: string;
  keyName: string;
  /** The API ID, `dk_…`. */
  keyId: string;
  /** The page where the key can be changed. */
  link: string;
};

type Created = KeyFacts & {
  createdAt: Date;
  /** The IP address of the request that created the key; null if unknown. */
  createdFrom: string | null;
};

type Rolled = KeyFacts & {
  rolledAt: Date;
  /** The IP address of the request that rolled the key; null if unknown. */
  rolledFrom: string | null;
  /** Until when the old secret works; null if it no longer works. */
  oldSecretEndsAt: Date | null;
};

type Leaked = KeyFacts & { leakReportedAt: Date };

/** The email about a new API key. It says how to turn the key off. */
function keyCreatedEmail({ name, keyName, keyId, createdAt, ...rest }: Created): EmailContent {
  return {
    subject: 'A new API key was created in your Dakiya account',
    name,
    heading: 'A new API key was created',
    paragraphs: [
      `The API key “${keyName}” (${keyId}) was created on ${formatLongTime(createdAt)}${fromAddress(rest.createdFrom)}. Programs that have it can send messages on your plan.`,
      'If you created it, you need not do anything. If you did not, turn it off or delete it under Manage API, and change your password:',
    ],
    action: { label: 'Manage API keys', href: rest.link },
  };
}

/** The email about a rolled API key. It says until when the old secret works. */
function keyRolledEmail({ name, keyName, keyId, ...rest }: Rolled): EmailContent {
  const { rolledAt, rolledFrom, oldSecretEndsAt } = rest;
  const old = oldSecretEndsAt
    ? `The old key keeps working until ${formatLongTime(oldSecretEndsAt)}.`
    : 'The old key no longer works.';
  return {
    subject: 'An API key of your Dakiya account was rolled',
    name,
    heading: 'An API key was rolled',
    paragraphs: [
      `The API key “${keyName}” (${keyId}) was replaced by a new one on ${formatLongTime(rolledAt)}${fromAddress(rolledFrom)}. ${old}`,
      'If you did it, you need not do anything but use the new key. If you did not, turn the key off or delete it under Manage API, and change your password:',
    ],
    action: { label: 'Manage API keys', href: rest.link },
  };
}

/** The email that says that an API key was turned off because its leak was reported, and what to do. */
function keyLeakedEmail({ name, keyName, keyId, ...rest }: Leaked): EmailContent {
  return {
    subject: 'We turned off an API key that has leaked',
    name,
    heading: 'An API key has leaked',
    paragraphs: [
      `On ${formatLongTime(rest.leakReportedAt)} someone who had found the API key “${keyName}” (${keyId}) reported it to us, and we turned it off. Programs that use it get 403 key_inactive.`,
      'Roll the key under Manage API: it gets a new value and is turned on again; the old value never works again. Find out where the old value was published, for example in a repository or a log. Check whether there are messages that you did not send, or webhook endpoints that you did not add:',
    ],
    action: { label: 'Manage API keys', href: rest.link },
  };
}

const fromAddress = (address: string | null) => (address ? `, from the address ${address}` : '');

/** Loads the email about a new key; null if the key has been deleted. */
export const loadKeyCreatedEmail: EmailRenderer = (request) =>
  loadKeyEmail(request, ({ createdAt, createdFrom }, about) =>
    keyCreatedEmail({ ...about, createdAt, createdFrom }),
  );

/** Loads the email about a rolled key; null if the key has been deleted. */
export const loadKeyRolledEmail: EmailRenderer = (request) =>
  loadKeyEmail(request, ({ rolledAt, rolledFrom, previousEndsAt }, about) => {
    const oldSecretEndsAt = previousEndsAt && previousEndsAt > clock.now() ? previousEndsAt : null;
    return rolledAt && keyRolledEmail({ ...about, rolledAt, rolledFrom, oldSecretEndsAt });
  });

/** Loads the email about a leaked key; null if the key has been deleted or rolled. */
export const loadKeyLeakedEmail: EmailRenderer = (request) =>
  loadKeyEmail(request, ({ offReason, leakReportedAt }, about) =>
    offReason === 'leak_reported' && leakReportedAt
      ? keyLeakedEmail({ ...about, leakReportedAt })
      : null,
  );

type Key = NonNullable<Awaited<ReturnType<typeof findKey>>>;
type About = { name: string; keyName: string; keyId: string; link: string };

async function loadKeyEmail(
  { about }: EmailRequest,
  write: (key: Key, about: About) => EmailContent | null,
): Promise<AddressedEmail | null> {
  const key = await findKey(about ?? '');
  if (!key) return null;
  const { user, keyId } = key;
  const content = write(key, {
    keyId,
    name: emailGreetingName(user),
    // An unconfirmed address may belong to another person, so the email does not show that person a name
    // that the user chose.
    keyName: user.emailConfirmedAt ? key.name.replace(/\s+/g, ' ') : 'API key',
    link: `${serverSettings.PUBLIC_URL}${dashboardPaths['manage-api']}`,
  });
  return content && { to: user.email, content };
}

const findKey = (id: string) =>
  prisma.credential.findUnique({
    where: { id },
    select: {
      ...{ name: true, keyId: true, offReason: true, createdAt: true, createdFrom: true },
      ...{ rolledAt: true, rolledFrom: true, previousEndsAt: true, leakReportedAt: true },
      user: true,
    },
  });
