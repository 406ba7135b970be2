import type { EmailRenderer } from '#domain/notifications/email/contract.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/email-content.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { hostOf } from '../sending/host-of.ts';
import { webhookChangedEmail, webhookCreatedEmail } from './webhook-change-emails.ts';

/** Loads an email about an endpoint as it is now; null if it is deleted already. */
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
