import { toLocalTime } from '#app/messages/contract.ts';
import { grantSubscription } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { creditMonth } from '#domain/billing/usage/credit-month.ts';
import { addCarrier } from '#domain/delivery/routing/manage-carriers.ts';
import { writeRoute } from '#domain/delivery/routing/route-rows.ts';
import { registerHeader } from '#domain/dlt/registry/register.ts';
import { decideComplaint, recordComplaint } from '#domain/messaging/complaints/complaints.ts';
import { suspendAccount } from '#domain/messaging/suspensions/suspend-account.ts';
import { createAnnouncement } from '#domain/notifications/announcements/announcements.ts';
import { announcementInput } from '#domain/notifications/announcements/contract.browser.ts';
import {
  addIncidentUpdate,
  createIncident,
  overrideComponent,
  scheduleMaintenance,
} from '#domain/status/manage-incidents.ts';
import { prisma, query } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { aUser } from './account.ts';
import { insertMessages } from './messages.ts';
import type { anOperator } from './operator.ts';

const hourMs = 3_600_000;
const entityId = '1101234567890123456';
const templateId = '1107161234567890123';

/**
 * The counts of a million messages over eight days, which is 87 messages a minute. For each minute and carrier, these
 * are submits, deliveries in 20 latency buckets for both lanes, and failures with two codes.
 */
const insertWeek = `
  INSERT INTO delivery_stats (begins_at, carrier, kind, outcome, latency_bucket, code, count)
  SELECT date_trunc('minute', now()) - minute * interval '1 minute', carrier, kind::message_kind, outcome::delivery_outcome, bucket, code, 1
  FROM generate_series(0, 11519) AS minute, unnest(ARRAY['first', 'second']) AS carrier,
    unnest(ARRAY['otp', 'message']) AS kind,
    (SELECT 'delivered' AS outcome, bucket, '' AS code FROM generate_series(20, 39) AS bucket
     UNION ALL VALUES ('submitted', -1, ''), ('undelivered', -1, 'UNDELIV 001'), ('rejected', -1, 'refused with 0x00000058')) AS results
  ON CONFLICT DO NOTHING`;

const insertPrefixes = `
  INSERT INTO delivery_prefix_stats (begins_at, carrier, prefix, outcome, latency_bucket, code, count)
  SELECT date_trunc('minute', now()) - minute * interval '1 minute', 'first', (9000 + prefix)::text, 'delivered', 28, '', 3
  FROM generate_series(0, 119) AS minute, generate_series(1, 60) AS prefix ON CONFLICT DO NOTHING`;

const insertHours = `
  INSERT INTO delivery_hour_stats (begins_at, carrier, kind, outcome, latency_bucket, code, count)
  SELECT date_trunc('hour', begins_at, 'Asia/Kolkata'), carrier, kind, outcome, latency_bucket, code, sum(count)
  FROM delivery_stats GROUP BY 1, 2, 3, 4, 5, 6`;

/** 40 days of measurements of the components of the status page, with a bad measurement now and then. */
const insertDays = `
  INSERT INTO status_days (day, component, measured_seconds, degraded_seconds, partial_seconds)
  SELECT (now() AT TIME ZONE 'Asia/Kolkata')::date - day, component, 86400, CASE day % 11 WHEN 3 THEN 900 ELSE 0 END,
    CASE day % 17 WHEN 5 THEN 1200 ELSE 0 END
  FROM generate_series(1, 40) AS day, unnest(ARRAY['api', 'delivery_otp', 'delivery_messages', 'webhooks']) AS component`;

