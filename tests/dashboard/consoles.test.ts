import { describe, expect, onTestFinished, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { deleteKey, updateKey } from '#domain/identity/api-keys/user-keys.ts';
import { exampleTestRecipient } from '#domain/messaging/recipients/magic-numbers.ts';
import { prisma } from '#platform/db.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { registerBodies, registerSenders, setDltMode } from '../support/dlt.ts';
import { aMember } from '../support/member.ts';
import { parsePage } from '../support/parsed-page.ts';
import { sendForm } from '../support/send-form.ts';
import { aServiceOwner, ends_on } from '../support/service-owner.ts';
import { joinText } from '../support/signed-in.ts';
import { aVisitor, hrefTo } from '../support/visitor.ts';

// No worker runs here, so accepted messages stay queued.
const web = await sharedWeb();
const message = paths.dashboard('message');
const otp = paths.dashboard('OTPVerification');
const text = { phone: '9876543210', message: 'Hello from the console' };

/** A signed-in user with a key, in a browser without JavaScript. */
async function anOwner(url = web.url) {
  const { visitor, userId } = await aMember(url);
  const key = await createKey({ userId, name: 'Shop' });
  return {
    userId,
    key,
    visitor,
    send: (fields: Record<string, string>, page = message) =>
      visitor.post(page, { key: key.keyId, country: '+91', ...fields }),
    sent: () => prisma.message.findMany({ where: { userId }, orderBy: { id: 'asc' } }),
  };
}

test('a message is sent with the chosen key, and the page shows request, response and state', async () => {
  const { send, sent, key } = await anOwner();
  const { status, html } = await send(text);
  const [row] = await sent();
  expect(row).toMatchObject({ keyId: key.keyId, recipient: '+919876543210', state: 'queued' });
  expect(status).toBe(202);
  expect(html).toContain('Message sent successfully!');
  expect(html).toContain('The request as it was sent');
  expect(html).toContain(hrefTo(paths.sent(row?.id ?? '')));
  expect(html).not.toContain(`>${text.message}</textarea>`);
});

test('a message with a time is scheduled for that time in India, and the request that is shown names the time', async () => {
  const { send, sent, userId } = await anOwner();
  const at = new Date(Math.ceil(Date.now() / 3_600_000 + 30) * 3_600_000);
  const sendAt = new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 16);
  const { status, html } = await send({ ...text, sendAt });
  expect(status).toBe(202);
  expect(html).toContain('Message scheduled');
  expect(html).toContain(`${sendAt}:00+05:30`);
  const [row] = await prisma.scheduledMessage.findMany({ where: { userId } });
  expect(row?.dueAt).toEqual(at);
  expect(await sent()).toEqual([]);

  for (const wrong of ['tomorrow', '2020-01-01T10:00']) {
    const refused = await send({ ...text, sendAt: wrong });
    expect(refused.status).toBe(400);
    expect(parsePage(refused.html).all('#sendAt-error')).toHaveLength(1);
  }
});

test('no console page contains the secret of a key', async () => {
  const { send, visitor, key } = await anOwner();
  for (const html of [
    (await visitor.get(message)).html,
    (await visitor.get(otp)).html,
    (await send(text)).html,
    (await send({ phone: '1' }, otp)).html,
  ]) {
    expect(html).toContain(key.keyId);
    expect(html).not.toContain(key.secretKey);
  }
});

test('one submit shows an error at every empty field', async () => {
  const { send } = await anOwner();
  const { html } = await send({ ...text, message: '', phone: '' }, message);
  expect(html).toContain('Please enter a message');
  expect(html).toContain('Please enter a phone number');
});

