import { expect, onTestFinished, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { grantSubscription } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { prisma } from '#platform/db.ts';
import { aUser } from '../support/account.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { signedIn } from '../support/signed-in.ts';

test('the questions about plans, and the form that cancels one, show the limits of the default plan', async () => {
  const where = { name: 'Free' };
  const { messageLimit, apiCallLimit } = await prisma.plan.findUniqueOrThrow({ where });
  await prisma.plan.update({ where, data: { messageLimit: 123_456, apiCallLimit: 77 } });
  onTestFinished(async () => {
    await prisma.plan.update({ where, data: { messageLimit, apiCallLimit } });
  });
  const [web, user] = await Promise.all([sharedWeb(), aUser()]);
  const expiresAt = new Date(Date.now() + 30 * 24 * 3_600_000);
  const { userId } = user;
  await grantSubscription({ userId, planName: 'Basic', startedAt: new Date(), expiresAt });
  const visitor = await signedIn(web.url, user);
  for (const path of [paths.plans, paths.cancelPlan]) {
    const { html } = await visitor.get(path);
    expect(html.replaceAll('<!-- -->', '')).toContain(
      'on Free, with 1,23,456 messages and 77 API calls a month',
    );
  }
});
