import { expect, onTestFinished, test } from 'vitest';
import { messageSettings } from '#domain/messaging/messages/accept-messages.ts';
import { releaseDue } from '#domain/messaging/scheduling/release-due.ts';
import { prisma, query } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';

// No worker runs here, so only this process moves messages to the queue.
const web = await sharedWeb();

test('a scheduled message is valid for MESSAGE_VALIDITY_HOURS from its due time, even if the setting is a fraction of an hour', async () => {
  const { MESSAGE_VALIDITY_HOURS } = messageSettings;
  onTestFinished(() => void Object.assign(messageSettings, { MESSAGE_VALIDITY_HOURS }));
  Object.assign(messageSettings, { MESSAGE_VALIDITY_HOURS: 1.5 });
  const account = await anAccount();
  const { body } = await client(web.url, account).post('/messages/send-message', {
    ...{ recipient: '9876543210', message: 'Hello' },
    send_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const hasten = 'UPDATE scheduled_messages SET due_at = now() WHERE user_id = $1';
  await query('let-come', hasten, [account.userId]);
  await releaseDue();
  const { createdAt, validUntil } = await prisma.message.findUniqueOrThrow({
    where: { id: body.data._id },
  });
  expect(validUntil.getTime() - createdAt.getTime()).toBe(1.5 * 3_600_000);
});