test('a rejected call is shown with its reason, and all typed values are kept', async () => {
  const { send, sent } = await anOwner();
  const phone = '9876543210';
  const verify = { phone, stage: 'verify', intent: 'verify' };
  const noPhone = 'Please enter a phone number';
  const digits =
    'This number has 5 digits. An Indian mobile number has 10, with or without +91 in front.';
  const refused: [string, Record<string, string>, string, number][] = [
    [message, { ...text, message: ' ' }, 'Please enter a message', 400],
    [message, { ...text, phone: '' }, noPhone, 400],
    [message, { ...text, phone: '12345' }, digits, 400],
    [message, { ...text, country: '+44' }, 'Service Limited', 400],
    [message, { ...text, key: '' }, 'Please select an API key', 400],
    [otp, { phone: '' }, noPhone, 400],
    [otp, { phone, country: '+1' }, 'Service Limited', 400],
    [otp, verify, 'Please enter the OTP', 400],
    [otp, { ...verify, otp: '123456' }, 'No OTP was sent to this number.', 404],
  ];
  for (const [page, fields, sentence, status] of refused) {
    const reply = await send(fields, page);
    expect([fields, reply.status]).toEqual([fields, status]);
    expect(reply.html).toContain(sentence);
    if (fields.phone) expect(reply.html).toContain(`value="${fields.phone}"`);
    if (fields.message) expect(reply.html).toContain(`>${fields.message}</textarea>`);
    if (fields.stage) expect(reply.html).toContain('Verify OTP');
  }
  expect(await sent()).toEqual([]);
});

test('the forms send nothing with another account’s key or a deleted key', async () => {
  const mine = await anOwner();
  const theirs = await anOwner();
  await deleteKey(mine.userId, mine.key._id);
  for (const key of [theirs.key.keyId, mine.key.keyId, 'dk_nobody']) {
    const { status, html } = await mine.send({ ...text, key });
    expect(status).toBe(404);
    expect(html).toContain('You have no API key with this ID.');
    expect(html).toContain('No API keys available');
    expect(html).toContain(`>${text.message}</textarea>`);
  }
  expect([...(await mine.sent()), ...(await theirs.sent())]).toEqual([]);
});

test('if a key is turned off or the quota is used up after the page was opened, the page shows the error of the API', async () => {
  const { send, sent, key, userId } = await anOwner();
  await updateKey(userId, key._id, { isActive: false });
  const inactive = await send(text);
  expect(inactive.status).toBe(403);
  expect(inactive.html).toContain('This API key is inactive.');
  await updateKey(userId, key._id, { isActive: true });
  const { id } = await getCurrentUsagePeriod(userId);
  await prisma.usagePeriod.update({ where: { id }, data: { messageLimit: 1 } });
  await until('the key works again', async () => (await send(text)).status === 202);
  const { status, html } = await send(text);
  expect(status).toBe(402);
  expect(html).toContain(
    'Your plan has too few messages left this month. Choose a larger plan, or wait for the next usage month.',
  );
  expect(await sent()).toHaveLength(1);
});

test.each([
  ['message', message],
  ['OTP', otp],
])('the same form submitted twice at once sends one %s', async (_, page) => {
  const { send, sent, visitor } = await anOwner();
  const { html } = await visitor.get(page);
  const idempotencyKey = /name="idempotencyKey"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(idempotencyKey).not.toBe('');
  const twice = [0, 1].map(() => send({ ...text, idempotencyKey }, page));
  expect((await Promise.all(twice)).map(({ status }) => status)).toEqual([202, 202]);
  expect(await sent()).toHaveLength(1);
  expect((await send({ ...text, idempotencyKey }, page)).status).toBe(202);
  expect(await sent()).toHaveLength(1);
});

test('the script of a console gets JSON as response, and gets the status 401 after the session has ended', async () => {
  const { visitor, key, sent } = await anOwner();
  const ask = () => visitor.post('/console/message', { key: key.keyId, country: '+91', ...text });
  const { status, html } = await ask();
  expect(status).toBe(202);
  expect(JSON.parse(html)).toMatchObject({
    toast: { type: 'success', title: 'Message sent successfully!' },
    typed: { phone: '', message: '' },
    message: { status: 'queued' },
  });
  visitor.jar.clear();
  expect((await ask()).status).toBe(401);
  expect(await sent()).toHaveLength(1);
});

