import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { updateKey } from '#domain/identity/api-keys/user-key.ts';
import { aUser } from '../support/account.ts';
import { messagesOf } from '../support/messages.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { signedIn } from '../support/signed-in.ts';
import { hrefTo } from '../support/visitor.ts';

const web = await sharedWeb();
const explorer = paths.dashboard('api');

/** A user with a key, signed in without a browser. */
async function aMember() {
  const user = await aUser();
  const key = await createKey({ userId: user.userId, name: 'Shop' });
  const visitor = await signedIn(web.url, user);
  return { user, key, visitor };
}

/** The operation and the key that are chosen; the fields of the call come after them. */
const chosen = (html: string) =>
  [...html.matchAll(/<option [^>]*>/g)]
    .filter(([option]) => option.includes('selected=""'))
    .map(([option]) => /value="([^"]*)"/.exec(option)?.[1])
    .slice(0, 2);

test('without JavaScript a call that takes no key is shown with its fields and its command', async () => {
  const { visitor } = await aMember();
  for (const operation of ['logIn', 'getProfile', 'listPlans']) {
    const { html } = await visitor.get(paths.explorer(operation));
    expect(html).toContain('Sending this call from here needs JavaScript.');
    expect(html).toContain(`href="/api-reference/${operation}"`);
    expect(html).not.toContain('Send request');
  }
  const google = await visitor.get(paths.explorer('signInWithGoogle'));
  expect(google.html).toContain('Browsers reach this address by a link or redirect.');
});

test('every operation of the document can be chosen, and an unknown one is the first', async () => {
  const { visitor, key } = await aMember();
  const document = await (await fetch(`${web.url}/api/v1/openapi.json`)).json();
  const { html } = await visitor.get(explorer);
  for (const methods of Object.values(document.paths as Record<string, object>)) {
    for (const { operationId } of Object.values(methods)) {
      expect(html).toContain(`value="${operationId}"`);
    }
  }
  for (const operation of ['', 'nothing', '__proto__', '<script>']) {
    const asked = paths.explorer(operation);
    const page = await visitor.get(asked);
    expect([page.status, chosen(page.html)]).toEqual([200, ['sendMessage', key.keyId]]);
  }
});

test('a key is offered by its name and API ID, and an inactive one cannot be chosen', async () => {
  const { visitor, user, key } = await aMember();
  const off = await createKey({ userId: user.userId, name: 'Old' });
  await updateKey(user.userId, off._id, { isActive: false });
  const { html } = await visitor.get(paths.dashboard('api', { key: off.keyId }));
  expect(html).toContain(`Shop (${key.keyId})`);
  expect(html).toMatch(
    new RegExp(`<option [^>]*disabled=""[^>]*>Old [(]${off.keyId}[)], inactive`),
  );
  expect(chosen(html)).toEqual(['sendMessage', key.keyId]);
  await updateKey(user.userId, key._id, { isActive: false });
  expect((await visitor.get(explorer)).html).toContain('No API key is active');
});

test('a user without a key sees the call and a link to create one', async () => {
  const user = await aUser();
  const visitor = await signedIn(web.url, user);
  const { html } = await visitor.get(explorer);
  expect(html).toContain('No API keys available');
  expect(html).toContain(hrefTo(paths.dashboard('new-api')));
  expect(html).toContain('dk_your_api_id');
  expect(html).not.toContain('Send request');
});

describe('a forged form', () => {
  const fields = { 'body.message': 'Hello', 'body.recipient': '9876543210' };

  test('sends nothing with another account’s key, and keeps the input', async () => {
    const [{ visitor, user }, other] = [await aMember(), await aMember()];
    const asked = await visitor.get(paths.dashboard('api', { key: other.key.keyId }));
    expect(asked.html).not.toContain(`(${other.key.keyId})`);
    expect(asked.html).not.toContain(other.key.secretKey);
    const page = await visitor.post(explorer, {
      ...fields,
      operation: 'sendMessage',
      key: other.key.keyId,
    });
    expect(page.status).toBe(404);
    expect(page.html).toContain('You have no API key with this ID.');
    expect(page.html).toContain('value="Hello"');
    expect([...(await messagesOf(user.userId)), ...(await messagesOf(other.user.userId))]).toEqual(
      [],
    );
  });

  test('makes no call that is not offered', async () => {
    const { visitor, key } = await aMember();
    for (const operation of ['', 'nothing', 'signUp', 'deleteApiKey', '__proto__']) {
      const { status } = await visitor.post(explorer, { operation, key: key.keyId });
      expect([operation, status]).toEqual([operation, 400]);
    }
  });

  test('that is sent twice sends one message, and is counted once', async () => {
    const { visitor, user, key } = await aMember();
    const form = { ...fields, operation: 'sendMessage', key: key.keyId, once: 'req_1' };
    const pages = await Promise.all([visitor.post(explorer, form), visitor.post(explorer, form)]);
    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    await visitor.post(explorer, { ...form, 'body.message': 'Another' });
    expect(await messagesOf(user.userId)).toHaveLength(2);
    expect((await getCurrentUsagePeriod(user.userId)).messagesUsed).toBe(2);
  });

  test('shows the error of invalid JSON', async () => {
    const { visitor, key } = await aMember();
    const form = { operation: 'sendBatch', key: key.keyId, 'body.messages': '[{' };
    const page = await visitor.post(paths.explorer('sendBatch'), form);
    expect(page.status).toBe(400);
    expect(page.html).toContain('This is not valid JSON.');
  });
});
