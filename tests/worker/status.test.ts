import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { isOnlinePaymentEnabled } from '#domain/billing/payments/settings.ts';
import { componentIds } from '#domain/status/contract.browser.ts';
import {
  addIncidentUpdate,
  advanceMaintenances,
  createIncident,
  liftOverride,
  overrideComponent,
  scheduleMaintenance,
} from '#domain/status/manage-incidents.ts';
import { measureComponents } from '#domain/status/measure-components.ts';
import { readStatus } from '#domain/status/read-status.ts';
import { toSummary } from '#domain/status/summary.ts';
import { prisma } from '#platform/db.ts';
import { run as exportStatus } from '#scripts/operator/status.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();
const visitor = aVisitor(web.url);

beforeEach(async () => {
  failedCalls = 0;
  // The row of the shared web server, which the reset between files has deleted, is written again only after some seconds.
  const now = new Date();
  const web = { id: 'prc_of_test', kind: 'web' as const, version: '1', host: 'test', pid: 1 };
  await prisma.process.upsert({
    where: { id: web.id },
    create: { ...web, queues: [], startedAt: now, seenAt: now },
    update: { seenAt: now },
  });
  await prisma.incident.deleteMany();
  await prisma.statusComponent.deleteMany();
  await prisma.statusDay.deleteMany();
  await prisma.serviceMinute.deleteMany();
});

const stateOf = async (id: string) =>
  (await readStatus()).components.find((one) => one.id === id)?.state;

/**
 * How many of 100 calls of the API have failed. These numbers replace the real counts, because the web servers of other
 * tests in this process count their responses too.
 */
let failedCalls = 0;

const failApi = (failed: number) => {
  failedCalls = failed;
};

const measure = () =>
  measureComponents(async () => [{ service: 'api', total: 100, failed: failedCalls }]);

/** Moves the last measurement back. */
const wait = (seconds: number) =>
  prisma.$executeRaw`UPDATE status_components SET measured_at = measured_at - ${seconds} * interval '1 second'`;

test('two failed measurements in a row change the state of a component, and the component’s day counts the time in this state', async () => {
  await measure();
  failApi(60);
  await measure();
  expect(await stateOf('api')).toBe('operational');
  await wait(60);
  await measure();
  expect(await stateOf('api')).toBe('major_outage');
  await wait(60);
  await measure();
  const [day] = await prisma.statusDay.findMany({ where: { component: 'api' } });
  expect(day?.measuredSeconds).toBeGreaterThanOrEqual(119);
  expect(day?.majorSeconds).toBeGreaterThanOrEqual(59);
  const status = await readStatus();
  expect(toSummary(status, 'https://sms.example').status.indicator).toBe('major');
  expect(status.components.map(({ id }) => id)).toEqual(
    // Another file of this process may have turned online payment on.
    componentIds.filter((id) => id !== 'payments' || isOnlinePaymentEnabled()),
  );
});

test('while no worker measures, deliveries and webhooks are shown as down, and later this time is counted as an outage in the days of these components', async () => {
  await measure();
  await wait(600);
  expect(await stateOf('delivery_messages')).toBe('major_outage');
  expect(await stateOf('webhooks')).toBe('major_outage');
  expect(await stateOf('api')).toBe('operational');
  await measure();
  const days = await prisma.statusDay.findMany({ orderBy: { component: 'asc' } });
  const major = days.reduce((sum, { majorSeconds }) => sum + majorSeconds, 0);
  expect(new Set(days.map(({ component }) => component))).toEqual(
    new Set(['delivery_messages', 'delivery_otp', 'webhooks']),
  );
  expect(major).toBeGreaterThanOrEqual(3 * 599);
});

test('an override shows its state until it is lifted or ends', async () => {
  await measure();
  const input = { component: 'codes', state: 'partial_outage', hours: 1, reason: 'test' } as const;
  await overrideComponent(input, 'op@example.com');
  expect(await stateOf('codes')).toBe('partial_outage');
  await prisma.$executeRaw`UPDATE status_components SET override_until = now() - interval '1 second' WHERE id = 'codes'`;
  expect(await stateOf('codes')).toBe('operational');
  await overrideComponent(input, 'op@example.com');
  await liftOverride('codes');
  expect(await stateOf('codes')).toBe('operational');
  await expect(liftOverride('codes')).rejects.toMatchObject({ code: 'not_found' });
});

