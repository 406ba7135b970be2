import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { prisma } from '#platform/db.ts';
import { parsePage } from '../support/parsed-page.ts';
import { aServiceOwner, ends_on } from '../support/service-owner.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { joinText } from '../support/signed-in.ts';

// No worker runs here: what is accepted stays queued.
const web = await sharedWeb();

/** The owner of a service, and what posts the form of the OTP console. */
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

test('the OTP console sends and verifies under the chosen service, and shows the call with it', async () => {
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

test('the OTP console sends without a service if none is chosen, or the one in the address is another account’s', async () => {
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
  expect(joinText(refused)).toContain('There is no OTP service by this id.');
});
