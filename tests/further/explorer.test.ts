import { describe, expect, test } from 'vitest';
import { endpoints } from '#app/api/all-endpoints.server.ts';
import { paths } from '#app/paths.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { updateKey } from '#domain/identity/api-keys/user-keys.ts';
import { createEndpointInput } from '#domain/webhooks/endpoint-contract.browser.ts';
import { createEndpoint } from '#domain/webhooks/endpoints/create-endpoint.ts';
import { holdScripts, launchBrowser, localhostUrl, openPageAs } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { registerBodies, registerSenders, setDltMode } from '../support/dlt.ts';
import { aMember as aVisitingMember } from '../support/member.ts';
import { messagesOf } from '../support/messages.ts';
import { parsePage } from '../support/parsed-page.ts';
import { sendForm } from '../support/send-form.ts';
import { joinText, signedIn } from '../support/signed-in.ts';
import { hrefTo } from '../support/visitor.ts';

const web = await sharedWeb();
const browser = await launchBrowser();
const explorer = paths.dashboard('api');

/** A signed-in user with a key, in a browser without JavaScript. */
async function aMember(keyName = 'Shop') {
  const user = await aUser();
  const key = await createKey({ userId: user.userId, name: keyName });
  const visitor = await signedIn(web.url, user);
  return { user, key, visitor };
}

/** A signed-in user with a key, in a browser window. */
async function aWindow(keyName?: string) {
  const { user } = await aMember(keyName);
  return { user, userId: user.userId, page: await openPageAs(user, browser, localhostUrl(web)) };
}

test('a call is made with the chosen operation and key, and the page shows the response and errors beside the input', async () => {
  const { user, userId, page } = await aWindow();
  const key = await createKey({ userId, name: 'Stock' });
  await page.goto(explorer);
  const choose = async (label: string, value: string) => {
    await page.getByLabel(label, { exact: true }).selectOption(value);
    await page.waitForURL(`**${value}*`);
  };
  const press = async (status: string) => {
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('status').getByText(status, { exact: true }).waitFor();
  };
  await choose('Endpoint', 'getBalance');
  await choose('Endpoint', 'sendMessage');
  await page.getByText('real messages go out').waitFor();
  await choose('API key', key.keyId);
  // The URL changes a moment before the page shows the chosen key.
  const command = page.getByRole('region', { name: 'Command' });
  await command.getByText(key.keyId).waitFor();
  await page.getByLabel('message').fill("It's on its way");
  await page.getByLabel('recipient').fill('12345');
  expect(await command.textContent()).not.toContain(key.secretKey);
  await press('400');
  await page.getByText('"invalid_recipient"').waitFor();
  expect(await page.getByLabel('recipient').inputValue()).toBe('12345');
  expect(await messagesOf(userId)).toEqual([]);

  await page.getByLabel('recipient').fill('9876543210');
  await press('202');
  const answer = await page.getByRole('region', { name: 'Body of the response' }).textContent();
  const [message, ...others] = await messagesOf(userId);
  expect(others).toEqual([]);
  expect(message).toMatchObject({ keyId: key.keyId, content: "It's on its way" });
  expect(JSON.parse(answer ?? '').data._id).toBe(message?.id);
  expect(await page.getByLabel('message').inputValue()).toBe("It's on its way");
  expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe(key.keyId);

  // The call includes query and path parameters.
  await choose('Endpoint', 'listMessages');
  await page.getByLabel('limit').fill('101');
  await press('400');
  await page.getByLabel('limit').fill('5');
  await press('200');
  await choose('Endpoint', 'getMessage');
  await page.getByLabel('id').last().fill('msg_nobodys');
  await press('404');

  // A call about the account needs a token.
  await choose('Endpoint', 'getProfile');
  await page.getByText('Account calls need a session token.').waitFor();
  await page.getByText('Enter a session token first.').waitFor();
  await page.getByLabel('Session token').fill(user.token);
  await press('200');
  await page.getByText(`"email": "${user.email}"`).waitFor();
  expect(await command.textContent()).not.toContain(user.token);
});

