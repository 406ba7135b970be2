import { expect, test } from 'vitest';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { enqueueUsageEmails } from '#domain/billing/usage/usage-emails.ts';
import { defaultSettings } from '#domain/identity/settings/contract.browser.ts';
import { saveSettings } from '#domain/identity/settings/stored-settings.ts';
import { sendOtpInput, verifyOtpInput } from '#domain/messaging/otp/contract.ts';
import { sendOtp } from '#domain/messaging/otp/send-otp.ts';
import { verifyOtp } from '#domain/messaging/otp/verify-otp.ts';
import { renderWebhookData } from '#domain/messaging/webhook-data.ts';
import { maxPerHour } from '#domain/webhooks/contract.browser.ts';
import { type ListenerKey, maxListened } from '#domain/webhooks/listening/contract.browser.ts';
import {
  endFullListeners,
  findListener,
  listListened,
  purgeListenerEvents,
  sendSampleEvent,
  startListening,
  stopListening,
} from '#domain/webhooks/listening/manage-listener.ts';
import { prisma } from '#platform/db.ts';
import { until } from '../harness/until.ts';
import { aReceiver } from '../harness/webhook-receiver.ts';
import { anAccount, aUser } from '../support/account.ts';
import { insertListened } from '../support/listened-events.ts';
import { acceptTestMessage, recordTestAttempt, toCaller } from '../support/message-fixtures.ts';
import { codeOfRow } from '../support/otp-code.ts';
import { anEndpoint, startDispatcher } from '../support/webhooks.ts';

const keyOf = ({ userId }: { userId: string }, livemode = true): ListenerKey => ({
  userId,
  livemode,
});

const listen = (key: ListenerKey) => listListened(key, undefined, renderWebhookData);

const typesOf = async (key: ListenerKey) => (await listen(key)).map(({ type }) => type);

const rowsOf = (key: ListenerKey) => prisma.webhookListenerEvent.findMany({ where: key });

async function sendOne(caller: Awaited<ReturnType<typeof toCaller>>) {
  const message = await acceptTestMessage(caller, new Date());
  await recordTestAttempt(message, 'sent');
  return message;
}

test('a listening account sees the events that an endpoint without texts gets, and neither text nor number is stored', async () => {
  const caller = await toCaller(await anAccount());
  const key = keyOf(caller);
  const receiver = await aReceiver();
  const endpoint = await anEndpoint(caller.userId, receiver.url, { includes_text: false });
  const dispatcher = await startDispatcher();
  await startListening(key);
  const message = await sendOne(caller);
  dispatcher.wake(endpoint, caller);
  await until('it is posted', () => receiver.received.length === 1);
  const [seen, ...others] = await listen(key);
  expect(others).toEqual([]);
  expect(seen).toMatchObject({ type: 'message.sent', subject: message.id });
  expect(seen?.body).toBe(receiver.received[0]?.body);
  expect(seen?.body).toContain(message.recipient);
  const stored = JSON.stringify(await rowsOf(key));
  expect(stored).not.toContain(message.recipient.slice(3));
  expect(stored).not.toContain(message.content ?? '-');
});

test('an account without an endpoint can listen to events of one-time passwords', async () => {
  const caller = await toCaller(await anAccount());
  const key = keyOf(caller);
  await startListening(key);
  const recipient = '9822277777';
  const { data } = await sendOtp(caller, sendOtpInput.parse({ recipient }), '127.0.0.1');
  const code = codeOfRow(await prisma.otp.findUniqueOrThrow({ where: { id: data.otpId } }));
  await verifyOtp(caller, verifyOtpInput.parse({ recipient, otp: code }));
  const events = await listen(key);
  expect(events.map(({ type }) => type)).toEqual(['otp.verified', 'otp.sent']);
  for (const { subject, body } of events) {
    expect(subject).toBe(data.otpId);
    expect(body).not.toContain(`"${code}"`);
  }
  expect(await prisma.webhookEvent.count({ where: { userId: caller.userId } })).toBe(0);
});

test('events are not written before the start, after a stop, in the other mode or for another account', async () => {
  const caller = await toCaller(await anAccount());
  const stranger = await anAccount();
  await startListening(keyOf(caller, false));
  await startListening(keyOf(stranger));
  await sendOne(caller);
  await startListening(keyOf(caller));
  expect(await listen(keyOf(caller))).toEqual([]);
  await sendOne(caller);
  expect(await typesOf(keyOf(caller))).toEqual(['message.sent']);
  await stopListening(keyOf(caller));
  await sendOne(caller);
  expect(await typesOf(keyOf(caller))).toEqual(['message.sent']);
  expect(await findListener(keyOf(caller))).toMatchObject({ isOpen: false, isFull: false });
  await prisma.webhookListener.updateMany({
    where: keyOf(stranger),
    data: { endsAt: new Date(0) },
  });
  await sendOne(await toCaller(stranger));
  for (const key of [keyOf(caller, false), keyOf(stranger)]) expect(await rowsOf(key)).toEqual([]);
});

