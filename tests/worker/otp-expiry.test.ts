import { expect, test } from 'vitest';
import { expireOtpJob } from '#domain/messaging/otp/jobs.ts';
import { prisma } from '#platform/db.ts';
import { openQueue } from '#platform/queue.ts';
import { startProduct } from '../support/product.ts';
import { until } from '../support/until.ts';

test('a job expires a code at the end of its validity, and the reconciler expires codes without a job', async () => {
  const { call } = await startProduct();
  const { body } = await call.post('/messages/send-otp', { recipient: '9876543210' });
  const { otpId: id } = body.data;

  const queue = openQueue(expireOtpJob.queue);
  const job = await until('the job is there', () => queue.getJob(id));
  expect(await job.getState()).toBe('delayed');
  expect(job.delay).toBeGreaterThan(290_000);
  expect(job.delay).toBeLessThanOrEqual(300_000);
  expect(Object.keys(job.data)).toEqual(['otpId']);

  await job.remove();
  await prisma.otp.update({ where: { id }, data: { expiresAt: new Date() } });
  await until('it is closed, and its code erased', async () => {
    const otp = await prisma.otp.findUniqueOrThrow({ where: { id } });
    return otp.state === 'expired' && otp.encryptedCode === null;
  });
});

test('the job expires a code at the end of its validity', async () => {
  const { call } = await startProduct({ RECONCILE_INTERVAL_SECONDS: '3600' });
  const { body } = await call.post('/messages/send-otp', { recipient: '9876543211' });
  const { otpId: id } = body.data;
  const job = await until('the job is there', () => openQueue(expireOtpJob.queue).getJob(id));
  await prisma.otp.update({ where: { id }, data: { expiresAt: new Date() } });
  await job.changeDelay(0);
  await until('it is closed', async () => {
    const otp = await prisma.otp.findUniqueOrThrow({ where: { id } });
    return otp.state === 'expired';
  });
});