/** Opens the event stream of a message in a visitor's browser. */
async function follow(url: string, { jar }: ReturnType<typeof aVisitor>, id: string) {
  const cookie = [...jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const headers = { cookie, 'accept-encoding': 'gzip, br' };
  const response = await fetch(`${url}/follow/${id}`, { headers, signal: leave.signal });
  let received = '';
  const whole = (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      received += new TextDecoder().decode(chunk);
  })();
  // Leaving the page aborts the stream, which rejects this promise.
  whole.catch(() => undefined);
  return { response, received: () => received, whole, leave };
}

test('only the owner of a message can follow its changes', async () => {
  const mine = await anOwner();
  const theirs = await anOwner();
  await mine.send(text);
  const [row] = await mine.sent();
  const id = row?.id ?? '';
  expect((await theirs.visitor.get(`/follow/${id}`)).status).toBe(404);
  expect((await theirs.visitor.get(paths.sent(id))).html).not.toContain('Delivery status');
  expect((await aVisitor(web.url).get(`/follow/${id}`)).status).toBe(401);
  expect((await mine.visitor.get('/follow/msg_nothing')).status).toBe(404);

  const { response, received, whole } = await follow(web.url, mine.visitor, id);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('content-encoding')).toBeNull();
  await until('the first state is sent', () => received().includes('"status":"queued"'));
  const reserved = { workerId: 'a', carrier: 'first' };
  await prisma.queuedMessage.update({ where: { messageId: id }, data: reserved });
  await until('the next state is sent', () => received().includes('"status":"submitting"'));
  await prisma.message.update({
    where: { id },
    data: { state: 'failed', settledAt: new Date(), reason: 'refused with 0x0000000B' },
  });
  await whole;
  expect(received()).toContain('"status":"failed"');
  expect(received().endsWith('event: end\ndata:\n\n')).toBe(true);
  expect(received()).not.toContain(text.message);

  const again = await mine.visitor.get(paths.sent(id));
  expect(again.html).toContain('the carrier does not know this number');
});

test('open event streams do not delay the shutdown of the web server', async () => {
  const other = await stopAfterTest(startWeb());
  const { send, sent, visitor } = await anOwner(other.url);
  await send(text);
  const [row] = await sent();
  const { received, whole } = await follow(other.url, visitor, row?.id ?? '');
  await until('it is followed', () => received() !== '');
  const before = Date.now();
  await other.stop();
  await whole;
  expect(received()).toContain('event: end');
  expect(Date.now() - before).toBeLessThan(8_000);
});

