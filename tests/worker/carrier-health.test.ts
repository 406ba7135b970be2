import { beforeEach, expect, test } from 'vitest';
import {
  checkCarrierHealth,
  countSettled,
  countSubmit,
  purgeCarrierMinutes,
} from '#domain/delivery/health/check-health.ts';
import { addCarrier, listCarriers } from '#domain/delivery/routing/manage-carriers.ts';
import { prisma } from '#platform/db.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { carrierConfig, startSharedProduct, startSmsc } from '../support/product.ts';
import { until } from '../support/until.ts';

const useProduct = await startSharedProduct();

beforeEach(async () => {
  await checkCarrierHealth();
  await prisma.carrierMinute.deleteMany();
  await prisma.carrier.deleteMany({ where: { source: 'operator' } });
  await prisma.carrier.updateMany({ data: { outSince: null, outReason: null, backSince: null } });
});

const outOf = async (name: string) =>
  (await listCarriers()).rows.find(({ config }) => config.name === name)?.out;

const settle = (carrier: string, userId: string, state: string, tookMs = 1_000) =>
  countSettled({ carrier, userId, state, sentAt: new Date(0), settledAt: new Date(tookMs) });

test('a carrier that answers nothing is out for all workers; messages take another, and the row says why', async () => {
  const { call, reach } = await useProduct();
  const second = await startSmsc();
  await addCarrier(carrierConfig('second', second));
  await until('the second is bound', () => second.connections() > 0);
  for (let i = 0; i < 60; i += 1) countSubmit('first', { kind: 'unanswered' });
  await checkCarrierHealth();
  expect(await outOf('first')).toMatchObject({ reason: '100 % of 60 submits failed' });
  await until('messages take the second', async () => {
    const [number = ''] = mobileNumbers(1);
    const { body } = await call.send(number, 'Hello');
    const { timeline } = await reach(body.data._id, 'delivered');
    return timeline.some(({ carrier }: { carrier: string }) => carrier === 'second');
  });
});

test('rejections for the message or for our rate do not count against a carrier', async () => {
  for (let i = 0; i < 100; i += 1) {
    countSubmit('first', { kind: 'refused', refusal: 'permanent', status: 11 });
    countSubmit('first', { kind: 'refused', refusal: 'throttled', status: 88 });
    countSubmit('first', { kind: 'not_sent' });
  }
  await checkCarrierHealth();
  expect(await outOf('first')).toBeNull();
});

test('an account whose messages do not arrive takes no carrier out, many accounts do', async () => {
  for (let i = 0; i < 1_000; i += 1) settle('first', 'usr_bad', 'undelivered');
  await checkCarrierHealth();
  expect(await outOf('first')).toBeNull();
  for (let i = 0; i < 120; i += 1) settle('first', `usr_some${i}`, 'undelivered');
  await checkCarrierHealth();
  expect(await outOf('first')).toMatchObject({ reason: '0 % of 122 messages were delivered' });
});

test('a carrier is brought back by probes that do well, and what was before does not count again', async () => {
  const outSince = new Date(Date.now() - 120_000);
  await prisma.carrier.update({
    where: { name: 'first' },
    data: { outSince, outReason: 'was bad' },
  });
  for (let i = 0; i < 20; i += 1) {
    countSubmit('first', { kind: 'accepted', carrierMessageId: String(i) });
    settle('first', `usr_probe${i}`, 'delivered');
  }
  await checkCarrierHealth();
  expect(await outOf('first')).toBeNull();
  const bad = { failures: 500, settled: 500, delivered: 0, late: 0 };
  const minute = new Date(Date.now() - 240_000);
  await prisma.carrierMinute.create({ data: { carrier: 'first', minute, submits: 500, ...bad } });
  await checkCarrierHealth();
  expect(await outOf('first')).toBeNull();
});

test('late receipts are seen, and old counts are removed', async () => {
  for (let i = 0; i < 110; i += 1) settle('first', `usr_late${i}`, 'delivered', 200_000);
  await checkCarrierHealth();
  expect((await outOf('first'))?.reason).toContain('more than two minutes');
  await prisma.carrierMinute.updateMany({ data: { minute: new Date(0) } });
  expect(await purgeCarrierMinutes()).toBeGreaterThan(0);
});
