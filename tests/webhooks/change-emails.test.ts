import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import type { EmailKind } from '#domain/notifications/email/contract.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { client } from '../support/client.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { aMember } from '../support/member.ts';
import { parsePage } from '../support/parsed-page.ts';

const web = await sharedWeb();
const url = 'https://hooks.example/path?token=secret';

/** An account that calls the API with a key, and whose owner is signed in to the dashboard. */
async function anOwner(given: Parameters<typeof aMember>[1] = {}) {
  const member = await aMember(web.url, given);
  const key = await createKey({ userId: member.userId, name: 'Shop' });
  const { email } = member.user;
  const emailsOf = (kind: EmailKind) =>
    prisma.email.findMany({ where: { email, kind }, orderBy: { id: 'asc' } });
  return { ...member, key, emailsOf, call: client(web.url, { userId: member.userId, ...key }) };
}

/** The text of an email, without line breaks. */
async function textOf(kind: EmailKind, queued: Parameters<typeof renderQueuedEmail>[1]) {
  const rendered = await renderQueuedEmail(kind, queued);
  return rendered?.text.replace(/\s+/g, ' ') ?? '';
}

test('the owner gets one email about an endpoint that a key created; it contains the host, the API ID and a link to delete the endpoint', async () => {
  const { key, call, emailsOf } = await anOwner();
  const create = () => call.post('/webhooks/endpoints', { url }, { 'idempotency-key': 'once' });
  const { body } = await create();
  await create();
  const [queued, ...others] = await emailsOf('webhook_created');
  expect([queued?.about, others]).toEqual([body.data._id, []]);
  const text = await textOf('webhook_created', queued as NonNullable<typeof queued>);
  expect(text).toContain(`a program with the API ID ${key.keyId} added the webhook endpoint`);
  expect(text).toMatch(/at hooks\.example, from the address \S+\. Events/);
  expect(text).toContain('the numbers and texts of messages');
  expect(text).toContain(paths.editWebhook(body.data._id));
  expect(text).not.toMatch(/secret|path\?/);
});

test('the owner gets an email when an endpoint’s URL changes or its events begin to include texts, and no email about other changes', async () => {
  const { visitor, call, emailsOf } = await anOwner();
  const { body } = await call.post('/webhooks/endpoints', { url, includes_text: false });
  const path = `/webhooks/endpoints/${body.data._id}`;
  const change = (changes: object) => call.call('PATCH', path, { body: changes });
  await change({ url, includes_text: false, description: 'Orders', types: ['ping'] });
  await change({ enabled: false });
  expect(await emailsOf('webhook_changed')).toEqual([]);
  await change({ includes_text: true });
  await change({ includes_text: true });
  expect(await emailsOf('webhook_changed')).toHaveLength(1);

  const edit = paths.editWebhook(body.data._id);
  const shown = parsePage((await visitor.get(edit)).html).only('[name="shown"]', 'value') ?? '';
  const fields = { intent: 'save', url: 'https://other.example/', includesText: 'on', shown };
  expect((await visitor.post(edit, fields)).status).toBe(302);
  const [, queued] = await emailsOf('webhook_changed');
  const text = await textOf('webhook_changed', queued as NonNullable<typeof queued>);
  expect(text).toContain('a person who was signed in to your account changed the webhook endpoint');
  expect(text).toContain('at other.example, from the address');
});

test('an unconfirmed address gets no email about endpoints', async () => {
  const { call, user } = await anOwner({ confirmed: false });
  expect((await call.post('/webhooks/endpoints', { url })).status).toBe(201);
  expect(await prisma.email.count({ where: { email: user.email } })).toBe(0);
});
