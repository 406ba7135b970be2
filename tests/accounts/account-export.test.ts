import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { openArchive } from '#domain/messaging/account-data/export/read-archive.ts';
import { runExport } from '#domain/messaging/account-data/export/run-export.ts';
import {
  claimExport,
  purgeExports,
  requeueExports,
  startExport,
} from '#domain/messaging/account-data/export/stored-exports.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { download, finishExport, jsonOf, recent, viewerOf } from '../support/exports.ts';
import { aMember } from '../support/member.ts';
import { insertMessages } from '../support/messages.ts';
import { invalidHtml } from '../support/parsed-page.ts';
import { joinText, signedIn } from '../support/signed-in.ts';

const web = await sharedWeb();

describe('an export', () => {
  test('continues where a lost worker stopped, and stores nothing twice', async () => {
    const { userId } = await aUser();
    await insertMessages(
      userId,
      Array.from({ length: 1_200 }, (_, i) => ({ content: `Text ${i}` })),
    );
    const id = await startExport(recent(userId));
    for (let turn = 0; turn < 15; turn += 1) {
      await runExport(id, 0);
      const claimed = await claimExport(id);
      expect(claimed).not.toBeNull();
      await prisma.accountExport.update({ where: { id }, data: { dueAt: new Date(0) } });
      await requeueExports();
      await prisma.accountExport.update({ where: { id }, data: { failures: 0 } });
    }
    await finishExport(id);
    expect(jsonOf(await download(userId, id), 'messages')).toHaveLength(1_200);
  });

  test('fails after three lost workers in a row', async () => {
    const { userId } = await aUser();
    const id = await startExport(recent(userId));
    for (let lost = 0; lost < 3; lost += 1) {
      expect(await claimExport(id)).not.toBeNull();
      await prisma.accountExport.update({ where: { id }, data: { dueAt: new Date(0) } });
      await requeueExports();
    }
    expect(await prisma.accountExport.findUnique({ where: { id } })).toMatchObject({
      state: 'failed',
    });
    await expect(openArchive(recent(userId), viewerOf(userId), id)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('is written by one worker at a time', async () => {
    const { userId } = await aUser();
    const id = await startExport(recent(userId));
    const claimed = await Promise.all([claimExport(id), claimExport(id), claimExport(id)]);
    expect(claimed.filter((one) => one !== null)).toHaveLength(1);
  });

  test('never runs twice at the same time for one account, and runs at most three times a day', async () => {
    const { userId } = await aUser();
    const started = await Promise.allSettled(
      Array.from({ length: 5 }, () => startExport(recent(userId))),
    );
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [first] = await prisma.accountExport.findMany({ where: { userId } });
    await finishExport(first?.id ?? '');
    for (let more = 0; more < 2; more += 1) await finishExport(await startExport(recent(userId)));
    // A later export replaces an earlier export.
    expect(await prisma.accountExport.count({ where: { userId, state: 'done' } })).toBe(1);
    await expect(startExport(recent(userId))).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'You have started 3 exports within 24 hours. Please wait until tomorrow.',
    });
  });

  test('is deleted after a week, with its parts', async () => {
    const { userId } = await aUser();
    const id = await startExport(recent(userId));
    await finishExport(id);
    await purgeExports();
    expect(await prisma.accountExportPart.count({ where: { exportId: id } })).toBeGreaterThan(0);
    const longAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
    await prisma.accountExport.update({ where: { id }, data: { finishedAt: longAgo } });
    await purgeExports();
    expect(await prisma.accountExportPart.count({ where: { exportId: id } })).toBe(0);
    await expect(openArchive(recent(userId), viewerOf(userId), id)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('the screen', () => {
  test('starts an export, shows its progress, and links to the file, without JavaScript', async () => {
    const { visitor, userId, user } = await aMember(web.url);
    const account = await visitor.get(paths.dashboard('account'));
    expect(account.html).toContain(`href="${paths.exportData}"`);
    expect(joinText(await visitor.get(paths.exportData))).toContain('You have no export.');
    expect((await visitor.post(paths.exportData, { intent: 'start' })).location).toBe(
      paths.exportData,
    );
    const running = await visitor.get(paths.exportData);
    expect(running.html).toContain('<progress');
    expect(joinText(running)).toContain('Show the progress');
    expect(await invalidHtml(running.html)).toEqual([]);
    const again = await visitor.follow(await visitor.post(paths.exportData, { intent: 'start' }));
    expect(again.html).toContain('An export is already running.');

    const { id } = await prisma.accountExport.findFirstOrThrow({ where: { userId } });
    await finishExport(id);
    const done = await visitor.get(paths.exportData);
    expect(joinText(done)).toContain('is ready');
    expect(await invalidHtml(done.html)).toEqual([]);
    const { location } = await visitor.post(paths.exportData, { intent: 'download' });
    expect(location).toBe(paths.exportFile(id));
    const file = await visitor.get(location ?? '');
    expect(file.headers.get('content-type')).toBe('application/zip');
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="dakiya-account-\d{4}-\d\d-\d\d\.zip"$/,
    );

    const email = await prisma.email.findFirstOrThrow({
      where: { email: user.email, kind: 'account_export_ready' },
    });
    const rendered = await renderQueuedEmail('account_export_ready', email);
    expect(rendered?.text).toContain(paths.exportData);
  });

  test('asks for the password before starting or downloading an export after an old sign-in', async () => {
    const { visitor, userId, user } = await aMember(web.url);
    const id = await startExport(recent(userId));
    await finishExport(id);
    await prisma.session.updateMany({ where: { userId }, data: { authenticatedAt: new Date(0) } });
    for (const intent of ['start', 'download']) {
      const asked = await visitor.post(paths.exportData, { intent });
      expect(asked.status).toBe(403);
      expect(joinText(asked)).toContain('Enter your password to continue');
    }
    const refused = await visitor.get(paths.exportFile(id));
    expect(refused.location).toBe(paths.exportData);
    const confirmed = { intent: 'download', confirmPassword: user.password };
    expect((await visitor.post(paths.exportData, confirmed)).location).toBe(paths.exportFile(id));
  });

  test('does not serve the export of another account', async () => {
    const { userId } = await aUser();
    const id = await startExport(recent(userId));
    await finishExport(id);
    const { visitor } = await aMember(web.url);
    for (const name of [id, 'exp_0', '%00', 'x'.repeat(500)]) {
      const answer = await visitor.get(`/account-export/${name}.zip`);
      expect(answer.headers.get('content-type')).not.toBe('application/zip');
    }
    await expect(openArchive(recent('usr_0'), viewerOf('usr_0'), id)).rejects.toMatchObject({
      code: 'not_found',
    });
    const stranger = await signedIn(web.url, await aUser());
    expect((await stranger.get(paths.exportFile(id))).location).toBe(paths.exportData);
  });
});