test('without JavaScript a call can be made too, and an error is shown beside its input', async () => {
  const { visitor, user } = await aMember();
  const key = await createKey({ userId: user.userId, name: 'Stock' });
  const call = async (operation: string, fields: Record<string, string>) => {
    const { html } = await sendForm(visitor, explorer, 'Show', { operation, key: key.keyId });
    return sendForm(visitor, { path: paths.explorer(operation), html }, 'Send request', fields);
  };
  const text = "It's on its way";
  const refused = await call('sendMessage', { 'body.message': text, 'body.recipient': '12345' });
  expect(joinText(refused)).toContain('400');
  expect(refused.html).toContain('invalid_recipient');
  const parsed = parsePage(refused.html);
  expect(parsed.only('[name="body.recipient"]', 'value')).toBe('12345');
  expect(await messagesOf(user.userId)).toEqual([]);
  const fields = { 'body.message': text, 'body.recipient': '9876543210' };
  const sent = await call('sendMessage', fields);
  const [message, ...others] = await messagesOf(user.userId);
  expect(others).toEqual([]);
  expect(message).toMatchObject({ keyId: key.keyId, content: text });
  expect(joinText(sent)).toContain('202');
  expect(sent.html).toContain(message?.id);
  expect(parsePage(sent.html).only('[name="body.message"]', 'value')).toBe(text);
  for (const [operation, field, value, status] of [
    ['listMessages', 'query.limit', '101', '400'],
    ['listMessages', 'query.limit', '5', '200'],
    ['getMessage', 'path.id', 'msg_nobodys', '404'],
  ] as const) {
    const page = await call(operation, { [field]: value });
    expect([operation, value, joinText(page).includes(`|${status}`)]).toEqual([
      ...[operation, value, true],
    ]);
  }
});

test('input and choices made before the script ran are kept', async () => {
  const { page } = await aWindow();
  const letCome = await holdScripts(page);
  await page.goto(paths.explorer('sendMessage'), { waitUntil: 'commit' });
  await page.getByLabel('recipient').fill('12345');
  letCome();
  await page.getByRole('region', { name: 'Command' }).getByText('"12345"').waitFor();
  expect(await page.getByLabel('recipient').inputValue()).toBe('12345');
  const letComeAgain = await holdScripts(page);
  await page.goto(explorer, { waitUntil: 'commit' });
  await page.getByLabel('Endpoint').selectOption('getBalance');
  letComeAgain();
  await page.getByRole('heading', { name: 'Get the balance' }).waitFor();
});

describe('the choice of operations and keys', () => {
  /** The chosen operation and key. The fields of the call follow them in the page. */
  const chosen = (html: string) =>
    [...html.matchAll(/<option [^>]*>/g)]
      .filter(([option]) => option.includes('selected=""'))
      .map(([option]) => /value="([^"]*)"/.exec(option)?.[1])
      .slice(0, 2);

  test('without JavaScript a call that needs no key is shown with its fields and with the command for it', async () => {
    const { visitor } = await aMember();
    for (const operation of ['logIn', 'getProfile', 'listPlans']) {
      const { html } = await visitor.get(paths.explorer(operation));
      expect(html).toContain('Sending this call from here needs JavaScript.');
      expect(html).toContain(`href="/api-reference/${operation}"`);
      expect(html).not.toContain('Send request');
    }
    const google = await visitor.get(paths.explorer('signInWithGoogle'));
    expect(google.html).toContain('Browsers reach this address by a link or redirect.');
    const payments = await visitor.get(paths.explorer('receivePaymentWebhook'));
    expect(payments.html).toContain('Razorpay makes this call and signs its body.');
    expect(payments.html).not.toContain('needs JavaScript.');
  });

  test('every operation of the document can be chosen, and an unknown operation selects the first operation', async () => {
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

  test('a key is listed by its name and API ID, and an inactive key cannot be chosen', async () => {
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
      expect([
        ...(await messagesOf(user.userId)),
        ...(await messagesOf(other.user.userId)),
      ]).toEqual([]);
    });

    test('cannot call an operation that the explorer does not offer', async () => {
      const { visitor, key } = await aMember();
      for (const operation of ['', 'nothing', 'signUp', 'deleteApiKey', '__proto__']) {
        const { status } = await visitor.post(explorer, { operation, key: key.keyId });
        expect([operation, status]).toEqual([operation, 400]);
      }
    });

    test('submitted twice sends one message, and counts as one call', async () => {
      const { visitor, user, key } = await aMember();
      const form = { ...fields, operation: 'sendMessage', key: key.keyId, once: 'req_1' };
      const pages = await Promise.all([visitor.post(explorer, form), visitor.post(explorer, form)]);
      expect(pages.map(({ status }) => status)).toEqual([200, 200]);
      await visitor.post(explorer, { ...form, 'body.message': 'Another' });
      expect(await messagesOf(user.userId)).toHaveLength(2);
      expect((await getCurrentUsagePeriod(user.userId)).messagesUsed).toBe(2);
    });

    test('with invalid JSON shows an error', async () => {
      const { visitor, key } = await aMember();
      const form = { operation: 'sendBatch', key: key.keyId, 'body.messages': '[{' };
      const page = await visitor.post(paths.explorer('sendBatch'), form);
      expect(page.status).toBe(400);
      expect(page.html).toContain('This is not valid JSON.');
    });
  });
});

