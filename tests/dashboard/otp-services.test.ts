import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { listServices } from '#domain/messaging/otp/services/manage-services.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { registerBodies, registerSenders, setDltMode } from '../support/dlt.ts';
import { aMember } from '../support/member.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { invalidHtml, parsePage } from '../support/parsed-page.ts';
import { aServiceOwner, ends_on, serviceFields, testNumber } from '../support/service-owner.ts';
import { joinText } from '../support/signed-in.ts';

const web = await sharedWeb();

const anOwner = (given: Record<string, unknown> = {}) => aServiceOwner(web.url, given);

describe('a service, without JavaScript', () => {
  test('is missing at first, and the empty list says which text is sent without a service', async () => {
    const { visitor } = await aMember(web.url);
    const page = await visitor.get(paths.otpServices);
    expect(page.html).toContain('<title>OTP services · Dakiya</title>');
    const text = joinText(page);
    expect(text).toContain('No services yet');
    expect(text).toContain('Without a service|');
    expect(parsePage(page.html).all(`main a[href="${paths.newOtpService}"]`)).toHaveLength(1);
    expect(await invalidHtml(page.html)).toEqual([]);
  });

  test('can be added with every field and then changed, and a field that is emptied loses its value', async () => {
    const { visitor, userId } = await aMember(web.url);
    const given = {
      ...{ name: ' Acme Söhne ', text: 'Use {code}.\r\n{name}', length: '8', letters: 'true' },
      ...{ ttl_seconds: '600', max_attempts: '3', resend: 'new' },
      ...{ app_hash: 'FA+9qCX9VSu', web_domain: 'example.com' },
    };
    const added = await visitor.post(paths.newOtpService, { ...serviceFields, ...given });
    const [service] = await listServices(userId);
    expect(service).toMatchObject({
      ...{ name: 'Acme Söhne', text: 'Use {code}.\n{name}', length: 8, letters: true },
      ...{ ttlSeconds: 600, maxAttempts: 3, resend: 'new', sender: null, templateId: null },
      ...{ appHash: 'FA+9qCX9VSu', webDomain: 'example.com', testNumbers: [] },
    });
    const id = service?.id ?? '';
    expect(added.location).toBe(paths.otpService(id));
    expect(joinText(await visitor.follow(added))).toContain('Acme Söhne');

    const form = await visitor.get(paths.editOtpService(id));
    expect(await invalidHtml(form.html)).toEqual([]);
    expect(joinText(form)).toContain('Use K7M2XQ4R.\nAcme Söhne\nFA+9qCX9VSu\n@example.com #K7M');
    await visitor.post(paths.editOtpService(id), { ...serviceFields, ...given, app_hash: '' });
    expect((await listServices(userId))[0]).toMatchObject({ appHash: null, length: 8 });
    const list = joinText(await visitor.get(paths.otpServices));
    expect(list).toContain('Acme Söhne|');
    expect(list).toContain('10 min');
    expect(list).toContain('none sent');
  });

  test.each([
    ['no name', { name: ' ' }, 'name', 'Please enter a name'],
    ['no code in the text', { text: 'Hello' }, 'text', 'The text must have {code} once.'],
    ['two codes in the text', { text: '{code} {code}' }, 'text', 'must have {code} once'],
    ['a validity of an hour and a second', { ttl_seconds: '3601' }, 'ttl_seconds', 'at most 3600'],
    ['a validity that is not a number', { ttl_seconds: '5m' }, 'ttl_seconds', 'a whole number'],
    ['a length that is not an option', { length: '9' }, 'length', '8'],
    ['letters that are not an option', { letters: 'yes' }, 'letters', ''],
    ['a malformed header', { sender_id: 'A' }, 'sender_id', '3 to 6 letters'],
    ['an id in exponents', { template_id: '1.1E+18' }, 'template_id', '12 to 20 digits'],
    ['a short hash', { app_hash: 'abc' }, 'app_hash', '11 characters'],
    ['an address for a domain', { web_domain: 'https://a.b' }, 'web_domain', 'example.com'],
    ['another account’s header', { sender_id: 'HDFCBK' }, 'sender_id', 'not one of your headers'],
  ])(
    'with %s gets an error at the invalid field, and the other fields keep their values',
    async (_what, wrong, field, said) => {
      const { visitor, userId } = await aMember(web.url);
      const page = await visitor.post(paths.newOtpService, {
        ...serviceFields,
        web_domain: 'a.in',
        ...wrong,
      });
      expect(page.status).toBeGreaterThanOrEqual(400);
      expect(page.status).toBeLessThan(500);
      const parsed = parsePage(page.html);
      const input = parsed.all(`[name="${field}"]`)[0]?.attributes;
      expect(input?.['aria-invalid']).toBe('true');
      const described = input?.['aria-describedby'] ?? '';
      expect(parsed.all(`[id="${described}"]`)[0]?.text).toContain(said);
      if (field !== 'web_domain') expect(parsed.only('[name="web_domain"]', 'value')).toBe('a.in');
      expect(await listServices(userId)).toEqual([]);
    },
  );

  test('the finding of a DLT check is shown at its field', async () => {
    const { visitor, userId } = await aMember(web.url);
    await registerSenders(userId, 'ACMEIN');
    await registerBodies(userId, { '1107160000000000001': '{#numeric#} is your code for Acme.' });
    const post = (given: Record<string, string>) =>
      visitor.post(paths.newOtpService, { ...serviceFields, sender_id: 'ACMEIN', ...given });
    const wrong = parsePage((await post({ text: '{code} is the code for Acme.' })).html);
    const textError = wrong.only('textarea[name="text"]', 'aria-describedby');
    expect(wrong.all(`[id="${textError}"]`)[0]?.text).toContain('template');
    const letters = await post({ text: '{code} is your code for Acme.', letters: 'true' });
    expect(letters.status).toBe(422);
    expect(await listServices(userId)).toEqual([]);
    expect((await post({ text: '{code} is your code for {name}.' })).status).toBe(302);
    const [{ id } = { id: '' }] = await listServices(userId);
    expect((await visitor.get(paths.otpService(id))).html).not.toContain('objections-title');
    await prisma.dltHeader.updateMany({
      where: { userId },
      data: { lastUsedAt: new Date(Date.now() - 26 * 86_400_000) },
    });
    await setDltMode(userId, 'enforce');
    await until('the screen warns of an idle header', async () => {
      const page = parsePage((await visitor.get(paths.otpService(id))).html);
      return page.all(`a[href="${paths.verdict('dlt_header_idle')}"]`).length === 1;
    });
    await prisma.dltHeader.updateMany({ where: { userId }, data: { status: 'suspended' } });
    await setDltMode(userId, 'enforce');
    await until('the screen says that codes are refused', async () =>
      joinText(await visitor.get(paths.otpService(id))).includes(
        'Codes of this service are refused at present',
      ),
    );
  });

  test('can be added at most twenty times, and the list states this limit', async () => {
    const { visitor, userId } = await anOwner();
    const more = { ...serviceFields, web_domain: 'a.in' };
    for (let i = 0; i < 19; i++) {
      expect((await visitor.post(paths.newOtpService, more)).status).toBe(302);
    }
    expect((await visitor.post(paths.newOtpService, more)).status).toBe(400);
    expect(await listServices(userId)).toHaveLength(20);
    const list = await visitor.get(paths.otpServices);
    expect(joinText(list)).toContain('at most 20');
    expect(parsePage(list.html).all('tbody tr')).toHaveLength(20);
  });
});

