import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { hookKinds } from '#domain/messaging/hooks/kinds/hook-kinds.ts';
import { listHooks } from '#domain/messaging/hooks/manage-hooks.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { aHook, postJson } from '../support/hooks.ts';
import { aMember } from '../support/member.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { invalidHtml, parsePage } from '../support/parsed-page.ts';
import { joinText } from '../support/signed-in.ts';
import type { Page } from '../support/visitor.ts';

const web = await sharedWeb();

/** The secret that a page of a hook shows; undefined if it shows none. */
const secretOn = ({ html }: Page) => /(?:v1,whsec_[\w+/=]+|hks_\w{40})/.exec(html)?.[0];

const addFields = { intent: 'save', name: 'Shop', sendAs: 'code' };

test('a hook is added without JavaScript, and its page shows the secret and the setup lines only once', async () => {
  const { visitor, userId } = await aMember(web.url);
  const empty = await visitor.get(paths.dashboard('hooks'));
  expect(empty.html).toContain('<title>Hooks · Dakiya</title>');
  expect(joinText(empty)).toContain('No hooks yet');
  const kinds = await visitor.get(paths.newHook());
  for (const id of Object.keys(hookKinds)) {
    expect(parsePage(kinds.html).all(`main a[href="${paths.newHook(id)}"]`)).toHaveLength(1);
    const form = await visitor.get(paths.newHook(id));
    expect([id, form.status, await invalidHtml(form.html)]).toEqual([id, 200, []]);
  }

  const added = await visitor.post(paths.newHook('supabase'), addFields);
  const [hook] = await listHooks(userId);
  expect(hook).toMatchObject({ kind: 'supabase', name: 'Shop', livemode: true, isActive: true });
  const id = hook?.id ?? '';
  expect(added.location).toBe(paths.hook(id, { secret: 'new' }));
  const page = await visitor.follow(added);
  expect(await invalidHtml(page.html)).toEqual([]);
  expect(page.html).toContain('<title>Shop · Dakiya</title>');
  const text = joinText(page);
  expect(text).toContain(`GOTRUE_HOOK_SEND_SMS_URI=${new URL(web.url).protocol}`);
  expect(text).toContain(`GOTRUE_HOOK_SEND_SMS_SECRETS=${secretOn(page)}`);
  expect(text).toContain('Nothing has called this hook yet.');

  // The hook's other pages do not show the secret, and five minutes later this page does not show it either.
  expect(secretOn(await visitor.get(paths.hook(id)))).toBeUndefined();
  const before = new Date(Date.now() - 301_000);
  await prisma.hook.update({ where: { id }, data: { secretSetAt: before } });
  const late = await visitor.get(paths.hook(id, { secret: 'new' }));
  expect([secretOn(late), joinText(late).includes('SECRETS=YOUR_SECRET')]).toEqual([
    undefined,
    true,
  ]);
});

test('a form sent twice adds one hook', async () => {
  const { visitor, userId } = await aMember(web.url);
  const page = await visitor.get(paths.newHook('logto'));
  const once = /name="once"[^>]*value="([^"]+)"/.exec(page.html)?.[1] ?? '';
  expect(once).toMatch(/^req_/);
  for (const _ of ['first', 'second']) {
    await visitor.post(paths.newHook('logto'), { ...addFields, once });
  }
  expect(await listHooks(userId)).toHaveLength(1);
});

test.each([
  ['no name', 'generic', { name: ' ' }, 'Please enter a name'],
  ['a text of a product that sends none', 'supabase', { sendAs: 'text' }, 'cannot send this'],
  [
    'a template without its id',
    'generic',
    { sendAs: 'template' },
    'enter the id of the DLT template',
  ],
  ['no service', 'logto', { sendAs: 'service' }, 'Please pick an OTP service'],
  ['an unknown service', 'logto', { sendAs: 'service', serviceId: 'svc_x' }, 'no OTP service'],
  [
    'a number of another country',
    'alertmanager',
    { sendAs: 'text', recipients: '+49 151 1' },
    'India',
  ],
  [
    'an id in exponents',
    'generic',
    { sendAs: 'template', templateId: '1.1E+18' },
    'has rounded this id',
  ],
])('a hook with %s is rejected with an error at the field', async (_, kind, fields, sentence) => {
  const { visitor, userId } = await aMember(web.url);
  const page = await visitor.post(paths.newHook(kind), { ...addFields, ...fields });
  expect([page.status, joinText(page)]).toEqual([400, expect.stringContaining(sentence)]);
  expect(await listHooks(userId)).toEqual([]);
});

