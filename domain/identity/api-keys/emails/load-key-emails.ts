import type {
  AddressedEmail,
  EmailRenderer,
  EmailRequest,
} from '#domain/notifications/email/contract.ts';
import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/email-content.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { keyCreatedEmail, keyLeakedEmail, keyRolledEmail } from './key-emails.ts';

/** Null if the key is deleted already. */
export const loadKeyCreatedEmail: EmailRenderer = (request) =>
  loadKeyEmail(request, ({ createdAt, createdFrom }, about) =>
    keyCreatedEmail({ ...about, createdAt, createdFrom }),
  );

/** Null if the key is deleted already. */
export const loadKeyRolledEmail: EmailRenderer = (request) =>
  loadKeyEmail(request, ({ rolledAt, rolledFrom, previousEndsAt }, about) => {
    const oldSecretEndsAt = previousEndsAt && previousEndsAt > clock.now() ? previousEndsAt : null;
    return rolledAt && keyRolledEmail({ ...about, rolledAt, rolledFrom, oldSecretEndsAt });
  });

/** Null if the key is deleted already, or rolled. */
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
    // An unconfirmed address may belong to another person, who must not see a name that the user chose.
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