async function addCarriers(now: Date): Promise<void> {
  const access = { host: 'smpp.example', port: 2775, systemId: 'acme', password: 'secret' };
  await addCarrier({ name: 'first', ...access });
  await addCarrier({ name: 'second', ...access });
  await writeRoute({ name: 'otp', prefixes: ['9198'], carriers: [{ name: 'second' }] });
  const hourAgo = new Date(now.getTime() - hourMs);
  const binds = (first: number, second: number) =>
    Object.entries({ first, second }).map(([carrier, bound]) => ({
      ...{ carrier, bound, connections: 2, since: hourAgo.toISOString() },
    }));
  await prisma.process.createMany({
    data: [
      { id: 'prc_a', host: 'worker-1.messages.example', carriers: binds(2, 2), seenAt: now },
      { id: 'prc_b', host: 'worker-2.messages.example', carriers: binds(1, 0), seenAt: now },
      { id: 'prc_c', host: 'worker-3.messages.example', carriers: binds(2, 2), seenAt: hourAgo },
    ].map((row) => ({
      ...{ ...row, kind: 'worker' as const, version: '0.9.0', pid: 4711, startedAt: hourAgo },
      queues: ['otp', 'messages', 'schedules'],
    })),
  });
}

async function addPayments(userId: string, now: Date): Promise<string> {
  const plan = await prisma.plan.findFirstOrThrow({ where: { name: 'Pro' } });
  const order = newId('ord');
  await prisma.order.create({
    data: {
      ...{ id: order, userId, planId: plan.id, amountPaise: 99_900, createdAt: now },
      ...{ status: 'completed', paymentId: newId('ord'), paidAt: now },
    },
  });
  await prisma.refund.create({
    data: {
      ...{ id: newId('rfd'), orderId: order, amountPaise: 99_900, createdAt: now },
      reason: 'The codes arrived too late',
    },
  });
  const expiresAt = new Date(now.getTime() + 20 * 24 * hourMs);
  await grantSubscription({ userId, planName: 'Pro', startedAt: now, expiresAt });
  const anomalies = [
    ['payment_mismatch', 'pay_QK1tXyAbCdEf34 of 999.00 INR, expected 1,999.00 INR'],
    ['webhook_signature_mismatch', 'payment.captured from 203.0.113.20'],
    ['paid_twice', 'pay_QK1tXyAbCdEf34, after pay_QK1sVhAbCdEf12'],
    ['amount_changed', '499 asked, 999 is the price'],
  ] as const;
  await prisma.paymentAnomaly.createMany({
    data: anomalies.map(([kind, detail], i) => ({
      ...{ id: newId('flt'), at: new Date(now.getTime() - i * 5 * hourMs), kind, detail },
      ...(kind !== 'webhook_signature_mismatch' && { userId, orderId: order }),
    })),
  });
  return order;
}

/** A header that waits for approval, rejections by operators, and three complaints. @returns an open complaint */
async function addSenders(userId: string, recipient: string, now: Date): Promise<string> {
  await prisma.dltRegistry.create({ data: { userId } });
  await prisma.dltEntity.create({
    data: { userId, entityId, name: 'Acme Retail Private Limited', createdAt: now },
  });
  await registerHeader(userId, { header: 'ACMEIN', entity_id: entityId, category: 'promotional' });
  await prisma.dltHeader.updateMany({ where: { userId }, data: { status: 'pending' } });
  const rejected = [
    ['dlt_template_not_matched', templateId, '622', 1_240],
    ['dlt_header_suspended', '', null, 17],
    ['dlt_cta_not_whitelisted', templateId, '633', 3],
  ] as const;
  await prisma.dltDrift.createMany({
    data: rejected.map(([verdict, template, errorCode, rejections]) => ({
      ...{ userId, day: now, header: 'ACMEIN', templateId: template, verdict, rejections },
      ...{ carrier: 'first', errorCode, messageId: 'msg_1', lastAt: now },
    })),
  });
  const complaint = {
    ...{ number: recipient, receivedAt: now, header: 'ACMEIN', templateId: undefined },
    ...{ reference: undefined, messageId: undefined },
    detail: 'An offer for shoes, although I never gave my number to this shop.',
  };
  const rest = { templateId, reference: 'UCC/DEL/2026/0011873' };
  const upheld = await recordComplaint({ ...complaint, ...rest });
  await decideComplaint(upheld, {
    outcome: 'upheld',
    finding: 'The account has no consent of this number.\nIts header was suspended.',
  });
  const unfounded = await recordComplaint({ ...complaint, header: 'OTHERX' });
  await decideComplaint(unfounded, { outcome: 'rejected', finding: 'Not sent by us.' });
  return recordComplaint({ ...complaint, ...rest });
}

