import { expect, test } from 'vitest';
import { getUser } from '#domain/billing/get-user.ts';
import { grantSubscription } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { resendConfirmationEmail } from '#domain/identity/accounts/confirm-email.ts';
import { updateUser } from '#domain/identity/accounts/update-user.ts';
import { prisma } from '#platform/db.ts';
import { aUser, ownProgram } from '../support/account.ts';

const day = 24 * 3_600_000;
/** A user who has just signed in. */
const recent = (userId: string) => ({ userId, authenticatedAt: new Date() });
const emailCount = (email: string) => prisma.email.count({ where: { kind: 'welcome', email } });

test('a user without a subscription is on the Free plan, which has no end and cannot be cancelled', async () => {
  const { userId } = await aUser();
  const user = await getUser(userId);
  expect(user).toMatchObject({ messageCount: 0, monthlyMessageLimit: 50, role: 'user' });
  expect(user.plan.status).toBe('active');
  expect(user.plan.plans).toMatchObject([
    {
      name: 'Free',
      status: 'active',
      expiryDate: null,
      nextBillingDate: null,
      canCancel: false,
      planId: { name: 'Free', price: '₹0', apiCalls: 100, monthlylimit: 50 },
    },
  ]);
});

test('a subscriber sees the plan and its end date, and a cancelled plan has no next billing date', async () => {
  const { userId } = await aUser();
  const expiresAt = new Date(Date.now() + 20 * day);
  await grantSubscription({ userId, planName: 'Pro', startedAt: new Date(), expiresAt });
  const ends = expiresAt.toISOString();
  const entry = async () => (await getUser(userId)).plan.plans[0];
  expect(await entry()).toMatchObject({
    name: 'Pro',
    expiryDate: ends,
    nextBillingDate: ends,
    canCancel: true,
    planId: { price: '₹999', features: [{ text: '10,000 messages a month' }, {}, {}] },
  });
  await prisma.subscription.updateMany({
    where: { userId },
    data: { status: 'pending_cancellation' },
  });
  expect(await entry()).toMatchObject({
    status: 'pending_cancellation',
    expiryDate: ends,
    nextBillingDate: null,
    canCancel: false,
  });
});

test('changing the name, or changing only the case of the address, leaves the address confirmed', async () => {
  const { userId, email } = await aUser();
  const changes = { name: '<b>Ravi</b>', email: email.toUpperCase() };
  await updateUser(recent(userId), changes, ownProgram);
  expect(await getUser(userId)).toMatchObject({ ...changes, emailConfirmed: true });
  await updateUser(recent(userId), {}, ownProgram);
  expect(await getUser(userId)).toMatchObject(changes);
  expect(await emailCount(email.toUpperCase())).toBe(0);
});

test('a user can trigger at most five confirmation emails an hour', async () => {
  const { userId, email, password } = await aUser({ confirmed: false });
  const changeTo = (to: string) => updateUser(recent(userId), { email: to, password }, ownProgram);
  for (let i = 0; i < 4; i++) await resendConfirmationEmail(userId, ownProgram);
  await changeTo(`fifth-${email}`);
  const limited = { code: 'rate_limited', retryAfterSeconds: expect.any(Number) };
  await expect(resendConfirmationEmail(userId, ownProgram)).rejects.toMatchObject(limited);
  await expect(changeTo(`sixth-${email}`)).rejects.toMatchObject(limited);
  await updateUser(recent(userId), { name: 'Still' }, ownProgram);
  expect((await getUser(userId)).pendingEmail).toBe(`fifth-${email}`);
});

test('a confirmed address gets no further confirmation email', async () => {
  const { userId, email } = await aUser();
  await resendConfirmationEmail(userId, ownProgram);
  expect(await emailCount(email)).toBe(0);
});

test('an unknown user is not found', async () => {
  const gone = { code: 'not_found' };
  await expect(getUser('usr_none')).rejects.toMatchObject(gone);
  await expect(updateUser(recent('usr_none'), { name: 'x' }, ownProgram)).rejects.toMatchObject(
    gone,
  );
  await expect(resendConfirmationEmail('usr_none', ownProgram)).rejects.toMatchObject(gone);
});
