import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { prisma } from '#platform/db.ts';
import { startMailbox } from '../harness/product.ts';
import { startWorker, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { aMember } from '../support/member.ts';
import { insertMessages } from '../support/messages.ts';

const web = await sharedWeb();

test('a worker exports an account and emails its owner, and the reconciler deletes an account whose deletion is due', async () => {
  const mailbox = await startMailbox();
  await stopAfterTest(
    startWorker({
      WORKER_QUEUES: 'schedules,exports,mail',
      RECONCILE_INTERVAL_SECONDS: '0.1',
      SMTP_URL: mailbox.smtpUrl,
    }),
  );
  const { visitor, userId, user } = await aMember(web.url);
  const subjects = () => mailbox.mails.list(user.email).map(({ subject }) => subject);
  const [id = ''] = await insertMessages(userId, [{ state: 'queued' }]);
  const later = new Date(Date.now() + 3_600_000);
  await visitor.post(paths.exportData, { intent: 'start' });
  await until('the export is mailed', () => subjects().includes('Your Dakiya data is ready'));
  const file = await visitor.get(paths.exportFile((await lastExport(userId)).id));
  expect(file.headers.get('content-type')).toBe('application/zip');

  await prisma.queuedMessage.create({
    data: { messageId: id, userId, kind: 'message', dueAt: later, validUntil: later },
  });
  await visitor.post(paths.deleteAccount, { understood: 'on', password: user.password });
  await until(
    'the deferred message is cancelled',
    async () => (await prisma.message.findUnique({ where: { id } }))?.state === 'failed',
  );
  await prisma.accountDeletion.update({ where: { userId }, data: { dueAt: new Date(0) } });
  await until(
    'it is deleted',
    async () => (await prisma.accountDeletion.findUnique({ where: { userId } }))?.doneAt,
  );
  await until('its owner is mailed', () => subjects().includes('Your Dakiya account is deleted'));
  expect(subjects()).toContain('Your Dakiya account is going to be deleted');
  expect(await prisma.accountExportPart.count()).toBe(0);
});

const lastExport = (userId: string) => prisma.accountExport.findFirstOrThrow({ where: { userId } });
