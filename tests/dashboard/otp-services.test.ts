import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { listServices } from '#domain/messaging/otp/services/manage-services.ts';
import { prisma } from '#platform/db.ts';
import { registerBodies, registerSenders, setDltMode } from '../support/dlt.ts';
import { aMember } from '../support/member.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { invalidHtml, parsePage } from '../support/parsed-page.ts';
import { aServiceOwner, serviceFields, testNumber } from '../support/service-owner.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { joinText } from '../support/signed-in.ts';
import { until } from '../support/until.ts';

const web = await sharedWeb();

const anOwner = (given: Record<string, unknown> = {}) => aServiceOwner(web.url, given);

describe('a service of one’s own, without JavaScript', () => {
  test('begins with an empty list that says what is sent until then', async () => {
    const { visitor } = await aMember(web.url);
    const page = await visitor.get(paths.otpServices);
    expect(page.html).toContain('<title>OTP services · Dakiya</title>');
    const text = joinText(page);
    expect(text).toContain('No services yet');
    expect(text).toContain('Without a service|');
    expect(parsePage(page.html).all(`main a[href="${paths.newOtpService}"]`)).toHaveLength(1);
    expect(await invalidHtml(page.html)).toEqual([]);
  });

  test('is added with every field, changed, and emptied fields are none again', async () => {
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
    ['a life of an hour and a second', { ttl_seconds: '3601' }, 'ttl_seconds', 'at most 3600'],
    ['a life that is no number', { ttl_seconds: '5m' }, 'ttl_seconds', 'a whole number'],
    ['a length that no option has', { length: '9' }, 'length', '8'],
    ['letters that no option has', { letters: 'yes' }, 'letters', ''],
    ['a header of no such form', { sender_id: 'A' }, 'sender_id', '3 to 6 letters'],
    ['an id in exponents', { template_id: '1.1E+18' }, 'template_id', '12 to 20 digits'],
    ['a short hash', { app_hash: 'abc' }, 'app_hash', '11 characters'],
    ['an address for a domain', { web_domain: 'https://a.b' }, 'web_domain', 'example.com'],
    ['somebody else’s header', { sender_id: 'HDFCBK' }, 'sender_id', 'not one of your headers'],
  ])(
    'says at the field what is wrong with %s, and keeps the rest',
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

  test('a verdict of the DLT check stands at the field that it concerns', async () => {
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

  test('an account has at most twenty, and the list says so', async () => {
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

test('a service is deleted after a recent sign-in, and what is gone is an error that one can read', async () => {
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

test('a stranger’s service cannot be seen, changed or deleted', async () => {
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
