import { expect, test } from 'vitest';
import { decideHeader } from '#domain/dlt/registry/header-decisions.ts';
import { templateInput } from '#domain/dlt/registry/inputs.browser.ts';
import { registerTemplates } from '#domain/dlt/registry/register-templates.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aRegistrant, dltBodies, dltText } from '../support/dlt-requests.ts';

const web = await sharedWeb();

const anOwner = () => aRegistrant(web.url);

const { entity, header, template } = dltBodies;

test('a check costs nothing, predicts for each message the result of sending it, and returns no value of a slot', async () => {
  const owner = await anOwner();
  const secret = '482913';
  const messages = [
    { message: dltText },
    { template_id: template.template_id, variables: [secret], sender_id: 'ACMEIN' },
    { message: `Your code is ${secret}. – ACME` },
    { template_id: template.template_id, variables: ['abc'] },
    { message: dltText, sender_id: 'HDFCBK' },
    { message: dltText, sender_id: 'acmein' },
    { message: dltText, recipient: '12345' },
    { message: dltText, variables: [secret] },
    { template_id: '1107160000000000002', variables: [] },
    { message: 'x'.repeat(2_000) },
    7,
  ];
  const before = await getUsage(owner);
  const reply = await owner.call.post('/dlt/check', { messages });
  expect(reply.body.data.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
    'ok',
    'ok',
    'dlt_template_near_match',
    'dlt_var_wrong_type',
    'sender_not_registered',
    'dlt_header_not_found',
    'invalid_recipient',
    'invalid_parameter',
    'dlt_template_unknown',
    'message_too_long',
    'invalid_parameter',
  ]);
  expect(reply.body.data[0]).toEqual({
    ...{ verdict: 'ok', warnings: [], entity_id: entity.entity_id },
    ...{ template_id: template.template_id, sender_id: 'ACMEIN' },
  });
  expect(reply.body.data[2]).toMatchObject({
    ...{ position: 21, kind: 'quotes_and_dashes', candidates: [template.template_id] },
    detail: expect.stringContaining('Copy the fixed text'),
  });
  expect(reply.body.data[5]).toMatchObject({ didYouMean: 'ACMEIN', param: 'sender_id' });
  expect(JSON.stringify(reply.body)).not.toContain(secret);
  expect(await getUsage(owner)).toEqual(before);
});

test('a check uses the account’s mode and the given time, just as sending does', async () => {
  const { userId, call } = await anOwner();
  const promotion = {
    ...{ template_id: '1107160000000000003', category: 'promotional' },
    body: 'Sale on {#alphanumeric#}. Reply STOP to stop. - ACME',
  };
  await registerTemplates(userId, [
    templateInput.parse({ ...template, ...promotion, headers: [] }),
  ]);
  await call.post('/dlt/headers', { ...header, header: '123456', category: 'promotional' });
  await decideHeader(userId, '123456', { status: 'approved' }, 'asha');
  const message = 'Sale on shoes. Reply STOP to stop. - ACME';
  const verdictAt = async (at: string) =>
    (await call.post('/dlt/check', { messages: [{ message, sender_id: '123456' }], at })).body
      .data[0];
  const night = '2026-11-24T21:30:00+05:30';
  await until(
    'the approval takes effect',
    async () => (await verdictAt('2026-11-24T12:00:00+05:30')).verdict === 'ok',
  );
  expect(await verdictAt(night)).toMatchObject({
    verdict: 'dlt_promo_window',
    docUrl: expect.stringMatching(/\/docs\/dlt#dlt_promo_window$/),
  });
  await call.call('PATCH', '/dlt/registry', { body: { mode: 'warn' } });
  const warned = await until('the mode takes effect', async () => {
    const found = await verdictAt(night);
    return found.verdict === 'ok' && found;
  });
  expect(warned.warnings.map(({ code }: { code: string }) => code)).toEqual(['dlt_promo_window']);
});

test('an account without registrations gets a warning in every mode', async () => {
  const call = client(web.url, await anAccount());
  const { body } = await call.post('/dlt/check', { messages: [{ message: 'Hello' }] });
  const code = 'dlt_registry_empty';
  const docUrl = expect.stringMatching(/\/docs\/dlt#dlt_registry_empty$/);
  expect(body.data).toMatchObject([{ verdict: 'ok', warnings: [{ code, docUrl }] }]);
});

test('an empty list and a list of more than 1,000 messages are rejected', async () => {
  const call = client(web.url, await anAccount());
  for (const count of [0, 1_001]) {
    const messages = Array.from({ length: count }, () => ({ message: 'a' }));
    expect((await call.post('/dlt/check', { messages })).body.error.param).toBe('messages');
  }
});

test('a check gives the name and position of each invisible character and of each character that needs UCS-2', async () => {
  const owner = await anOwner();
  const messages = [
    { message: 'Your \u200bcode is 482913. - ACME' },
    { message: dltText.replace('-', '–') },
    { message: dltText },
  ];
  const { body } = await owner.call.post('/dlt/check', { messages });
  expect(body.data[0]).toMatchObject({
    verdict: 'dlt_template_near_match',
    ...{ kind: 'invisible', position: 5, character: 'U+200B ZERO WIDTH SPACE' },
    warnings: [{ code: 'dlt_text_in_ucs2', position: 5, character: 'U+200B ZERO WIDTH SPACE' }],
  });
  expect(body.data[1].warnings).toMatchObject([
    { code: 'dlt_text_in_ucs2', position: 21, message: expect.stringContaining('write “-”') },
  ]);
  expect(body.data[2].warnings).toEqual([]);
});

test('a template with a portal’s CRLF line ends can be registered, and its messages are sent with CRLF line ends', async () => {
  const owner = await anOwner();
  const template_id = '1107160000000000077';
  const registered = {
    ...{ ...template, template_id, name: 'Points' },
    body: 'Thank you!\r\nYou earned {#num#} points.\r\n- ACME {#alp#}',
  };
  expect(await owner.call.post('/dlt/templates', registered)).toMatchObject({
    status: 201,
    body: { data: { slots: [{ type: 'numeric' }, { type: 'alphanumeric' }] } },
  });
  const message = 'Thank you!\nYou earned 5 points.\n- ACME shop';
  const sent = await owner.call.post('/messages/send-message', {
    recipient: '9876543210',
    message,
  });
  expect(sent.status).toBe(202);
  const { body } = await owner.call.get(`/messages/${sent.body.data._id}`);
  expect(body.data).toMatchObject({
    content: message.replaceAll('\n', '\r\n'),
  });
  const foreign = {
    ...registered,
    template_id: '1107160000000000078',
    body: 'Code ##OTP##. - ACME',
  };
  expect(await owner.call.post('/dlt/templates', foreign)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('“##OTP##” at character 6') },
  });
});
