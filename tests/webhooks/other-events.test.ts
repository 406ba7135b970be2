import { expect, test } from 'vitest';
import { expireSubscriptions } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { createPaidPeriod } from '#domain/billing/subscriptions/paid-periods.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { enqueueUsageEmails } from '#domain/billing/usage/usage-emails.ts';
import { markSuspects } from '#domain/delivery/drift/record-drift.ts';
import { defaultSettings } from '#domain/identity/settings/contract.browser.ts';
import { saveSettings } from '#domain/identity/settings/stored-settings.ts';
import {
  otpWithAttemptsOutput,
  sendOtpInput,
  verifyOtpInput,
} from '#domain/messaging/otp/contract.ts';
import { getOtp } from '#domain/messaging/otp/get-otp.ts';
import { expireOtps } from '#domain/messaging/otp/otp-retention.ts';
import { sendOtp } from '#domain/messaging/otp/send-otp.ts';
import { verifyOtp } from '#domain/messaging/otp/verify-otp.ts';
import { eventData } from '#domain/messaging/webhook-data.ts';
import type { EventType } from '#domain/webhooks/contract.browser.ts';
import { prisma, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { until } from '../harness/until.ts';
import { aReceiver } from '../harness/webhook-receiver.ts';
import { anAccount, aUser } from '../support/account.ts';
import { anOwner, owned } from '../support/dlt-owner.ts';
import { toCaller } from '../support/message-fixtures.ts';
import { codeOfRow } from '../support/otp-code.ts';
import { anEndpoint, startDispatcher } from '../support/webhooks.ts';

async function eventsOf(endpointId: string) {
  const orderBy = [{ at: 'asc' as const }, { id: 'asc' as const }];
  const events = await prisma.webhookEvent.findMany({ where: { endpointId }, orderBy });
  for (const { type, data } of events) {
    if (data !== null) eventData[type as EventType].strict().parse(data);
  }
  return events;
}

const typesOf = async (endpointId: string) => (await eventsOf(endpointId)).map(({ type }) => type);

let numbers = 0;

async function aCode() {
  const caller = await toCaller(await anAccount());
  numbers += 1;
  const recipient = String(9_822_200_000 + numbers);
  const { data } = await sendOtp(caller, sendOtpInput.parse({ recipient }), '127.0.0.1');
  const row = await prisma.otp.findUniqueOrThrow({ where: { id: data.otpId } });
  const verify = (otp: string) => verifyOtp(caller, verifyOtpInput.parse({ recipient, otp }));
  return { caller, recipient, id: data.otpId, code: codeOfRow(row), verify };
}

test('sending and verifying a code posts the body of GET /otps/{id}, and never the code', async () => {
  const caller = await toCaller(await anAccount());
  const receiver = await aReceiver();
  const types = ['otp.sent', 'otp.verified', 'otp.expired', 'otp.exhausted'] as const;
  const endpoint = await anEndpoint(caller.userId, receiver.url, { types: [...types] });
  const dispatcher = await startDispatcher();
  const recipient = '9822299999';
  const { data } = await sendOtp(caller, sendOtpInput.parse({ recipient }), '127.0.0.1');
  const whenSent = await getOtp(caller.userId, data.otpId);
  const code = codeOfRow(await prisma.otp.findUniqueOrThrow({ where: { id: data.otpId } }));
  await verifyOtp(caller, verifyOtpInput.parse({ recipient, otp: code }));
  dispatcher.wake(endpoint, caller);
  await until('both are posted', () => receiver.received.length === 2);
  const byType = new Map(receiver.received.map(({ payload }) => [payload.type, payload.data]));
  expect(byType.get('otp.sent')).toEqual(whenSent);
  expect(byType.get('otp.verified')).toEqual({ ...whenSent, status: 'verified' });
  for (const { payload, body } of receiver.received) {
    otpWithAttemptsOutput.strict().parse(payload.data);
    expect(body).not.toContain(code);
  }
});

test('an expired code posts `otp.expired`, and too many wrong attempts post `otp.exhausted`', async () => {
  const late = await aCode();
  const { _id: ofLate } = await anEndpoint(late.caller.userId, 'https://hooks.example/');
  await prisma.otp.update({ where: { id: late.id }, data: { expiresAt: new Date(0) } });
  await expireOtps(late.id);
  await expireOtps(late.id);
  expect(await typesOf(ofLate)).toEqual(['otp.expired']);

  const wrong = await aCode();
  const { _id: ofWrong } = await anEndpoint(wrong.caller.userId, 'https://hooks.example/');
  const other = wrong.code === '000000' ? '000001' : '000000';
  for (let i = 0; i < 5; i += 1) await expect(wrong.verify(other)).rejects.toThrow();
  await expect(wrong.verify(other)).rejects.toThrow();
  expect(await typesOf(ofWrong)).toEqual(['otp.exhausted']);
});

test('reaching 80 % and 100 % of a month’s messages posts one event each, even if usage emails are off', async () => {
  const { userId, email } = await aUser();
  await saveSettings(userId, { ...defaultSettings, email: false, criticalAlerts: false });
  const { _id } = await anEndpoint(userId, 'https://hooks.example/', { types: ['balance.low'] });
  const { id } = await getCurrentUsagePeriod(userId);
  for (const messagesUsed of [40, 50]) {
    await prisma.usagePeriod.update({ where: { id }, data: { messagesUsed } });
    await enqueueUsageEmails();
    await enqueueUsageEmails();
  }
  expect((await eventsOf(_id)).map(({ data }) => data)).toMatchObject([
    { percent: 80, messagesUsed: 40, messageLimit: 50, resetsAt: expect.any(String) },
    { percent: 100, messagesUsed: 50 },
  ]);
  const about = await prisma.email.findMany({ where: { email } });
  expect(about.map(({ kind }) => kind)).toEqual(['webhook_created']);
});

test('the start and the end of a plan each post an event', async () => {
  const { userId } = await aUser();
  const { _id } = await anEndpoint(userId, 'https://hooks.example/', { types: ['plan.changed'] });
  const plan = await prisma.plan.findFirstOrThrow({ where: { name: 'Pro' } });
  const orderId = newId('ord');
  await prisma.order.create({
    data: {
      id: orderId,
      userId,
      planId: plan.id,
      amountPaise: plan.pricePaise,
      createdAt: new Date(),
      paidAt: new Date(),
      status: 'completed',
      paymentId: `pay_${orderId}`,
      providerOrderId: `order_${orderId}`,
    },
  });
  const paid = {
    userId,
    planId: plan.id,
    orderId,
    amountPaise: plan.pricePaise,
    paidAt: new Date(),
  };
  await transaction((tx) => createPaidPeriod(paid, tx));
  await prisma.subscription.updateMany({
    where: { userId },
    data: { startedAt: new Date(0), expiresAt: new Date(1) },
  });
  await expireSubscriptions();
  expect((await eventsOf(_id)).map(({ data }) => data)).toMatchObject([
    { subscription: { plan: 'Pro', planId: plan.id, status: 'active' } },
    { subscription: null },
  ]);
});

test('an operator’s rejection that turns a header off posts an event', async () => {
  const { userId } = await anOwner();
  const { _id } = await anEndpoint(userId, 'https://hooks.example/');
  const drift = {
    ...{
      userId,
      header: owned.header,
      templateId: owned.templateId,
      verdict: 'dlt_header_blacklisted',
    },
    ...{ carrier: 'first', errorCode: '620', rejections: 1 },
  } as Parameters<typeof markSuspects>[0][number];
  await markSuspects([drift]);
  await markSuspects([drift]);
  expect(await eventsOf(_id)).toMatchObject([
    { type: 'sender.suspect', data: { what: 'header', name: owned.header, status: 'blacklisted' } },
  ]);
});
