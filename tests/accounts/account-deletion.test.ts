import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { cancelOfClosedAccounts } from '#domain/delivery/reconcile/end-waiting-messages.ts';
import {
  undoDeletion,
  undoDeletionByLink,
} from '#domain/identity/account-deletion/request-deletion.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { endOtpsOfClosedAccounts } from '#domain/messaging/otp/otp-retention.ts';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { aUser, getUsage, ownProgram } from '../support/account.ts';
import { client } from '../support/client.ts';
import { linkTo, tokenTo } from '../support/email-change.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { aLeaver, deletionOf, signInAgain, understood } from '../support/leaver.ts';
import { aMember } from '../support/member.ts';
import { invalidHtml } from '../support/parsed-page.ts';
import { joinText, signedIn } from '../support/signed-in.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();
const rest = client(web.url, null);

beforeEach(flushRedis);

describe('requesting the deletion', () => {
  test('needs the password and a ticked box, and explains what happens', async () => {
    const { visitor, userId, user } = await aMember(web.url);
    const page = await visitor.get(paths.deleteAccount);
    expect(joinText(page)).toContain('We keep the log of your messages for a year, without texts');
    expect(await invalidHtml(page.html)).toEqual([]);
    const refused: Record<string, string>[] = [
      { password: user.password },
      understood,
      { ...understood, password: 'wrong' },
    ];
    for (const form of refused) {
      expect((await visitor.post(paths.deleteAccount, form)).status).toBe(400);
    }
    expect(await deletionOf(userId)).toBeNull();
    const form = { ...understood, password: user.password };
    expect((await visitor.post(paths.deleteAccount, form)).location).toBe(paths.home);
    const { requestedAt, dueAt } = (await deletionOf(userId)) ?? {};
    expect(Number(dueAt) - Number(requestedAt)).toBe(14 * 24 * 3_600_000);
  });

  test('needs a recent sign-in if the account has no password', async () => {
    const { visitor, userId } = await aMember(web.url);
    await prisma.user.update({ where: { id: userId }, data: { passwordHash: null } });
    const page = await visitor.get(paths.deleteAccount);
    expect(page.html).not.toContain('type="password"');
    const long = { where: { userId }, data: { authenticatedAt: new Date(0) } };
    await prisma.session.updateMany(long);
    expect((await visitor.post(paths.deleteAccount, understood)).status).toBe(403);
    expect(await deletionOf(userId)).toBeNull();
    await prisma.session.updateMany({ ...long, data: { authenticatedAt: new Date() } });
    expect((await visitor.post(paths.deleteAccount, understood)).status).toBe(302);
    expect(await deletionOf(userId)).not.toBeNull();
  });

  test('creates one deletion for two concurrent requests', async () => {
    const { visitor, userId, user } = await aMember(web.url);
    const form = { ...understood, password: user.password };
    const answers = await Promise.all([
      visitor.post(paths.deleteAccount, form),
      visitor.post(paths.deleteAccount, form),
    ]);
    expect(answers.filter(({ location }) => location === paths.home)).toHaveLength(1);
    const kind = 'account_deletion_requested';
    expect(await prisma.email.count({ where: { email: user.email, kind } })).toBe(1);
    expect(await deletionOf(userId)).not.toBeNull();
  });
});

