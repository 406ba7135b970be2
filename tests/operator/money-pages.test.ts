import { beforeAll, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { registerHeader } from '#domain/dlt/registry/register.ts';
import { prisma, query } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aMember } from '../support/member.ts';
import { anOperator } from '../support/operator.ts';

const web = await sharedWeb();
const { visitor: owner } = await anOperator(web.url, 'owner');

const actions = async () =>
  (
    await query<{ body: Buffer }>('all-audit', 'SELECT body FROM audit.events ORDER BY seq', [])
  ).map(({ body }) => (JSON.parse(String(body)) as { action: string }).action);

/** An order of a new user, paid, with an invoice. */
async function aPaidOrder() {
  const { userId, user } = await aMember(web.url);
  const plan = await prisma.plan.findFirstOrThrow({ where: { name: 'Pro' } });
  const id = newId('ord');
  const now = new Date();
  const paid = { status: 'completed' as const, paymentId: newId('ord'), paidAt: now };
  await prisma.order.create({
    data: { id, userId, planId: plan.id, amountPaise: 99_900, createdAt: now, ...paid },
  });
  const refund = newId('rfd');
  await prisma.refund.create({
    data: { id: refund, orderId: id, amountPaise: 99_900, reason: 'too slow', createdAt: now },
  });
  return { id, userId, email: user.email };
}

let order: Awaited<ReturnType<typeof aPaidOrder>>;
beforeAll(async () => {
  order = await aPaidOrder();
});

test('the money page finds an order by its id and its owner’s address, and shows the refund request', async () => {
  for (const search of [order.id, order.email, order.userId]) {
    const { html } = await owner.get(paths.operator('money', { search }));
    expect(html).toContain(order.id);
  }
  const { html } = await owner.get(paths.operator('money', { state: 'refund_requested' }));
  expect(html).toContain('too slow');
});

test('a pending refund can be repeated until the provider has confirmed it', async () => {
  const { id } = await aPaidOrder();
  const shown = async () => (await owner.get(paths.operator('money'))).html;
  const again = `aria-label="Repeat the refund of ${id}"`;
  const pending = { status: 'pending' } as const;
  await prisma.refund.updateMany({ where: { orderId: id }, data: pending });
  expect(await shown()).toContain(again);
  const confirmed = { providerRefundId: `rfnd_${id}` };
  await prisma.refund.updateMany({ where: { orderId: id }, data: confirmed });
  expect(await shown()).not.toContain(again);
});

test('declining a refund needs a reason, and the audit trail contains the decision', async () => {
  const form = { intent: 'refund.decline', order: order.id };
  const page = paths.operator('money');
  expect((await owner.post(page, { ...form, reason: '' })).status).toBe(400);
  await owner.post(page, { ...form, reason: 'used for a month' });
  const [refund] = await prisma.refund.findMany({ where: { orderId: order.id } });
  expect(refund?.status).toBe('declined');
  expect(await actions()).toContain('refund.decline');
});

test('a new version of a plan replaces the offered version, and paid periods keep their version', async () => {
  const old = await prisma.plan.findFirstOrThrow({ where: { name: 'Basic', isListed: true } });
  await owner.post(paths.operatorPlan(old.id), {
    intent: 'plan.replace',
    ...{ description: 'For a first product', price: '249.50', messageLimit: '1200' },
    ...{ apiCallLimit: '10000', features: 'One\nTwo', reason: 'prices rise' },
  });
  const versions = await prisma.plan.findMany({
    where: { name: 'Basic' },
    orderBy: { version: 'asc' },
  });
  expect(versions).toMatchObject([
    { id: old.id, isListed: false, pricePaise: old.pricePaise },
    { version: old.version + 1, isListed: true, pricePaise: 24_950, features: ['One', 'Two'] },
  ]);
  expect(await actions()).toContain('plan.replace');
  const { visitor: member } = await aMember(web.url);
  const { location } = await member.get(paths.payment(old.id));
  expect(location).toBe(paths.payment(versions[1]?.id ?? ''));
});

test('only roles with the permission can download the month as CSV', async () => {
  const month = new Date().toISOString().slice(0, 7);
  const { status, html } = await owner.get(paths.operatorMonth(month));
  expect(status).toBe(200);
  expect(html).toContain('Taxable value (INR)');
  const { visitor: support } = await anOperator(web.url, 'support');
  expect((await support.get(paths.operatorMonth(month))).status).toBe(403);
});

const inIndia = (ms: number) => new Date(ms + 5.5 * 3_600_000).toISOString().slice(0, 16);

test('an announcement is shown to its audience until it is dismissed, and never to another account', async () => {
  const { visitor, userId } = await aMember(web.url);
  const { visitor: other } = await aMember(web.url);
  const now = Date.now();
  await owner.post(paths.operator('announcements'), {
    intent: 'announcement.create',
    ...{ text: 'New <b>routes</b> tonight', level: 'warning', audience: 'accounts' },
    ...{ audienceIds: userId, linkUrl: '', linkLabel: '', dismissible: 'on' },
    ...{ startsAt: inIndia(now - 120_000), endsAt: inIndia(now + 3_600_000) },
  });
  const [row] = await prisma.announcement.findMany({ where: { audienceIds: { has: userId } } });
  expect(row).toBeDefined();
  expect(await actions()).toContain('announcement.create');
  await expect
    .poll(async () => (await visitor.get('/dashboard')).html, { timeout: 20_000, interval: 500 })
    .toContain('New &lt;b&gt;routes&lt;/b&gt; tonight');
  expect((await other.get('/dashboard')).html).not.toContain('routes&lt;/b&gt; tonight');
  await visitor.post(paths.announcement, { id: row?.id ?? '', to: '/dashboard' });
  expect((await visitor.get('/dashboard')).html).not.toContain('routes&lt;/b&gt; tonight');
});

