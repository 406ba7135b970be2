import { expect, test } from 'vitest';
import { expireOtpJob } from '#domain/messaging/jobs.ts';
import { prisma } from '#platform/db.ts';
import { openQueue } from '#platform/queue.ts';
import { startProduct } from '../harness/product.ts';
import { until } from '../harness/until.ts';

test.each([
  ['its job if no reconciler runs', '3600'],
  ['the reconciler if its job is lost', '0.5'],
])('a code is expired and erased by %s', async (_, interval) => {
  const { call } = await startProduct({ RECONCILE_INTERVAL_SECONDS: interval });
  const { body } = await call.post('/messages/send-otp', { recipient: '9876543210' });
  const { otpId: id } = body.data;
  const job = await until('the job is there', () => openQueue(expireOtpJob.queue).getJob(id));
  expect(await job.getState()).toBe('delayed');
  expect(job.delay).toBeGreaterThan(290_000);
  expect(job.delay).toBeLessThanOrEqual(300_000);
  expect(Object.keys(job.data)).toEqual(['otpId']);

  const isJobLost = interval !== '3600';
  if (isJobLost) await job.remove();
  await prisma.otp.update({ where: { id }, data: { expiresAt: new Date() } });
  if (!isJobLost) await job.changeDelay(0);
  await until('it is closed, and its code erased', async () => {
    const otp = await prisma.otp.findUniqueOrThrow({ where: { id } });
    return otp.state === 'expired' && otp.encryptedCode === null;
  });
});