describe('while the deletion is pending', () => {
  test('sessions have ended, keys are inactive, and API clients cannot log in', async () => {
    const { visitor, user, call } = await aLeaver();
    expect((await visitor.get('/dashboard')).location).toMatch(/^\/login/);
    expect((await client(web.url, user).get('/users/profile')).status).toBe(401);
    const refused = await until('the key is inactive', async () => {
      const answer = await call.get('/balance');
      return answer.status === 403 ? answer : null;
    });
    expect(refused.body.error.code).toBe('key_inactive');
    const { email, password } = user;
    const login = await rest.post('/users/login', { email, password });
    expect([login.status, login.body.error.code]).toEqual([403, 'account_deletion_pending']);
    const wrong = await rest.post('/users/login', { email, password: 'wrong' });
    expect(wrong.body.error.code).toBe('invalid_credentials');
  });

  test('a key created after the deletion was requested does not work', async () => {
    const { userId } = await aLeaver();
    const key = await createKey({ userId, name: 'Late' });
    const answer = await client(web.url, { userId, ...key }).get('/balance');
    expect([answer.status, answer.body.error.code]).toEqual([403, 'key_inactive']);
  });

  test('an owner who signs in can only undo the deletion, and undoing it restores everything', async () => {
    const { user, userId, call } = await aLeaver();
    const { visitor, page } = await signInAgain(user);
    expect((await visitor.get(page.location ?? '')).location).toBe(paths.accountDeletion);
    for (const path of ['/dashboard/keys', paths.exportData, '/messages.csv']) {
      expect((await visitor.get(path)).location).toBe(paths.accountDeletion);
    }
    const offer = await visitor.get(paths.accountDeletion);
    expect(joinText(offer)).toContain('Keep my account');
    expect(await invalidHtml(offer.html)).toEqual([]);
    const post = await visitor.post('/dashboard/keys/new', { name: 'x' });
    expect(post.location).toMatch(/^\/login/);
    const undone = await visitor.post(paths.accountDeletion, {});
    expect((await visitor.follow(undone)).html).toContain('Your account stays');
    expect(await deletionOf(userId)).toBeNull();
    await until('the key works', async () => (await call.get('/balance')).status === 200);
  });

  test('the emailed link undoes the deletion in any browser, but works only once', async () => {
    const { user, userId } = await aLeaver();
    const token = await tokenTo(user.email, 'account_deletion_requested');
    const visitor = aVisitor(web.url);
    const path = `/undo-account-deletion/${token}`;
    expect((await visitor.get(path)).status).toBe(200);
    // Email programs open links, so nothing may happen before the button is pressed.
    expect(await deletionOf(userId)).not.toBeNull();
    expect((await visitor.post(path, {})).location).toBe('/login');
    expect(await deletionOf(userId)).toBeNull();
    expect((await visitor.post(path, {})).status).toBe(400);
    expect(await linkTo(user.email, 'account_deletion_requested')).toBeNull();
    const kind = 'account_deletion_undone';
    const email = await prisma.email.findFirstOrThrow({ where: { email: user.email, kind } });
    expect((await renderQueuedEmail(kind, email))?.subject).toBe('Your Dakiya account stays');
  });

  test('a link of an earlier deletion does not undo a later deletion', async () => {
    const { user, userId } = await aLeaver();
    const token = await tokenTo(user.email, 'account_deletion_requested');
    expect(await undoDeletion(userId)).toBe(true);
    const visitor = await signedIn(web.url, user);
    await visitor.post(paths.deleteAccount, { ...understood, password: user.password });
    await expect(undoDeletionByLink(token, ownProgram)).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
    expect(await deletionOf(userId)).not.toBeNull();
  });

  test('unsent messages are cancelled and credited back', async () => {
    const { user, userId, visitor } = await aMember(web.url);
    const key = await createKey({ userId, name: 'Key' });
    const call = client(web.url, { userId, ...key });
    const sent = await call.post('/messages/send-message', {
      recipient: '9876543210',
      message: 'Hello',
    });
    expect(sent.status).toBe(202);
    const account = { userId, keyId: '', secretKey: '' };
    expect((await getUsage(account)).messagesUsed).toBe(1);
    expect(await cancelOfClosedAccounts()).toBe(0);
    await visitor.post(paths.deleteAccount, { ...understood, password: user.password });
    expect(await cancelOfClosedAccounts()).toBe(1);
    expect((await getUsage(account)).messagesUsed).toBe(0);
    expect(await prisma.message.findFirst({ where: { userId } })).toMatchObject({
      state: 'failed',
      reason: 'account is to be deleted',
      encryptedContent: null,
    });
    expect(await prisma.queuedMessage.count({ where: { userId } })).toBe(0);
  });

  test('after the deletion is requested, codes expire, and no further channel sends a code', async () => {
    const [leaver, stayer] = [await aLeaver(), await aUser()];
    const code = { keyId: 'dk_0', recipient: '+919876543210', codeHash: Buffer.alloc(32) };
    const times = { createdAt: new Date(), expiresAt: new Date(Date.now() + 60_000) };
    for (const { userId } of [leaver, stayer]) {
      const encryptedCode = Buffer.from('x');
      const id = `otp_${userId}`;
      await prisma.otp.create({ data: { id, userId, ...code, ...times, encryptedCode } });
    }
    expect(await endOtpsOfClosedAccounts()).toBe(1);
    const otps = await prisma.otp.findMany({ orderBy: { id: 'asc' } });
    expect(otps.map(({ userId, state, encryptedCode }) => [userId, state, encryptedCode])).toEqual([
      [leaver.userId, 'expired', null],
      [stayer.userId, 'pending', expect.anything()],
    ]);
  });

  test('a message that a worker is submitting is not cancelled', async () => {
    const { userId } = await aLeaver();
    const now = new Date();
    await prisma.queuedMessage.create({
      data: {
        ...{ messageId: `msg_sub_${userId}`, userId, kind: 'message', carrier: 'first' },
        ...{ dueAt: now, validUntil: new Date(now.getTime() + 60_000) },
      },
    });
    expect(await cancelOfClosedAccounts()).toBe(0);
    await prisma.queuedMessage.deleteMany({ where: { userId } });
  });
});