describe('every operation called with the preset values', () => {
  /** The operations that a form of the explorer can make. */
  const callable = endpoints.filter(({ auth }) => auth.startsWith('key'));

  /**
   * Calls each operation with the preset values. Skips an operation if its page says that the call would fail, or asks
   * for input.
   */
  async function walk(
    livemode: boolean,
    prepare: (userId: string) => Promise<void>,
    operations = callable.map(({ operationId }) => operationId),
  ) {
    const { userId, visitor } = await aVisitingMember(web.url);
    await prepare(userId);
    const key = await createKey({ userId, name: 'Shop', livemode });
    await visitor.post(paths.mode, { mode: livemode ? 'live' : 'test', to: explorer });
    const failed: string[] = [];
    const asked: string[] = [];
    for (const operationId of operations) {
      const path = paths.dashboard('api', { operation: operationId, key: key.keyId });
      const { html } = await visitor.get(path);
      if (html.includes('This call needs a file')) continue;
      if (html.includes('role="note"') || html.includes('aria-invalid="true"')) {
        asked.push(operationId);
        if (html.includes('Test keys cannot make this call.')) {
          expect(html).not.toContain('Send request');
        }
        continue;
      }
      const answered = await sendForm(visitor, { path, html }, 'Send request');
      const status = /class="stamp text-\w+">(\d{3})</.exec(answered.html)?.[1];
      if (!status?.startsWith('2')) {
        const answer = /aria-label="Body of the response".*?<code>(.*?)<\/code>/s.exec(
          answered.html,
        );
        failed.push(`${operationId} ${status} ${answer?.[1]}`);
      }
    }
    return { failed, asked };
  }

  /** Operations that cannot be undone, and operations that need an id or address which only the caller knows. */
  const alwaysAsked =
    'rescheduleMessage cancelMessage getOtp verifyOtp deleteOtpService unsuppressRecipient createWebhookEndpoint deleteWebhookEndpoint ' +
    'rotateWebhookSecret eraseRecipient getErasure ' +
    'createDltEntity deleteDltEntity createDltHeader updateDltHeader deleteDltHeader addDltEvidence ' +
    'createDltTemplate deleteDltTemplate getDltImport createDltLink deleteDltLink createDltChain deleteDltChain';

  const sending = ['sendMessage', 'postMessage', 'sendBatch', 'sendOtp', 'checkDltMessages'];

  async function register(userId: string, livemode: boolean) {
    await registerSenders(userId, '567890', 'ACMEIN');
    await registerBodies(userId, {
      '1107160000000000002': 'Order {#numeric#} of {#var#} has left. - ACME',
      '1107160000000000003': '{#numeric#} is your code. - ACME',
    });
    await setDltMode(userId, 'enforce');
    const input = createEndpointInput.parse({
      url: 'https://example.com/webhooks',
      types: ['message.delivered'],
    });
    await createEndpoint({ userId, keyId: null, from: null, livemode }, input);
  }

  test('with a live key succeeds with the account’s own header and template, unless the call needs input that only a person knows', async () => {
    const { failed, asked } = await walk(true, (userId) => register(userId, true));
    expect(failed).toEqual([]);
    expect(asked).toEqual(alwaysAsked.split(' '));
  });

  test('with a test key succeeds, unless the call needs a live key and says so', async () => {
    const { failed, asked } = await walk(false, (userId) => register(userId, false));
    expect(failed).toEqual([]);
    expect(asked).toContain('listSuppressions');
    for (const sends of sending) expect(asked).not.toContain(sends);
  });

  test('succeeds, or says what is missing, for an account without a header', async () => {
    for (const livemode of [true, false]) {
      const { failed, asked } = await walk(livemode, async () => undefined, sending);
      expect(failed).toEqual([]);
      if (!livemode) expect(asked).not.toContain('sendMessage');
    }
  });
});