test('a service is deleted only after a recent sign-in, and deleting it again shows a clear error', async () => {
  const { visitor, userId, user, edit, read } = await anOwner();
  await signedInLongAgo(userId);
  expect(joinText(await visitor.post(edit, { intent: 'delete' }))).toContain('Confirm that it is');
  expect(await read()).toBeDefined();
  const confirmed = { intent: 'delete', confirmPassword: user.password };
  const answer = await visitor.post(edit, confirmed);
  expect(answer.location).toBe(paths.otpServices);
  expect(joinText(await visitor.follow(answer))).toContain('No services yet');
  const again = await visitor.follow(await visitor.post(edit, { intent: 'delete' }));
  expect(again.status).toBe(200);
  expect(again.html).toContain('Failed to delete the OTP service');
  expect((await visitor.get(edit)).status).toBe(404);
  expect((await visitor.post(edit, serviceFields)).status).toBe(404);
});

test('another account cannot see, change or delete a service', async () => {
  const { id, edit, read } = await anOwner();
  const { visitor } = await aMember(web.url);
  for (const path of [paths.otpService(id), edit, paths.otpService('%00'), paths.otpService('x')]) {
    expect([path, (await visitor.get(path)).status]).toEqual([path, 404]);
  }
  const before = await read();
  await visitor.post(edit, { ...serviceFields, name: 'Mine' });
  await visitor.post(edit, { intent: 'delete' });
  expect((await visitor.post(edit, { intent: 'add-test-number', ...testNumber })).status).toBe(404);
  await visitor.post(edit, { intent: 'remove-test-number', recipient: '+919811199999' });
  expect((await visitor.post(edit, { intent: 'nothing' })).status).toBe(400);
  expect(await read()).toEqual(before);
});