test('starting to listen again deletes the earlier events', async () => {
  const caller = await toCaller(await anAccount());
  await startListening(keyOf(caller));
  await sendOne(caller);
  await startListening(keyOf(caller));
  expect(await rowsOf(keyOf(caller))).toEqual([]);
  expect(await findListener(keyOf(caller))).toMatchObject({ isOpen: true });
});

test('only live listeners see an event about the account, and an endpoint that is added later gets the event too', async () => {
  const user = await aUser();
  const { userId } = user;
  await saveSettings(userId, { ...defaultSettings, email: false, criticalAlerts: false });
  await startListening(keyOf(user));
  await startListening(keyOf(user, false));
  const { id } = await getCurrentUsagePeriod(userId);
  await prisma.usagePeriod.update({ where: { id }, data: { messagesUsed: 40 } });
  await enqueueUsageEmails();
  expect(await listen(keyOf(user))).toEqual([]);
  await anEndpoint(userId, 'https://hooks.example/');
  await enqueueUsageEmails();
  expect(await prisma.webhookEvent.count({ where: { userId } })).toBe(1);
  const [event, ...others] = await listen(keyOf(user));
  expect(others).toEqual([]);
  expect(JSON.parse(event?.body ?? '')).toMatchObject({
    ...{ type: 'balance.low', livemode: true, data: { percent: 80, messagesUsed: 40 } },
  });
  expect(await rowsOf(keyOf(user, false))).toEqual([]);
});

test('a sample event is marked as a sample, is posted to no endpoint, and is not written without a listener', async () => {
  const user = await aUser();
  await anEndpoint(user.userId, 'https://hooks.example/');
  for (const livemode of [true, false]) {
    const key = keyOf(user, livemode);
    expect(await sendSampleEvent(key, 'ping', {})).toBe(false);
    await startListening(key);
    expect(await sendSampleEvent(key, 'message.failed', { _id: 'msg_1' })).toBe(true);
    const [event] = await listen(key);
    expect(JSON.parse(event?.body ?? '')).toEqual({
      ...{ type: 'message.failed', timestamp: event?.timestamp, livemode: false },
      data: { _id: 'msg_1' },
    });
  }
  expect(await prisma.webhookEvent.count({ where: { userId: user.userId } })).toBe(0);
});

test('an event of a deleted message has no body, and the other events are shown as usual', async () => {
  const user = await aUser();
  await startListening(keyOf(user));
  await sendSampleEvent(keyOf(user), 'ping', {});
  await insertListened(keyOf(user), 1, { type: 'message.sent', subjectId: 'msg_gone', data: null });
  const bodies = (await listen(keyOf(user))).map(({ type, body }) => [type, body !== null]);
  expect(bodies.toSorted()).toEqual([
    ['message.sent', false],
    ['ping', true],
  ]);
});

test('listening ends after 1,000 events, and an ended listener is deleted after an hour', async () => {
  const caller = await toCaller(await anAccount());
  const quiet = await anAccount();
  const [full, other] = [keyOf(caller), keyOf(quiet)];
  await startListening(full);
  await startListening(other);
  await insertListened(full, maxListened - 1);
  await insertListened(other, 3);
  expect(await endFullListeners()).toBe(0);
  await sendOne(caller);
  expect(await endFullListeners()).toBe(1);
  await sendOne(caller);
  expect(await rowsOf(full)).toHaveLength(maxListened);
  expect(await findListener(full)).toMatchObject({ isOpen: false, isFull: true });
  expect(await findListener(other)).toMatchObject({ isOpen: true });

  expect(await purgeListenerEvents()).toBe(0);
  const endsAt = new Date(Date.now() - 3_700_000);
  await prisma.webhookListener.updateMany({ where: full, data: { endsAt } });
  expect(await purgeListenerEvents()).toBe(maxListened);
  expect(await findListener(full)).toBeNull();
  expect(await rowsOf(other)).toHaveLength(3);
});

test('starting to listen has an hourly limit per account', async () => {
  const { userId } = await aUser();
  const starts = Array.from({ length: maxPerHour.listens }, (_, i) =>
    startListening({ userId, livemode: i % 2 === 0 }),
  );
  await Promise.all(starts);
  await expect(startListening({ userId, livemode: true })).rejects.toMatchObject({
    code: 'rate_limited',
  });
});
