import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import {
  undoDeletion,
  undoDeletionByLink,
} from '#domain/identity/account-deletion/request-deletion.ts';
import { undoEmailChange } from '#domain/identity/accounts/email-change.ts';
import { purgeAccounts } from '#domain/messaging/account-data/purge-accounts.ts';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser, ownProgram } from '../support/account.ts';
import { client } from '../support/client.ts';
import { requestEmailChange, tokenTo } from '../support/email-change.ts';
import { aLeaver, deletionOf, letItBeDue, signInAgain, understood } from '../support/leaver.ts';
import { untilWaitingForLock } from '../support/lock-waits.ts';
import { aMember } from '../support/member.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();
const rest = client(web.url, null);

beforeEach(flushRedis);

describe('an undo that races with the start of the deletion', () => {
  test('succeeds completely or not at all, depending on which transaction locks the row first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { userId } = await aLeaver();
      await letItBeDue(userId);
      const [undone] = await Promise.all([undoDeletion(userId), purgeAccounts()]);
      const left = await deletionOf(userId);
      // Either the deletion is undone and nothing is deleted, or the deletion has begun and the personal data of the
      // account is removed.
      expect([undone, left === null]).toEqual([undone, undone]);
      const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
      expect(user.email.includes('@')).toBe(undone);
      expect(await prisma.credential.count({ where: { userId } })).toBe(undone ? 1 : 0);
    }
  });

  test('if a worker has already found the deletion, makes the worker skip it and leaves no deletion behind', async () => {
    const { userId } = await aLeaver();
    await letItBeDue(userId);
    await prisma.$transaction(async (tx) => {
      await tx.accountDeletion.delete({ where: { userId } });
      await purgeAccounts();
    });
    expect(await deletionOf(userId)).toBeNull();
    expect(await prisma.credential.count({ where: { userId } })).toBe(1);
  });

  test('fails if the deletion starts while the undo waits for its lock', async () => {
    const { userId, user } = await aLeaver();
    const token = await tokenTo(user.email, 'account_deletion_requested');
    let undoing: Promise<void> | undefined;
    await prisma.$transaction(async (tx) => {
      await tx.accountDeletion.update({ where: { userId }, data: { startedAt: new Date() } });
      undoing = undoDeletionByLink(token, ownProgram);
      undoing.catch(() => undefined);
      await untilWaitingForLock('%DELETE FROM account_deletions%');
    });
    await expect(undoing).rejects.toMatchObject({ code: 'invalid_parameter' });
    expect(await deletionOf(userId)).not.toBeNull();
    const { visitor, page } = await signInAgain(user);
    expect((await visitor.get(page.location ?? '')).location).toMatch(/^\/login/);
  });
});

test('setting a new password does not undo the deletion, and the owner can still sign in to undo the deletion', async () => {
  const { user, userId } = await aLeaver();
  await rest.post('/users/forgotPassword', { email: user.email });
  const token = await tokenTo(user.email, 'reset_password');
  const password = 'seventeen purple otters';
  const visitor = aVisitor(web.url);
  await visitor.post(`/reset-password/${token}`, { password, passwordConfirm: password });
  expect(await deletionOf(userId)).not.toBeNull();
  const again = await signInAgain({ ...user, password });
  expect((await again.visitor.get('/dashboard')).location).toBe(paths.accountDeletion);
  // The second sign-in leads to the page of the deletion. Signing out there ends the session of the second sign-in too.
  await again.visitor.post(paths.logout, {});
  expect(await prisma.session.count({ where: { userId } })).toBe(0);
});

test('undoing an address change also undoes a deletion that was requested after the change, but not an earlier deletion', async () => {
  const thief = await aMember(web.url);
  await requestEmailChange(thief.user, `thief-${thief.user.email}`);
  const form = { ...understood, password: thief.user.password };
  expect((await thief.visitor.post(paths.deleteAccount, form)).location).toBe(paths.home);
  await undoEmailChange(await tokenTo(thief.user.email, 'email_change_notice'), ownProgram);
  expect(await deletionOf(thief.userId)).toBeNull();

  const owner = await aMember(web.url);
  await requestEmailChange(owner.user, `new-${owner.user.email}`);
  const longBefore = { requestedAt: new Date(0), dueAt: new Date(Date.now() + 60_000) };
  await prisma.accountDeletion.create({ data: { userId: owner.userId, ...longBefore } });
  await undoEmailChange(await tokenTo(owner.user.email, 'email_change_notice'), ownProgram);
  expect(await deletionOf(owner.userId)).not.toBeNull();
});

test('without a pending deletion the page redirects to the dashboard, and an undo changes nothing', async () => {
  expect((await aVisitor(web.url).get(paths.accountDeletion)).location).toBe('/dashboard');
  const { visitor } = await aMember(web.url);
  expect((await visitor.get(paths.accountDeletion)).location).toBe('/dashboard');
  const answer = await visitor.follow(await visitor.post(paths.accountDeletion, {}));
  expect(answer.html).toContain('Nothing to undo');
  for (const token of ['x', '%00', 'a'.repeat(5_000)]) {
    const page = await aVisitor(web.url).post(`/undo-account-deletion/${token}`, {});
    expect(page.status).toBe(400);
  }
  expect(await undoDeletion((await aUser()).userId)).toBe(false);
});