describe('templates of DLT', () => {
  const orderId = '1107160000000000002';
  const codeId = '1107160000000000003';

  /** A member with senders and templates, in the console without JavaScript. */
  async function aSender() {
    const { visitor, userId } = await aMember(web.url);
    const key = await createKey({ userId, name: 'Shop' });
    await registerSenders(userId, 'ACMEIN', 'ACMEUP');
    await registerBodies(userId, { [orderId]: 'Order {#numeric#} of {#var#}. - ACME' });
    await registerBodies(
      userId,
      { [codeId]: 'Your code is {#numeric#}. - ACME' },
      { headers: ['ACMEUP'] },
    );
    await setDltMode(userId, 'enforce');
    const page = async (search = {}) => {
      const shown = await visitor.get(paths.dashboard('message', search));
      return { ...shown, text: joinText(shown) };
    };
    const send = async (fields: Record<string, string>) => {
      const form = { key: key.keyId, country: '+91', phone: '9876543210', ...fields };
      const { template } = fields;
      const search: Record<string, string> = template === undefined ? {} : { template };
      const sent = await visitor.post(paths.dashboard('message', search), form);
      return { ...sent, text: joinText(sent) };
    };
    return { visitor, userId, page, send };
  }

  test('an account without a sender has only a field for the text', async () => {
    const { visitor } = await aMember(web.url);
    const { html } = await visitor.get(paths.dashboard('message'));
    expect(html).toContain('<textarea');
    expect(html).not.toContain('DLT template');
    expect(html).not.toContain('name="sender"');
  });

  test('a template is found by its id, name or text; the form has a field for each of its values, and offers the template’s headers', async () => {
    const { page, userId } = await aSender();
    expect((await page()).html).toContain(`<option value="${orderId}">`);
    for (const template of [orderId, 'Order', 'of {#var#}']) {
      const { html, text } = await page({ template });
      expect([template, html.match(/name="value-\d"/g)?.length]).toEqual([template, 2]);
      expect(html).toContain('<code class="font-mono">{#numeric#}</code>');
      expect(text).toContain('Order 4829 of Asha. - ACME');
      expect(html).not.toContain('<textarea');
    }
    const offered = async (template: string) =>
      [...(await page({ template })).html.matchAll(/<option value="(ACME\w\w)"/g)].map(
        ([, one]) => one,
      );
    expect(await offered(codeId)).toEqual(['ACMEUP']);
    expect(await offered(orderId)).toEqual(['ACMEIN', 'ACMEUP']);
    const several = await page({ template: 'ACME' });
    expect(several.text).toContain('Several templates match:');
    expect(several.html).toContain('<textarea');
    const none = await page({ template: 'Nothing of that' });
    expect(none.text).toContain(
      'No approved template has this id, and none has this text in its name or body.',
    );
    // An id finds only its template, even if another template's name or text contains it.
    await registerBodies(userId, { '1107160000000000009': `As ${orderId}. - ACME` });
    const { text } = await page({ template: orderId });
    expect(text).toContain('Order 4829 of Asha. - ACME');
    expect(text).not.toContain('Several templates match');
  });

  test('a new console is filled in with a template, its values and its header, and can be sent as it is', async () => {
    const { visitor, userId } = await aMember(web.url);
    await createKey({ userId, name: 'Shop' });
    // The first header is promotional, so it cannot be used with the template.
    await registerSenders(userId, '567890', 'ACMEIN', 'ACMEUP');
    await registerBodies(
      userId,
      { [orderId]: 'Order {#numeric#} of {#var#}, back for {#numeric#} days. - ACME' },
      { headers: ['ACMEUP'] },
    );
    await setDltMode(userId, 'enforce');
    const sent = await sendForm(visitor, message, 'Send Test Message', { phone: '9876543210' });
    expect(sent.status).toBe(202);
    expect(await prisma.message.findMany({ where: { userId } })).toMatchObject([
      {
        content: 'Order 4829 of Asha, back for 5 days. - ACME',
        ...{ sender: 'ACMEUP', templateId: orderId },
      },
    ]);
    const whole = await visitor.get(paths.dashboard('message', { template: '' }));
    expect(whole.html).toContain('<textarea');
  });

  test('in test mode, the untouched form of an account without senders sends a message', async () => {
    const { visitor, userId } = await aMember(web.url);
    await createKey({ userId, name: 'Tests', livemode: false });
    const sent = await sendForm(visitor, message, 'Send Test Message');
    expect(sent.status).toBe(202);
    const messages = await prisma.message.findMany({ where: { userId } });
    expect(messages).toMatchObject([{ livemode: false, recipient: exampleTestRecipient }]);
  });

  test('in live mode, the form has no number, because its owner would get the message', async () => {
    const { visitor, userId } = await aMember(web.url);
    await createKey({ userId, name: 'Shop' });
    const rejected = await sendForm(visitor, message, 'Send Test Message');
    expect(rejected.status).toBe(400);
    expect(joinText(rejected)).toContain('Please enter a phone number');
    expect(await prisma.message.count({ where: { userId } })).toBe(0);
  });

  test('before a message is sent, the console says what the account lacks', async () => {
    const { visitor, userId } = await aMember(web.url);
    await registerSenders(userId, 'ACMEIN');
    await setDltMode(userId, 'enforce');
    const before = joinText(await visitor.get(message));
    expect(before).toContain('None of your approved templates can be sent');
  });

  test('the console shows the warnings with which the DLT check accepted a message', async () => {
    const { userId, send } = await aSender();
    await setDltMode(userId, 'warn');
    const sent = await send({ sender: 'ACMEUP', template: '', message: 'Hello. - ACME' });
    expect(sent.status).toBe(202);
    expect(sent.text).toContain('accepted, but operators will probably block it');
    const fits = await send({ sender: 'ACMEUP', template: codeId, 'value-1': '482913' });
    expect(fits.text).not.toContain('will probably block it');
  });

  test('the values fill the template’s slots, and the message is sent from the chosen header', async () => {
    const { userId, send } = await aSender();
    const order = { sender: 'ACMEUP', template: orderId, 'value-1': '7' };
    const sent = await send({ ...order, 'value-2': 'Asha & Co' });
    expect(sent.html).toContain('Order 7 of Asha &amp; Co. - ACME');
    expect(sent.status).toBe(202);
    const rows = await prisma.message.findMany({ where: { userId } });
    expect(rows).toMatchObject([
      { content: 'Order 7 of Asha & Co. - ACME', sender: 'ACMEUP', templateId: orderId },
    ]);
  });

  test('a missing or invalid value shows an error and keeps the input', async () => {
    const { userId, send } = await aSender();
    const order = { sender: 'ACMEIN', template: orderId };
    const missing = await send({ ...order, 'value-1': '7', 'value-2': '' });
    expect(missing.status).toBe(400);
    expect(missing.text).toContain('Please fill in all values of the template');
    const empty = await send({ ...order, phone: '', 'value-1': '', 'value-2': '' });
    for (const field of ['phone', 'message']) {
      expect(parsePage(empty.html).all(`#${field}-error`)).toHaveLength(1);
    }
    const wrong = await send({ ...order, 'value-1': 'seven', 'value-2': 'Asha' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('See where the text differs');
    expect(wrong.html).toMatch(/value="seven"/);
    const gone = await send({ template: '1107160000000000009', 'value-1': '7' });
    expect(gone.status).toBe(404);
    expect(gone.text).toContain('You have no DLT template with this id.');
    expect(await prisma.message.count({ where: { userId } })).toBe(0);
  });

  test('a text similar to a template gets a link to the template, and shows the difference', async () => {
    const { visitor, send } = await aSender();
    const refused = await send({ sender: 'ACMEUP', message: 'your code is 482913. - ACME' });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain(`href="${paths.template(codeId)}"`);
    const hidden = (name: string) =>
      new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(refused.html)?.[1] ?? '';
    const checked = await visitor.post(paths.checkMessage, {
      ...{ intent: 'check', text: 'your code is 482913. - ACME' },
      ...{ sender: 'ACMEUP', template_id: codeId },
    });
    expect(hidden('template_id')).toBe(codeId);
    expect(hidden('text')).toBe('your code is 482913. - ACME');
    expect(checked.status).toBe(200);
    expect(joinText(checked)).toContain('dlt_template_near_match');
  });

  test('a template of another account is reported as not found', async () => {
    const { page, send } = await aSender();
    const { userId } = await aMember(web.url);
    await registerSenders(userId, 'OTHERS');
    await registerBodies(userId, { '1107160000000000077': 'Of somebody else. - OTHERS' });
    const { text } = await page({ template: '1107160000000000077' });
    expect(text).toContain('No approved template has this id');
    expect((await send({ template: '1107160000000000077' })).status).toBe(404);
  });
});

describe('services', () => {
  /** The owner of a service, and a function that submits the form of the OTP console. */
  async function aSender(given: Record<string, unknown> = {}) {
    const owner = await aServiceOwner(web.url, given);
    return {
      ...owner,
      post: (fields: Record<string, string>) =>
        owner.visitor.post(paths.dashboard('OTPVerification'), {
          ...{ key: owner.keyId, country: '+91', ...fields },
        }),
    };
  }

  test('the OTP console sends and verifies with the chosen service, and its sample call names the service', async () => {
    const test_numbers = [{ recipient: '9811199999', code: 'AB29', ends_on }];
    const { visitor, id, post } = await aSender({ length: 4, letters: true, test_numbers });
    const offered = parsePage((await visitor.get(paths.tryOtpService(id))).html);
    expect(offered.all('select[name="service"] option[selected]')[0]?.attributes.value).toBe(id);
    const sent = await post({ phone: '9811199999', service: id });
    expect(sent.status).toBe(202);
    const text = joinText(sent);
    expect(text).toContain('Nothing was sent: a test number of this service');
    expect(text).toContain('4 capitals or digits, valid for 5 min.');
    const parsed = parsePage(sent.html);
    expect(parsed.all('pre').filter(({ text }) => text.includes(`"service": "${id}"`)).length).toBe(
      6,
    );
    expect(parsed.only('input[name="service"]', 'value')).toBe(id);
    const verify = { phone: '9811199999', stage: 'verify', intent: 'verify', service: id };
    expect(joinText(await post({ ...verify, otp: 'AB28' }))).toContain('The OTP is not correct.');
    expect((await post({ ...verify, otp: 'ab29' })).status).toBe(200);
  });

  test('a service that is added from the console is selected when the user returns', async () => {
    const { visitor, userId } = await aMember(web.url);
    await createKey({ userId, name: 'Shop' });
    const { html } = await visitor.get(otp);
    expect(html).toContain(`href="${paths.newOtpServiceToTry}"`);
    const added = await sendForm(visitor, paths.newOtpServiceToTry, 'Add service', {
      name: 'Acme',
    });
    const shown = parsePage((await visitor.follow(added)).html);
    const { id } = await prisma.otpService.findFirstOrThrow({ where: { userId } });
    expect(shown.all('select[name="service"] option[selected]')[0]?.attributes.value).toBe(id);
  });

  test('the form of a service is filled in with a template for codes, and names the template’s header', async () => {
    const { visitor, userId } = await aMember(web.url);
    await registerSenders(userId, '567890', 'ACMEIN', 'ACMEUP');
    await registerBodies(
      userId,
      { '1107160000000000003': 'Your code is {#numeric#}. - ACME' },
      { headers: ['ACMEUP'] },
    );
    await setDltMode(userId, 'enforce');
    const page = await visitor.get(paths.newOtpService);
    expect(page.html).toContain('Your code is {code}. - ACME');
    expect(joinText(page)).not.toContain('your only header');
    await sendForm(visitor, paths.newOtpService, 'Add service', { name: 'Acme' });
    expect(await prisma.otpService.findFirst({ where: { userId } })).toMatchObject({
      sender: 'ACMEUP',
    });
  });

  test('the OTP console sends without a service if no service is chosen, or if the URL names another account’s service', async () => {
    const { userId, visitor, post } = await aSender();
    const { id } = await aServiceOwner(web.url);
    const offered = parsePage((await visitor.get(paths.tryOtpService(id))).html);
    expect(offered.all('select[name="service"] option[selected]')).toMatchObject([
      { attributes: { value: '' } },
    ]);
    expect((await post({ phone: '9811188881', service: '' })).status).toBe(202);
    expect(await prisma.otp.findFirst({ where: { userId } })).toMatchObject({ serviceId: null });
    const refused = await post({ phone: '9811188882', service: id });
    expect(refused.status).toBe(400);
    expect(joinText(refused)).toContain('There is no OTP service with this id.');
  });
});
