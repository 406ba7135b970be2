import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { readHourlyCounts, sumHours } from '#domain/messaging/otp/services/read-hourly-counts.ts';
import { readRecentCodes } from '#domain/messaging/otp/services/read-recent-codes.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { pretendItIs } from '../support/otp-past.ts';
import { invalidHtml, parsePage } from '../support/parsed-page.ts';
import { type CodeFixture, insertCodes } from '../support/service-codes.ts';
import { aServiceOwner } from '../support/service-owner.ts';
import { joinText } from '../support/signed-in.ts';

const web = await sharedWeb();
const hourMs = 3_600_000;

const ago = (hours: number) => new Date(Date.now() - hours * hourMs);

/** The owner of a service, and a function that inserts past codes of it. */
async function anOwner() {
  const owner = await aServiceOwner(web.url);
  const kept = () => prisma.otpServiceHour.findMany({ where: { serviceId: owner.id } });
  const insert = (list: CodeFixture[]) => insertCodes(owner, owner.id, list);
  return { ...owner, kept, insert };
}

test('codes count in the hour in which they were sent, and codes of test numbers are counted separately', async () => {
  const { id, insert, kept } = await anOwner();
  await insert([
    { at: ago(30) },
    { at: ago(5) },
    { at: ago(5), state: 'expired' },
    { at: ago(5), isTest: true },
    { at: ago(5), isTest: true, state: 'expired' },
    { at: ago(0), state: 'pending' },
  ]);
  const day = await readHourlyCounts(id, 24);
  expect(day).toHaveLength(24);
  expect(day.at(-1)).toMatchObject({ sent: 1, verified: 0 });
  const hour = day.find(({ testSent }) => testSent > 0);
  expect(hour).toMatchObject({ sent: 2, verified: 1, testSent: 2, testVerified: 1 });
  // Hours follow India's clock, which differs from UTC by a half hour.
  expect(day.map(({ hour }) => hour.getUTCMinutes())).toEqual(day.map(() => 30));
  const week = await readHourlyCounts(id, 168);
  expect(sumHours(week)).toEqual({ sent: 4, verified: 2, testSent: 2, testVerified: 1 });
  expect((await kept()).reduce((sum, { sent }) => sum + sent, 0)).toBe(3);
});

test('when no code of an hour can still be verified, the counts of the hour are stored and reused', async () => {
  const { id, insert, kept } = await anOwner();
  await insert([{ at: ago(0), state: 'pending' }]);
  await readHourlyCounts(id, 24);
  const current = Date.now() - hourMs;
  expect((await kept()).filter(({ hour }) => hour.getTime() > current - hourMs)).toEqual([]);
  await prisma.otp.updateMany({ where: { serviceId: id }, data: { state: 'verified' } });
  pretendItIs(181);
  expect(sumHours(await readHourlyCounts(id, 23))).toMatchObject({ sent: 1, verified: 1 });
  expect((await kept()).reduce((sum, { verified }) => sum + verified, 0)).toBe(1);
  await prisma.otp.deleteMany({ where: { serviceId: id } });
  pretendItIs(182);
  expect(sumHours(await readHourlyCounts(id, 12))).toMatchObject({ sent: 1, verified: 1 });
  pretendItIs(9 * 24 * 60);
  expect(sumHours(await readHourlyCounts(id, 168))).toMatchObject({ sent: 0 });
  expect((await kept()).every(({ hour }) => hour.getTime() > Date.now())).toBe(true);
});

test('concurrent reads return the same counts, and a deleted service causes no error', async () => {
  const { id, insert } = await anOwner();
  await insert(Array.from({ length: 10 }, () => ({ at: ago(5) })));
  const looks = await Promise.all([1, 2, 24, 25, 26, 167, 168].map((h) => readHourlyCounts(id, h)));
  expect(looks.map((hours) => sumHours(hours).sent)).toEqual([0, 0, 10, 10, 10, 10, 10]);
  await prisma.otpService.delete({ where: { id } });
  expect(await prisma.otpServiceHour.count({ where: { serviceId: id } })).toBe(0);
  expect(sumHours(await readHourlyCounts(id, 23)).sent).toBe(10);
});

