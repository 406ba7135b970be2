import { expect, test } from 'vitest';
import { createAdmission, createTokenBucket, createWindow } from './admission.ts';
import { aSubmit } from './carrier.test-support.ts';
import { createSlot } from './open-carrier.ts';

test('a carrier’s slot refuses to submit a test message', async () => {
  const admission = createAdmission(createWindow(10, 0), createTokenBucket(100));
  admission.open();
  const sent: string[] = [];
  const slot = createSlot({
    ...{ carrier: 'first', takesWhole: false, lane: 'messages', admission },
    send: async ({ recipient }) => {
      sent.push(recipient);
      return { kind: 'accepted', carrierMessageId: '1' };
    },
  });
  await admission.enter('messages');
  await expect(slot.submit(aSubmit({ livemode: false }))).rejects.toThrow(/test message/);
  expect(sent).toEqual([]);
  expect(await slot.submit(aSubmit())).toMatchObject({ kind: 'accepted' });
});
