import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import {
  changeEndpoint,
  listEndpoints,
} from '#domain/notifications/webhooks/endpoints/manage-endpoints.server.ts';
import { revealSigningSecret } from '#domain/notifications/webhooks/endpoints/rotate-secret.server.ts';
import { prisma } from '#platform/db.server.ts';
import { aMember } from '../support/member.ts';
import { insertMessages } from '../support/messages.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { joinText } from '../support/signed-in.ts';
import { logEvents, logMessageEvent } from '../support/webhook-log.ts';
import { anEndpoint } from '../support/webhooks.ts';

const web = await sharedWeb();

const url = 'https://hooks.example/dakiya';

async function anOwner() {
  const member = await aMember(web.url);
  const endpoint = await anEndpoint(member.userId, url);
  return { ...member, endpoint, page: paths.webhook(endpoint._id) };
}

test('a stranger finds neither endpoint nor event, and changes nothing', async () => {
  const { userId, endpoint, page } = await anOwner();
  const [id = ''] = await logEvents(endpoint, { userId }, [[{ status: 500 }]]);
  const stranger = await aMember(web.url);
  const places = [page, paths.editWebhook(endpoint._id), paths.webhookEvent(id)];
  for (const place of [...places, paths.webhook('\0'), paths.webhookEvent('\0')]) {
    expect([place, (await stranger.visitor.get(place)).status]).toEqual([place, 404]);
  }
  const day = new Date().toISOString().slice(0, 10);
  for (const intent of [
    'reveal',
    'rotate',
    'test',
    'turn-on',
    'recover',
    'save',
    'delete',
    'replay',
  ]) {
    const address = { url: 'https://evil.example/', type: 'ping' };
    const form = { intent, overlapHours: '0', from: day, to: day, ...address };
    for (const place of places) {
      const answer = await stranger.visitor.post(place, form);
      expect(answer.html).not.toContain(endpoint.secret);
      expect(answer.html).not.toContain(url);
    }
  }
  expect(await listEndpoints(userId)).toMatchObject([{ url, enabled: true }]);
  await changeEndpoint(userId, endpoint._id, { enabled: false });
  await stranger.visitor.post(page, { intent: 'turn-on' });
  expect(await listEndpoints(userId)).toMatchObject([{ url, enabled: false }]);
  expect(await prisma.webhookRecovery.count({ where: { userId } })).toBe(0);
  expect(await revealSigningSecret(userId, endpoint._id)).toBe(endpoint.secret);
  expect(await prisma.webhookEvent.findMany({ where: { userId } })).toMatchObject([
    { state: 'failed' },
  ]);
});

test('a sign-in of long ago shows no secret, and adds, changes, turns on and deletes no endpoint', async () => {
  const { visitor, userId, endpoint, page } = await anOwner();
  await signedInLongAgo(userId);
  const edit = paths.editWebhook(endpoint._id);
  const fields = { url: 'https://other.example/', enabled: 'on' };
  for (const [place, form] of [
    [page, { intent: 'reveal' }],
    [page, { intent: 'rotate', overlapHours: '0' }],
    [page, { intent: 'turn-on' }],
    [edit, { intent: 'save', ...fields }],
    [edit, { intent: 'delete' }],
    [paths.newWebhook, { intent: 'save', ...fields }],
  ] as const) {
    const answer = await visitor.post(place, form);
    expect([form.intent, answer.status]).toEqual([form.intent, 403]);
    expect(joinText(answer)).toContain('Confirm that it is you');
  }
  expect(await listEndpoints(userId)).toMatchObject([{ url }]);
  expect(await revealSigningSecret(userId, endpoint._id)).toBe(endpoint.secret);
});

test('who reads the text of a message on the page of its event is recorded', async () => {
  const { visitor, userId, endpoint } = await anOwner();
  const [messageId = ''] = await insertMessages(userId, [{ content: 'Your order has left.' }]);
  const id = await logMessageEvent(endpoint, { userId }, messageId);
  expect(joinText(await visitor.get(paths.webhookEvent(id)))).toContain('Your order has left.');
  expect(await prisma.textView.findMany({ where: { userId } })).toMatchObject([
    { way: 'page', texts: 1, oldestId: messageId },
  ]);
});