test('codes count for the carrier that accepted their last message', async () => {
  const { id, userId, insert } = await anOwner();
  await insert([
    {},
    { state: 'expired' },
    { message: { carrier: 'second' } },
    { state: 'expired', message: { carrier: null, state: 'failed' } },
    { isTest: true },
  ]);
  const { carriers, count } = await readRecentCodes({ userId, id }, 24);
  expect(count).toBe(4);
  expect(carriers).toEqual([
    { carrier: 'first', sent: 2, verified: 1 },
    { carrier: null, sent: 1, verified: 0 },
    { carrier: 'second', sent: 1, verified: 1 },
  ]);
});

test('a code that ends without being verified counts as a failure, unless a newer code replaced it', async () => {
  const { id, userId, insert } = await anOwner();
  const [, , lost] = await insert([
    { to: '9844099991', at: ago(4), state: 'exhausted', attempts: 5 },
    { to: '9844099992', at: ago(3), state: 'expired', attempts: 0 },
    {
      ...{ to: '9844099993', at: ago(0), state: 'pending', attempts: 0 },
      message: { state: 'undelivered', reason: 'UNDELIV 001' },
    },
    { to: '9844099994', at: ago(0), state: 'pending' },
    { to: '9844099995', at: ago(2), state: 'expired' },
    { to: '9844099995', at: new Date(ago(2).getTime() + 60_000) },
    { to: '9844099996', at: ago(1), state: 'expired', isTest: true },
  ]);
  const { failures } = await readRecentCodes({ userId, id }, 24);
  expect(failures.map(({ recipient, why }) => [recipient, why])).toEqual([
    ['+91 ••••• •9993', 'not_delivered'],
    ['+91 ••••• •9992', 'expired'],
    ['+91 ••••• •9991', 'exhausted'],
  ]);
  expect(failures[0]?.message).toEqual({ id: lost, state: 'undelivered', reason: 'UNDELIV 001' });
});

test('without JavaScript the screen of a service shows its rate, carriers, throttles and failures with links', async () => {
  const { visitor, id, userId, keyId, insert } = await anOwner();
  const [failed] = await insert([
    { at: ago(3), state: 'exhausted', attempts: 5 },
    ...Array.from({ length: 3 }, () => ({ at: ago(2) })),
    { at: ago(2), isTest: true },
    { at: ago(50) },
  ]);
  const startedAt = ago(1);
  const throttle = { userId, startedAt, sent: 120, verified: 6, minVerifiedPercent: 20 };
  await prisma.otpThrottle.createMany({
    data: [
      { ...throttle, id: newId('brk'), keyId },
      { ...throttle, id: newId('brk'), endedAt: startedAt, liftedByOwner: true },
      { ...throttle, id: newId('brk'), keyId: 'dk_gone' },
    ],
  });
  const page = await visitor.get(paths.otpService(id));
  const text = joinText(page);
  expect(text).toContain('75%||3 of 4 codes verified');
  expect(text).toContain('1 of 1 test codes verified, not counted here');
  expect(text).toContain('+91 ••••• •');
  expect(text).toContain('The code ended after 5 wrong attempts.');
  expect(text).toContain('throttled||Shop');
  expect(text).toContain('because only 6 of 120 codes in an hour were verified');
  expect(text).toContain('You lifted the throttle. No new throttle starts before ');
  expect(text).not.toContain('dk_gone');
  expect(parsePage(page.html).all(`a[href="${paths.message(failed ?? '')}"]`)).toHaveLength(1);
  expect(await invalidHtml(page.html)).toEqual([]);
  const week = joinText(await visitor.get(paths.otpService(id, { over: 'week' })));
  expect(week).toContain('80%||4 of 5 codes verified');
  expect(joinText(await visitor.get(paths.otpServices))).toContain('75% |of 4');
});

test('the screen of a service without codes says that there are no codes', async () => {
  const { visitor, id } = await anOwner();
  const page = await visitor.get(paths.otpService(id));
  const text = joinText(page);
  expect(text).toContain('no codes sent');
  expect(text).toContain('No codes were sent in this period.');
  expect(text).toContain('No throttle is active. Codes are sent at the normal rate.');
  expect(text).toContain('No failures in this period');
  expect(await invalidHtml(page.html)).toEqual([]);
});
