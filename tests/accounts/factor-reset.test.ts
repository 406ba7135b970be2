import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { carryOutFactorResets, resetFactors } from '#domain/identity/factors/reset-factors.ts';
import { hasSecondFactor } from '#domain/identity/factors/verify-code.ts';
import { prisma, transaction } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { anApp } from '../support/factors.ts';
import { aMember } from '../support/member.ts';
import { sendForm } from '../support/send-form.ts';

const web = await sharedWeb();

const request = { by: 'usr_support', reason: 'Video call, invoice number named' };

const reset = (userId: string) => transaction((tx) => resetFactors(userId, request, tx));

const becomesDue = (userId: string) =>
  prisma.factorReset.updateMany({ where: { userId }, data: { dueAt: new Date(0) } });

test('a reset by support removes lost factors after 72 hours, and the owner gets an email about the request at once', async () => {
  const user = await aUser();
  await anApp(user.userId);
  const dueAt = await reset(user.userId);
  expect(Math.round((dueAt.getTime() - Date.now()) / 3_600_000)).toBe(72);
  await carryOutFactorResets();
  expect(await hasSecondFactor(user.userId)).toBe(true);
  await expect(reset(user.userId)).rejects.toThrow('pending already');
  await becomesDue(user.userId);
  expect(await carryOutFactorResets()).toBe(1);
  expect(await hasSecondFactor(user.userId)).toBe(false);
  expect(await prisma.recoveryCode.count({ where: { userId: user.userId } })).toBe(0);
  expect(await prisma.session.count({ where: { userId: user.userId } })).toBe(0);
  const mails = await prisma.email.findMany({ where: { email: user.email } });
  expect(mails.map(({ about }) => about)).toEqual(['totp_on', 'reset_requested', 'reset_done']);
});

test('a signed-in owner can stop a reset', async () => {
  const { visitor, userId } = await aMember(web.url);
  await anApp(userId);
  await reset(userId);
  expect((await sendForm(visitor, paths.factors, 'Stop it')).location).toBe(paths.factors);
  await becomesDue(userId);
  expect(await carryOutFactorResets()).toBe(0);
  expect(await hasSecondFactor(userId)).toBe(true);
});

test('a reset needs a second factor and a confirmed address', async () => {
  const without = await aUser();
  await expect(reset(without.userId)).rejects.toMatchObject({ code: 'not_found' });
  const unconfirmed = await aUser({ confirmed: false });
  await anApp(unconfirmed.userId);
  await expect(reset(unconfirmed.userId)).rejects.toMatchObject({ code: 'email_unverified' });
});