test('a maintenance begins and ends at its times, and its components are under maintenance in between', async () => {
  await measure();
  const now = Date.now();
  const id = await scheduleMaintenance({
    title: 'New database',
    components: ['dashboard'],
    startsAt: new Date(now - 1_000),
    endsAt: new Date(now + 3_600_000),
    body: 'The dashboard is read-only.',
  });
  expect((await readStatus()).maintenances).toMatchObject([{ id, status: 'scheduled' }]);
  expect(await advanceMaintenances()).toBe(1);
  expect(await stateOf('dashboard')).toBe('under_maintenance');
  await prisma.incident.update({
    where: { id },
    data: { startsAt: new Date(now - 2_000), endsAt: new Date(now - 1_000) },
  });
  expect(await advanceMaintenances()).toBe(1);
  expect(await advanceMaintenances()).toBe(0);
  const { past, maintenances } = await readStatus();
  expect(maintenances).toEqual([]);
  expect(past).toMatchObject([{ id, status: 'completed', updates: [{}, {}, {}] }]);
  expect(await stateOf('dashboard')).toBe('operational');
});

test('an incident takes only statuses of its kind, and ends when it is resolved', async () => {
  const id = await createIncident({
    title: 'Slow <b>delivery</b>',
    impact: 'minor',
    status: 'investigating',
    components: ['delivery_messages'],
    body: 'Messages wait.',
  });
  await expect(addIncidentUpdate(id, { status: 'completed', body: 'x' })).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
  await expect(addIncidentUpdate('inc_0', { status: 'resolved', body: 'x' })).rejects.toMatchObject(
    { code: 'not_found' },
  );
  const summary = toSummary(await readStatus(), 'https://sms.example');
  expect(summary.status).toEqual({ indicator: 'minor', description: 'Minor Service Outage' });
  expect(summary.incidents).toMatchObject([
    {
      id,
      status: 'investigating',
      impact: 'minor',
      shortlink: `https://sms.example/status#${id}`,
      incident_updates: [{ status: 'investigating', body: 'Messages wait.' }],
    },
  ]);
  await addIncidentUpdate(id, { status: 'resolved', body: 'Messages flow.' });
  const { current, past } = await readStatus();
  expect([current.length, past[0]?.resolvedAt]).toEqual([0, expect.any(Date)]);
});

test('the page, the summary and the feed need no session, carry no cookie and escape what operators write', async () => {
  const id = await createIncident({
    title: 'Slow <b>delivery</b> & more',
    impact: 'critical',
    status: 'identified',
    components: ['delivery_messages'],
    body: 'Messages <i>wait</i>.',
  });
  const ask = (path: string) => fetch(`${web.url}${path}`);
  // After a web server has read the status, it shows the same status for ten seconds.
  const page = await until(
    'the page shows the incident',
    async () => {
      const html = await (await ask('/status')).text();
      return html.includes(id) && html;
    },
    15_000,
  );
  expect(page).toContain('Slow &lt;b&gt;delivery&lt;/b&gt; &amp; more');
  expect(page).not.toContain('<script');
  expect(page).toContain('Major Service Outage');
  const answers = await Promise.all(
    ['/status', '/status/summary.json', '/status/feed.atom', '/status/style.css'].map(ask),
  );
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('cache-control')).toMatch(/public, max-age=/);
  }
  expect(answers[1]?.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answers[2]?.text()).toContain('Slow &lt;b&gt;delivery&lt;/b&gt; &amp; more');
  expect((await visitor.get('/')).html).toContain('href="/status"');
});

test('npm run status writes a copy of the status page that links only to files of the copy', async () => {
  await measure();
  const folder = join(await mkdtemp(join(tmpdir(), 'status-')), 'copy');
  expect(await exportStatus({ folder })).toBe(0);
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const html = await read('index.html');
  expect(html).toContain('This is a copy on another server');
  expect(html).toContain('href="status.css"');
  expect(JSON.parse(await read('summary.json')).components).toHaveLength(
    (await readStatus()).components.length,
  );
  expect(await read('status.css')).toContain('url("sans.woff")');
  expect((await readFile(join(folder, 'sans.woff'))).length).toBeGreaterThan(10_000);
  expect(await exportStatus({ folder })).toBe(0);
});
