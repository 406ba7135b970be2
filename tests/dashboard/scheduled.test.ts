import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { client } from '../support/client.ts';
import { aMember } from '../support/member.ts';
import { invalidHtml } from '../support/parsed-page.ts';

const web = await sharedWeb();
const hourMs = 3_600_000;

/** A member whose program has scheduled a message. */
async function aScheduler() {
  const member = await aMember(web.url);
  const key = await createKey({ userId: member.userId, name: 'Shop' });
  const at = new Date(Math.ceil(Date.now() / hourMs + 30) * hourMs);
  const { body } = await client(web.url, { ...key, userId: member.userId }).post(
    '/messages/send-message',
    { recipient: '9876543210', message: 'Order 17', send_at: at.toISOString() },
  );
  const id: string = body.data._id;
  const row = () => prisma.scheduledMessage.findUniqueOrThrow({ where: { id } });
  return { ...member, id, at, row };
}

/** A time as a person types it: in India's time, without an offset. */
const typed = (at: Date) => new Date(at.getTime() + 5.5 * hourMs).toISOString().slice(0, 16);

test('a scheduled message is listed with its time, text and number, and its page links to the form that changes it', async () => {
  const { visitor, id } = await aScheduler();
  const { html } = await visitor.get(paths.scheduled());
  for (const text of ['+919876543210', 'Order 17', paths.message(id)]) expect(html).toContain(text);
  expect(await invalidHtml(html)).toEqual([]);
  const page = await visitor.get(paths.message(id));
  expect(page.html).toContain('The message waits for its scheduled time.');
  expect(page.html).toContain(paths.scheduled());
});

test('the form cancels a message, and shows an error if the message no longer exists', async () => {
  const { visitor, id, row } = await aScheduler();
  const cancel = () => visitor.post(paths.scheduled(), { intent: 'cancel', id });
  expect((await cancel()).location).toBe(paths.scheduled());
  expect((await row()).cancelledAt).not.toBeNull();
  expect((await visitor.get(paths.scheduled())).html).toContain('No scheduled messages');
  await prisma.scheduledMessage.delete({ where: { id } });
  await cancel();
  expect((await visitor.get(paths.scheduled())).html).toContain('There is no scheduled message');
});

test('the form reads a new time without an offset as a time in India, and explains each rejection', async () => {
  const { visitor, id, at, row } = await aScheduler();
  const move = (send_at: string) =>
    visitor.post(paths.scheduled(), { intent: 'move', id, send_at });
  const later = new Date(at.getTime() + hourMs);
  expect((await move(typed(later))).location).toBe(paths.scheduled());
  expect((await row()).dueAt).toEqual(later);
  for (const [wrong, message] of [
    ['', 'Please enter a date and a time'],
    ['tomorrow', 'Please enter a date and a time'],
    [typed(new Date(at.getTime() + 100 * hourMs)), 'at most 3 days'],
  ] as const) {
    const refused = await move(wrong);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(message);
  }
  expect((await row()).dueAt).toEqual(later);
});

test('a member cannot change or cancel a message of another account', async () => {
  const { id, at, row } = await aScheduler();
  const { visitor } = await aMember(web.url);
  expect((await visitor.get(paths.message(id))).status).toBe(404);
  await visitor.post(paths.scheduled(), { intent: 'cancel', id });
  await visitor.post(paths.scheduled(), { intent: 'move', id, send_at: typed(at) });
  expect(await row()).toMatchObject({ cancelledAt: null, dueAt: at });
});
