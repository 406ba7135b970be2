import { describe, expect, test } from 'vitest';
import type { RecentSignInOfForms } from '#app/dashboard/screen.server.ts';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import {
  type RecentSignIn,
  sensitiveActions,
  toRules,
} from '#domain/identity/sessions/guard-sensitive.ts';
import { prisma } from '#platform/db.ts';
import { loadServerBuild } from '../harness/server-build.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { client } from '../support/client.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { everyEndpoint } from '../support/every-endpoint.ts';
import { examplePath } from '../support/example-path.ts';
import { aMember } from '../support/member.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { joinText } from '../support/signed-in.ts';

const web = await sharedWeb();
const build = await loadServerBuild();

type ScreenAction = { recentSignIn?: false | RecentSignInOfForms };

/** Each form of a screen, with the sensitive actions that it declares. */
const forms = Object.entries(build.routes).flatMap(([id, route]) => {
  const declared = (route?.module.action as ScreenAction | undefined)?.recentSignIn;
  if (!declared) return [];
  return Object.entries(declared).map(([intent, rules]) => ({
    name: `${id.replace('routes/_member.', '')} ${intent}`.trim(),
    path: examplePath(build, id),
    intent,
    rules: toRules(rules),
  }));
});

const actionsOf = <Input>(declared: RecentSignIn<Input>) =>
  toRules(declared).map(({ for: action }) => action);

/** Actions that only the dashboard has. The API has no endpoints for them. */
const onlyOnScreens = [
  ...['connect_channel', 'export_account', 'download_export', 'change_factors'],
  ...['create_hook', 'change_hook', 'rotate_hook_secret', 'delete_hook'],
  // For 15 minutes after the login, the API's list of keys contains secrets; afterwards they are masked.
  'reveal_key',
  // The API can change only one of the settings: the retention.
  'open_addresses',
];

describe('the requirement of a recent sign-in', () => {
  test('applies to the same actions in the API and on the dashboard', () => {
    const overApi = new Set(everyEndpoint.flatMap(({ recentSignIn }) => actionsOf(recentSignIn)));
    const onScreens = new Set(forms.flatMap(({ rules }) => rules.map(({ for: action }) => action)));
    expect([...onScreens].sort()).toEqual(Object.keys(sensitiveActions).sort());
    expect([...overApi, ...onlyOnScreens].sort()).toEqual([...onScreens].sort());
  });

  test('is declared by every screen with forms', () => {
    const silent = Object.entries(build.routes)
      .filter(([id]) => id.startsWith('routes/_member.'))
      .filter(([, route]) => {
        const action = route?.module.action as ScreenAction | undefined;
        return action && action.recentSignIn === undefined;
      })
      .map(([id]) => id);
    expect(silent).toEqual([]);
  });

  test('is declared for each form that deletes, reveals or connects something', () => {
    const telling = /delete|reveal|roll|rotate|connect|download|^remove-(entity|header|link|chain)/;
    const quiet = forms.filter(({ intent, rules }) => telling.test(intent) && rules.length === 0);
    expect(quiet).toEqual([]);
  });
});

const asking = forms.filter(({ rules }) => rules.some(({ when }) => !when));

test.each(asking)('$name asks for the password after an old sign-in', async ({ path, intent }) => {
  const { visitor, userId } = await aMember(web.url);
  await signedInLongAgo(userId);
  expect((await visitor.post(path, intent ? { intent } : {})).status).toBe(403);
});

test.each([
  ['eraseRecipient', { 'body.recipient': '9876543210' }],
  ['updateDltMode', { 'body.mode': 'off' }],
  ['createWebhookEndpoint', { 'body.url': 'https://hooks.example/' }],
])(
  'the explorer also asks for the password before it calls %s with a key',
  async (operation, values) => {
    const { visitor, userId, user } = await aMember(web.url);
    const key = await createKey({ userId, name: 'Shop' });
    await signedInLongAgo(userId);
    const fields = { operation, key: key.keyId, once: 'req_1', ...values };
    const asked = await visitor.post(paths.explorer(operation), fields);
    expect([asked.status, asked.html.includes('Confirm that it is you')]).toEqual([403, true]);
    const byScript = await visitor.post('/explorer-call', fields);
    expect([byScript.status, JSON.parse(byScript.html)]).toEqual([403, { needsSignIn: true }]);
    const confirmPassword = user.password;
    const made = await visitor.post(paths.explorer(operation), { ...fields, confirmPassword });
    expect(joinText(made)).toMatch(/\b20[0-2]\b/);
  },
);