test('a hook is changed, turned off and on, rotated and deleted', async () => {
  const { visitor, userId } = await aMember(web.url);
  const hook = await aHook(web.url, userId, 'alertmanager', { sendAs: 'text' });
  const form = await visitor.get(paths.editHook(hook.id));
  expect(await invalidHtml(form.html)).toEqual([]);
  const changes = {
    ...addFields,
    name: 'Night shift',
    sendAs: 'text',
    recipients: '98765 43210\r\n\r\n098765 43211\r\n',
  };
  const saved = await visitor.post(paths.editHook(hook.id), changes);
  expect(saved.location).toBe(paths.hook(hook.id));
  expect((await listHooks(userId))[0]).toMatchObject({
    ...{ name: 'Night shift', recipients: ['+919876543210', '+919876543211'] },
  });

  const call = (secret = hook.secret) => postJson(hook.url, secret, {});
  await visitor.post(paths.hook(hook.id), { intent: 'turn-off' });
  expect((await call()).status).toBe(403);
  await visitor.post(paths.hook(hook.id), { intent: 'turn-on' });
  // The empty call passes authentication, but its required fields are missing.
  expect((await call()).status).toBe(400);

  const rotated = await visitor.post(paths.hook(hook.id), { intent: 'rotate' });
  const secret = secretOn(await visitor.follow(rotated)) ?? '';
  expect(secret).not.toBe(hook.secret);
  expect([(await call()).status, (await call(secret)).status]).toEqual([400, 400]);
  await visitor.post(paths.hook(hook.id), { intent: 'rotate', revokeOld: 'on' });
  await until('the old one is revoked', async () => (await call(secret)).status === 401);
  expect((await call()).status).toBe(401);

  const deleted = await visitor.post(paths.editHook(hook.id), { intent: 'delete' });
  expect(deleted.location).toBe(paths.dashboard('hooks'));
  expect((await call()).status).toBe(404);
});

test('the owner enters Zitadel’s signing key, which is not shown again', async () => {
  const { visitor, userId } = await aMember(web.url);
  await visitor.post(paths.newHook('zitadel'), addFields);
  const [{ id = '' } = {}] = await listHooks(userId);
  const page = await visitor.get(paths.hook(id));
  expect(joinText(page)).toContain('Waits for its key');
  const missing = await visitor.post(paths.hook(id), { intent: 'rotate' });
  expect(joinText(missing)).toContain('Please enter the signing key.');
  const saved = await visitor.post(paths.hook(id), {
    intent: 'rotate',
    signingKey: 'a-zitadel-key',
  });
  const after = await visitor.follow(saved);
  expect(after.html).not.toContain('a-zitadel-key');
  expect((await listHooks(userId))[0]).toMatchObject({ hasSecret: true });
});

test('the page lists messages with their state, and rejected calls with their reason', async () => {
  const { visitor, userId } = await aMember(web.url);
  const hook = await aHook(web.url, userId, 'generic', { sendAs: 'text' });
  await postJson(hook.url, hook.secret, { to: '9999900000', message: 'Order 1' });
  await postJson(hook.url, hook.secret, { to: '12345', message: 'Order 2' });
  const text = await until('the rejected call is recorded', async () => {
    const found = joinText(await visitor.get(paths.hook(hook.id)));
    return found.includes('invalid_recipient') && found;
  });
  expect(text).toContain('Message to +919999900000');
  expect(text).toContain('rejected');
  expect(text).toContain('invalid_recipient, recipient');
});

test('adding, changing, rotating and deleting require a recent sign-in, and turning off does not', async () => {
  const { visitor, userId } = await aMember(web.url);
  const hook = await aHook(web.url, userId, 'generic', { sendAs: 'text' });
  await signedInLongAgo(userId);
  for (const [path, intent] of [
    [paths.newHook('generic'), 'save'],
    [paths.editHook(hook.id), 'save'],
    [paths.editHook(hook.id), 'delete'],
    [paths.hook(hook.id), 'rotate'],
    [paths.hook(hook.id), 'turn-on'],
  ] as const) {
    const page = await visitor.post(path, { ...addFields, intent });
    expect([path, intent, page.status]).toEqual([path, intent, 403]);
  }
  expect(secretOn(await visitor.get(paths.hook(hook.id, { secret: 'new' })))).toBeUndefined();
  await visitor.post(paths.hook(hook.id), { intent: 'turn-off' });
  expect(await listHooks(userId)).toMatchObject([{ isActive: false }]);
});

test('a member sees and changes only the member’s own hooks', async () => {
  const [owner, other] = await Promise.all([aMember(web.url), aMember(web.url)]);
  const { id } = await aHook(web.url, owner.userId, 'generic', { sendAs: 'text' });
  expect((await other.visitor.get(paths.hook(id))).status).toBe(404);
  expect((await other.visitor.get(paths.editHook(id))).status).toBe(404);
  await other.visitor.post(paths.hook(id), { intent: 'turn-off' });
  await other.visitor.post(paths.editHook(id), { intent: 'delete' });
  expect(await listHooks(owner.userId)).toMatchObject([{ id, isActive: true }]);
});
