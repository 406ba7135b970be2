import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { prisma } from '#platform/db.ts';
import { registerBodies, registerSenders, setDltMode } from '../support/dlt.ts';
import { aMember } from '../support/member.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { joinText } from '../support/signed-in.ts';

const web = await sharedWeb();
const orderId = '1107160000000000002';
const codeId = '1107160000000000003';

/** A member with senders and templates of its own, in the console without JavaScript. */
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

test('an account without a sender of its own writes the text alone', async () => {
  const { visitor } = await aMember(web.url);
  const { html } = await visitor.get(paths.dashboard('message'));
  expect(html).toContain('<textarea');
  expect(html).not.toContain('DLT template');
  expect(html).not.toContain('name="sender"');
});

test('a template is found by its id, its name or its text, and has a field for each value', async () => {
  const { page } = await aSender();
  expect((await page()).html).toContain(`<option value="${orderId}">`);
  for (const template of [orderId, 'Order', 'of {#var#}']) {
    const { html, text } = await page({ template });
    expect([template, html.match(/name="value-\d"/g)?.length]).toEqual([template, 2]);
    expect(html).toContain('<code class="font-mono">{#numeric#}</code>');
    expect(text).toContain('Order {#numeric#} of {#var#}. - ACME');
    expect(html).not.toContain('<textarea');
  }
  const several = await page({ template: 'ACME' });
  expect(several.text).toContain('Several templates match:');
  expect(several.html).toContain('<textarea');
  const none = await page({ template: 'Nothing of that' });
  expect(none.text).toContain('No approved template has this id, or this in its name or text.');
});

test('an id means its template, also where another’s name or text has it', async () => {
  const { page, userId } = await aSender();
  await registerBodies(userId, { '1107160000000000009': `As ${orderId}. - ACME` });
  const { text } = await page({ template: orderId });
  expect(text).toContain('Order {#numeric#} of {#var#}. - ACME');
  expect(text).not.toContain('Several templates match');
});

test('only the headers that a template may be sent under are offered', async () => {
  const { page } = await aSender();
  const offered = async (template: string) =>
    [...(await page({ template })).html.matchAll(/<option value="(ACME\w\w)"/g)].map(
      ([, one]) => one,
    );
  expect(await offered(codeId)).toEqual(['ACMEUP']);
  expect(await offered(orderId)).toEqual(['ACMEIN', 'ACMEUP']);
});

test('the values are sent in their places, under the chosen sender', async () => {
  const { userId, send } = await aSender();
  const sent = await send({
    sender: 'ACMEUP',
    template: orderId,
    'value-1': '7',
    'value-2': 'Asha & Co',
  });
  expect(sent.html).toContain('Order 7 of Asha &amp; Co. - ACME');
  expect(sent.status).toBe(202);
  const rows = await prisma.message.findMany({ where: { userId } });
  expect(rows).toMatchObject([
    { content: 'Order 7 of Asha & Co. - ACME', sender: 'ACMEUP', templateId: orderId },
  ]);
});

test('a value that is missing or wrong is said, and what was typed stays', async () => {
  const { userId, send } = await aSender();
  const missing = await send({
    sender: 'ACMEIN',
    template: orderId,
    'value-1': '7',
    'value-2': '',
  });
  expect([missing.status, missing.text]).toEqual([
    ...[400, expect.stringContaining('Please fill in all values of the template')],
  ]);
  const wrong = await send({
    sender: 'ACMEIN',
    template: orderId,
    'value-1': 'seven',
    'value-2': 'Asha',
  });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('See where the text differs');
  expect(wrong.html).toMatch(/value="seven"/);
  const gone = await send({ template: '1107160000000000009', 'value-1': '7' });
  expect([gone.status, gone.text]).toEqual([
    ...[404, expect.stringContaining('You have no DLT template with this id.')],
  ]);
  expect(await prisma.message.count({ where: { userId } })).toBe(0);
});

test('a text that comes near a template leads to it, and to where it differs', async () => {
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

test('somebody else’s template is not found', async () => {
  const { page, send } = await aSender();
  const { userId } = await aMember(web.url);
  await registerSenders(userId, 'OTHERS');
  await registerBodies(userId, { '1107160000000000077': 'Of somebody else. - OTHERS' });
  const { text } = await page({ template: '1107160000000000077' });
  expect(text).toContain('No approved template has this id');
  expect((await send({ template: '1107160000000000077' })).status).toBe(404);
});