test('a form that sends a field as a file still needs the password', async () => {
  const { visitor, userId } = await aMember(web.url);
  await signedInLongAgo(userId);
  const form = new FormData();
  form.set('intent', 'header');
  form.set('header', 'ACMEIN');
  form.set('status', new File(['x'], 'x.txt'));
  form.append('status', 'inactive');
  const cookie = [...visitor.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const headers = { cookie, origin: web.url };
  const sent = { method: 'POST', body: form, headers, redirect: 'manual' } as const;
  expect((await fetch(web.url + paths.senders(), sent)).status).toBe(403);
});

test('a form with an intent that its screen does not declare is refused', async () => {
  const { visitor } = await aMember(web.url);
  const answered = await visitor.post(paths.dashboard('manage-api'), { intent: 'constructor' });
  expect(answered.status).toBe(400);
});

describe('the email to the owner about a sensitive action', () => {
  const emailsTo = (email: string) =>
    prisma.email.findMany({ where: { email, kind: 'sensitive_action' }, orderBy: { id: 'asc' } });

  test('is sent only after the action over the API has succeeded, and names the time and the IP address of the request', async () => {
    const { user, userId } = await aMember(web.url);
    const call = client(web.url, user);
    const path = '/otp-services/svc_01M7WW0CR0NEF353TA1KGSZTB2';
    expect((await call.call('DELETE', path)).status).toBe(404);
    expect(await emailsTo(user.email)).toEqual([]);

    expect((await call.call('PATCH', '/retention', { body: { text_days: 30 } })).status).toBe(200);
    const [queued, ...others] = await emailsTo(user.email);
    expect(others).toEqual([]);
    if (!queued) throw new Error('It was enqueued');
    const rendered = await renderQueuedEmail('sensitive_action', queued);
    expect(rendered?.subject).toBe(
      'Messages or their texts are kept for a shorter time in your Dakiya account',
    );
    expect(rendered?.text.replace(/\s+/g, ' ')).toMatch(
      /This was done on .* \(India time\), from the address [\d.:a-f]+, by a person who was signed in to your account\./,
    );
    expect(rendered?.text).toContain(paths.dashboard('account'));

    // A longer retention opens no access and deletes no data, so it needs no recent sign-in.
    await signedInLongAgo(userId);
    const longer = await call.call('PATCH', '/retention', { body: { text_days: null } });
    expect([longer.status, (await emailsTo(user.email)).length]).toEqual([200, 1]);
  });

  test('is sent after an action on the dashboard, but not after a failed action', async () => {
    const { user, visitor } = await aMember(web.url);
    const senders = paths.senders();
    await visitor.post(senders, { intent: 'remove-header', header: 'NOSUCH' });
    expect(await emailsTo(user.email)).toEqual([]);
    await visitor.post(senders, { intent: 'mode', mode: 'warn' });
    await visitor.post(senders, { intent: 'mode', mode: 'enforce' });
    const about = (await emailsTo(user.email)).map((email) => email.about?.split(' ')[0]);
    expect(about).toEqual(['relax_dlt_check']);
  });

  test('is sent at most three times a day for each kind of action', async () => {
    const { user } = await aMember(web.url);
    const call = client(web.url, user);
    for (const mode of ['warn', 'off', 'warn', 'off', 'warn']) {
      expect((await call.call('PATCH', '/dlt/registry', { body: { mode } })).status).toBe(200);
    }
    expect(await emailsTo(user.email)).toHaveLength(3);
    await call.call('PATCH', '/retention', { body: { text_days: 30 } });
    const emails = await emailsTo(user.email);
    expect(emails.map(({ isLastOfDay }) => isLastOfDay)).toEqual([false, false, true, false]);
  });

  test('is not sent to an unconfirmed address', async () => {
    const { user } = await aMember(web.url, { confirmed: false });
    const call = client(web.url, user);
    expect((await call.call('PATCH', '/retention', { body: { text_days: 30 } })).status).toBe(200);
    expect(await emailsTo(user.email)).toEqual([]);
  });
});