test('an announcement can be changed until it ends, and the audit trail has the old and the new text', async () => {
  const now = Date.now();
  const form = {
    ...{ level: 'info', audience: 'all', audienceIds: '', linkUrl: '', linkLabel: '' },
    ...{ startsAt: inIndia(now + 3_600_000), endsAt: inIndia(now + 7_200_000) },
  };
  const create = { ...form, intent: 'announcement.create', text: 'Maintenance on Sunday' };
  await owner.post(paths.operator('announcements'), create);
  const [{ id } = { id: '' }] = await prisma.announcement.findMany({
    where: { text: create.text },
  });
  const page = paths.operatorAnnouncement(id);
  expect((await owner.get(page)).html).toContain('Maintenance on Sunday');
  const change = { ...form, intent: 'announcement.update', text: 'Maintenance on Monday' };
  expect((await owner.post(page, { ...change, endsAt: form.startsAt })).status).toBe(400);
  expect(
    (await owner.post(page, { ...change, audience: 'plan', audienceIds: 'None' })).status,
  ).toBe(400);
  expect((await owner.post(page, change)).status).toBe(302);
  expect(await prisma.announcement.findUnique({ where: { id } })).toMatchObject({
    text: 'Maintenance on Monday',
  });
  expect(await actions()).toContain('announcement.update');
  await prisma.announcement.update({
    where: { id },
    data: { startsAt: new Date(now - 7_200_000), endsAt: new Date(now - 1_000) },
  });
  expect((await owner.post(page, change)).status).toBe(404);
  expect((await owner.get(paths.operatorAnnouncement('ann_none'))).status).toBe(404);
});

test('an incident is published, continued and resolved by forms', async () => {
  const { headers } = await owner.post(paths.operatorIncidents, {
    intent: 'incident.create',
    ...{ title: 'Slow codes', impact: 'minor', status: 'investigating' },
    ...{ 'components~delivery_otp': 'delivery_otp', body: 'Codes are late.' },
  });
  const [incident] = await prisma.incident.findMany({ where: { title: 'Slow codes' } });
  expect(incident?.components).toEqual(['delivery_otp']);
  expect(headers).toBeDefined();
  const page = paths.operatorIncident(incident?.id ?? '');
  await owner.post(page, { intent: 'incident.update', status: 'resolved', body: 'Done.' });
  expect((await owner.get(page)).html).toContain('Done.');
  expect(await actions()).toEqual(expect.arrayContaining(['incident.create', 'incident.update']));
});

test('a complaint is linked to the message that it is about, can be found by the phone number, and can be decided', async () => {
  const { userId } = await aMember(web.url);
  const header = 'CMPLNT';
  const entityId = '1101234567890123456';
  await prisma.dltRegistry.create({ data: { userId } });
  await prisma.dltEntity.create({
    data: { userId, entityId, name: 'Shop', createdAt: new Date() },
  });
  await registerHeader(userId, { header, entity_id: entityId, category: 'promotional' });
  const at = Date.now() - 3_600_000;
  const messageId = newId('msg', at);
  await prisma.message.create({
    data: {
      ...{ id: messageId, userId, keyId: 'dk_x', usagePeriodId: 'per_x', kind: 'message' },
      ...{ recipient: '+919876543210', sender: header, content: 'Buy', encoding: 'gsm7' },
      ...{ segments: 1, createdAt: new Date(at), validUntil: new Date(at + 1) },
    },
  });
  await owner.post(paths.operatorComplaints(), {
    intent: 'complaint.create',
    ...{ number: '98765 43210', receivedAt: inIndia(at), header, detail: 'Never asked for it' },
  });
  const [complaint] = await prisma.complaint.findMany({ where: { header } });
  expect(complaint).toMatchObject({ userId, messageId, outcome: 'open' });
  const { html } = await owner.get(paths.operatorComplaints({ number: '9876543210' }));
  expect(html).toContain(header);
  expect((await owner.get(paths.operatorComplaints({ number: '9876500000' }))).html).not.toContain(
    'CMPLNT</span>',
  );
  const page = paths.operatorComplaint(complaint?.id ?? '');
  await owner.post(page, { intent: 'complaint.decide', outcome: 'upheld', finding: 'No consent.' });
  expect((await owner.get(page)).html).toContain('No consent.');
  expect(await actions()).toEqual(expect.arrayContaining(['complaint.create', 'complaint.decide']));
});

test('approving a header needs a reason', async () => {
  const { userId } = await aMember(web.url);
  const entityId = '1101234567890123457';
  await prisma.dltRegistry.create({ data: { userId } });
  await prisma.dltEntity.create({
    data: { userId, entityId, name: 'Bank', createdAt: new Date() },
  });
  await registerHeader(userId, {
    header: 'HDFCBK',
    entity_id: entityId,
    category: 'transactional',
  });
  await prisma.dltHeader.updateMany({ where: { userId }, data: { status: 'pending' } });
  const page = paths.operator('senders');
  expect((await owner.get(page)).html).toContain('HDFCBK');
  const form = { intent: 'header.approve', account: userId, header: 'HDFCBK' };
  expect((await owner.post(page, { ...form, reason: '' })).status).toBe(400);
  await owner.post(page, { ...form, reason: 'letter of the portal' });
  const [row] = await prisma.dltHeader.findMany({ where: { userId } });
  expect(row?.status).toBe('approved');
  expect(await actions()).toContain('header.approve');
});
