import { expect, test } from 'vitest';
import { magicNumbers } from '#domain/messaging/recipients/magic-numbers.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { startWorker } from '../support/programs.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { stopAfterFile } from '../support/stop-after-file.ts';
import { aTestKeyOf } from '../support/test-key.ts';
import { until } from '../support/until.ts';

const [web] = await Promise.all([sharedWeb(), stopAfterFile(startWorker({ CARRIERS: '[]' }))]);

const aTester = async () => client(web.url, await aTestKeyOf(await anAccount()));

/** The messages to each of the magic numbers, sent at once: some take 20 seconds. */
const tester = await aTester();
const sent = new Map(
  await Promise.all(
    Array.from({ length: 11 }, async (_, i): Promise<[string, string]> => {
      const digits = String(i).padStart(2, '0');
      const { body } = await tester.send(`99999000${digits}`, 'Hello');
      return [digits, body.data._id];
    }),
  ),
);

/** Waits for the message to a magic number to come to a state. @returns it with its timeline */
const reach = (digits: string, status: string) =>
  until(
    `${digits} is ${status}`,
    async () => {
      const { data } = (await tester.get(`/messages/${sent.get(digits)}`)).body;
      return data.status === status && data;
    },
    40_000,
  );

const events = (message: { timeline: { event: string; status: string | null }[] }) =>
  message.timeline.map(({ event, status }) => (status ? `${event} ${status}` : event));

test.each([
  ['00', 'delivered', ['queued', 'submitted', 'receipt DELIVRD']],
  ['01', 'delivered', ['queued', 'submitted', 'receipt DELIVRD']],
  ['02', 'undelivered', ['queued', 'submitted', 'receipt UNDELIV']],
  ['03', 'failed', ['queued', 'refused 0x0000000B']],
  ['05', 'delivered', ['queued', 'unanswered', 'receipt DELIVRD']],
  ['06', 'delivered', ['queued', 'receipt DELIVRD', 'submitted']],
  ['08', 'unknown', ['queued', 'unanswered']],
  ['09', 'delivered', ['queued', 'unanswered', 'submitted', 'receipt DELIVRD']],
  ['10', 'sent', ['queued', 'submitted']],
])('a message to …%s becomes %s', async (digits, status, timeline) => {
  const message = await reach(digits, status);
  // Of the receipt before the response either may be written first.
  expect(digits === '06' ? events(message).toSorted() : events(message)).toEqual(
    digits === '06' ? timeline.toSorted() : timeline,
  );
  expect(message).toMatchObject({ livemode: false, status });
});

test('a message to …04 is rejected three times, then delivered', async () => {
  const message = await reach('04', 'delivered');
  const throttled = 'refused 0x00000058';
  expect(events(message)).toEqual([
    ...['queued', throttled, throttled, throttled, 'submitted', 'receipt DELIVRD'],
  ]);
});

test('a message to …07 gets its receipt twice', async () => {
  const { _id } = await reach('07', 'delivered');
  await until('both are in the timeline', async () => {
    const { data } = (await tester.get(`/messages/${_id}`)).body;
    return events(data).filter((event) => event === 'receipt DELIVRD').length === 2;
  });
});

const refusals = magicNumbers.filter(({ refusal }) => refusal);

test.each(refusals)(
  'a call to $recipient fails with $refusal, alone and in a batch',
  async ({ recipient, refusal }) => {
    const call = await aTester();
    const { status, body } = await call.send(recipient, 'Hello');
    expect(body.error.code).toBe(refusal);
    expect(status).toBeGreaterThanOrEqual(400);
    const messages = [recipient, '9999900000'].map((one) => ({ recipient: one, message: 'Hello' }));
    const batch = await call.post('/messages/batch', { messages });
    expect(batch.body.data).toMatchObject([
      { status: 'error', error: { code: refusal } },
      { status: 'success' },
    ]);
    const code = await call.post('/messages/send-otp', { recipient });
    // Codes are sent to suppressed numbers, too.
    const ofCode = refusal === 'recipient_suppressed' ? undefined : refusal;
    expect(code.body.error?.code).toBe(ofCode);
  },
);