describe('test numbers', () => {
  test('can be added with a code and a last day, are marked on every page, and can be removed', async () => {
    const { visitor, id, edit, read } = await anOwner();
    const add = { intent: 'add-test-number', ...testNumber };
    const added = await visitor.post(edit, add);
    const text = joinText(await visitor.follow(added));
    expect(text).toMatch(/\|test\|+\+919811199999\|+code \|482913\|+until \d+ [A-Z]/);
    expect((await read())?.testNumbers).toEqual([
      { recipient: '+919811199999', code: '482913', endsOn: ends_on },
    ]);
    expect(joinText(await visitor.get(paths.otpServices))).toContain('1 test');
    expect(joinText(await visitor.get(paths.otpService(id)))).toContain('1 test number');
    // Saving the service does not change the test numbers.
    await visitor.post(edit, { ...serviceFields, length: '6' });
    expect((await read())?.testNumbers).toHaveLength(1);
    await visitor.post(edit, { intent: 'remove-test-number', recipient: '+919811199999' });
    expect((await read())?.testNumbers).toEqual([]);
  });

  test.each([
    [
      'a code of another length',
      { code: '4829' },
      'code',
      'does not have the length or characters',
    ],
    [
      'a character that no code has',
      { code: '48-913' },
      'code',
      'does not have the length or characters',
    ],
    [
      'letters where there are digits',
      { code: '48291A' },
      'code',
      'does not have the length or characters',
    ],
    ['a day in the past', { ends_on: '2020-01-01' }, 'ends_on', 'This day is over.'],
    ['an invalid day', { ends_on: '31.3.2035' }, 'ends_on', ''],
    ['no mobile number', { recipient: '12345' }, 'recipient', 'has 5 digits'],
    ['a number of another country', { recipient: '+14155550100' }, 'recipient', 'India'],
  ])('cannot have %s', async (_what, wrong, field, said) => {
    const { visitor, edit, read } = await anOwner();
    const page = await visitor.post(edit, { intent: 'add-test-number', ...testNumber, ...wrong });
    expect(page.status).toBe(400);
    const parsed = parsePage(page.html);
    const described = parsed.only(`[name="${field}"]`, 'aria-describedby') ?? '';
    expect(parsed.all(`[id="${described}"]`)[0]?.text).toContain(said);
    expect((await read())?.testNumbers).toEqual([]);
  });

  test('are limited to ten distinct numbers, and the service rejects a code length that differs from their fixed codes', async () => {
    const numbers = Array.from({ length: 9 }, (_, i) => ({
      ...{ recipient: `981119990${i}`, code: '482913', ends_on },
    }));
    const { visitor, edit, read } = await anOwner({ test_numbers: numbers });
    const add = (recipient: string) =>
      visitor.post(edit, { intent: 'add-test-number', ...testNumber, recipient });
    expect(joinText(await add('9811199900'))).toContain('It is a test number already.');
    expect((await add('9811199909')).status).toBe(302);
    expect(joinText(await add('9811199910'))).toContain('at most 10 test numbers');
    expect((await read())?.testNumbers).toHaveLength(10);
    const page = await visitor.post(edit, { ...serviceFields, length: '8' });
    expect(page.status).toBe(400);
    expect(joinText(page)).toContain(
      'A code does not have the length or characters of this service.',
    );
  });

  test('are all stored when added and removed concurrently', async () => {
    const { visitor, edit, read } = await anOwner({
      test_numbers: [{ recipient: '9811199990', code: '482913', ends_on }],
    });
    const adds = Array.from({ length: 12 }, (_, i) =>
      visitor.post(edit, {
        ...{ intent: 'add-test-number', ...testNumber, recipient: String(9_811_199_900 + (i % 6)) },
      }),
    );
    const remove = { intent: 'remove-test-number', recipient: '+919811199990' };
    const answers = await Promise.all([...adds, visitor.post(edit, remove)]);
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(7);
    const numbers = (await read())?.testNumbers.map(({ recipient }) => recipient).toSorted();
    expect(numbers).toEqual([0, 1, 2, 3, 4, 5].map((i) => `+91981119990${i}`));
  });

  test('can be added only after a recent sign-in', async () => {
    const { visitor, userId, user, edit, read } = await anOwner();
    await signedInLongAgo(userId);
    const add = { intent: 'add-test-number', ...testNumber };
    expect(joinText(await visitor.post(edit, add))).toContain('Confirm that it is you');
    expect((await read())?.testNumbers).toEqual([]);
    await visitor.post(edit, { ...add, confirmPassword: user.password });
    expect((await read())?.testNumbers).toHaveLength(1);
  });
});