/**
 * A running incident with a history, a past incident, a maintenance, and a component whose state was set by an
 * operator.
 */
async function addIncidents(email: string, now: Date) {
  const incident = await createIncident({
    ...{ title: 'Codes to some networks arrive late', impact: 'major', status: 'investigating' },
    components: ['delivery_otp', 'delivery_messages'],
    body: 'Since 10:40, codes to some mobile networks take more than a minute. Nothing is lost.',
  });
  await addIncidentUpdate(incident, {
    status: 'identified',
    body: 'One network accepts fewer messages than usual.\nWe send over another route.',
  });
  const past = await createIncident({
    ...{ title: 'Dashboard not reachable', impact: 'minor', status: 'investigating' },
    ...{ components: ['dashboard'], body: 'Pages fail. The API works.' },
  });
  await addIncidentUpdate(past, { status: 'resolved', body: 'The dashboard works again.' });
  const maintenance = await scheduleMaintenance({
    ...{ title: 'Update of the database', components: ['api', 'dashboard'] },
    startsAt: new Date(now.getTime() + 30 * hourMs),
    endsAt: new Date(now.getTime() + 31 * hourMs),
    body: 'Calls may take a few seconds longer. No message is lost.',
  });
  const override = { component: 'delivery_otp', state: 'partial_outage', hours: 4 } as const;
  await overrideComponent({ ...override, reason: 'Reports of customers' }, email);
  return { incident, maintenance };
}

/**
 * Writes what the operator's console shows: a million counted messages, carriers with workers, a suspended account with
 * messages, payments, senders, complaints, incidents and an announcement.
 */
export async function fillConsole({
  user,
  userId: operatorId,
}: Awaited<ReturnType<typeof anOperator>>) {
  const now = new Date();
  await query('test-week', insertWeek, []);
  await query('test-hours', insertHours, []);
  await query('test-prefixes', insertPrefixes, []);
  await query('test-days', insertDays, []);
  await query('test-analyze', 'ANALYZE', []);
  await addCarriers(now);
  const by = { kind: 'operator', id: operatorId, role: 'owner', label: user.email } as const;
  const customer = await aUser();
  const { userId, email } = customer;
  const recipient = '+919876543210';
  await insertMessages(userId, [
    { state: 'delivered', sender: 'ACMEIN', templateId, recipient, at: now },
    { state: 'undelivered' },
  ]);
  const order = await addPayments(userId, now);
  const complaint = await addSenders(userId, recipient, now);
  await creditMonth(userId, { messages: 500, apiCalls: 0 }, 'Outage on Sunday', by);
  await suspendAccount(userId, { reason: 'Complaints', notice: 'Please answer our email.' }, by);
  const announcement = await createAnnouncement(
    announcementInput.parse({
      ...{ text: 'Carrier maintenance on Sunday from 01:00.', level: 'warning', audience: 'all' },
      ...{ linkUrl: '/status', linkLabel: 'Status', dismissible: 'on' },
      startsAt: toLocalTime(new Date(now.getTime() - hourMs)),
      endsAt: toLocalTime(new Date(now.getTime() + 1e8)),
    }),
  );
  const { id: plan } = await prisma.plan.findFirstOrThrow({ where: { name: 'Pro' } });
  const incidents = await addIncidents(user.email, now);
  return { userId, email, recipient, order, complaint, announcement, plan, ...incidents };
}
