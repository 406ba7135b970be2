import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/email-content.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { hostOf } from '../sending/host-of.ts';
import { webhookDisabledEmail, webhookFailingEmail } from './webhook-emails.ts';

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

/** Null if the endpoint works again, or is deleted. */
export async function loadWebhookFailingEmail(
  request: EmailRequest,
): Promise<AddressedEmail | null> {
  const found = await load(request);
  if (!found || found.failures === 0 || found.reason) return null;
  return { to: found.to, content: webhookFailingEmail(found.said) };
}

/** Null if the endpoint is on again, or deleted. */
export async function loadWebhookDisabledEmail(
  request: EmailRequest,
): Promise<AddressedEmail | null> {
  const found = await load(request);
  if (!found) return null;
  const { to, said, reason } = found;
  // That an account was recovered is the subject of other emails.
  if (reason === null || reason === 'account_recovered') return null;
  return { to, content: webhookDisabledEmail({ ...said, reason }) };
}
