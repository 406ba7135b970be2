import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { addCarrier, findCarrier, listCarriers } from '#domain/delivery/routing/manage-carriers.ts';
import { listRoutes } from '#domain/delivery/routing/route-rows.ts';
import { readBinds } from '#domain/shared/processes/processes.ts';
import { prisma, query } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anOperator } from '../support/operator.ts';
import { joinText } from '../support/signed-in.ts';

const web = await sharedWeb();
const { visitor } = await anOperator(web.url);

let made = 0;

async function aCarrier() {
  const name = `acme-${++made}`;
  const access = { host: 'smpp.example', port: 2775, systemId: 'acme', password: 'hidden-pass' };
  await addCarrier({ name, ...access, rate: 20 });
  return { name, page: paths.operatorCarrier(name) };
}

type Recorded = { body: string; details: string };

/** The events of the audit trail about carriers and routes with this reason. */
async function recorded(reason: string): Promise<string[]> {
  const rows = await query<Recorded>(
    'test-audit',
    `SELECT convert_from(body, 'UTF8') AS body, convert_from(details, 'UTF8') AS details FROM audit.events ORDER BY seq`,
    [],
  );
  return rows
    .filter(({ details }) => details.includes(reason))
    .map(({ body }) => {
      const { action, actor, targets } = JSON.parse(body);
      return `${actor.kind} ${action} ${targets[0].id}`;
    });
}

test('an operator pauses and resumes a carrier with a reason, which the audit trail has', async () => {
  const { name, page } = await aCarrier();
  const without = await visitor.post(page, { intent: 'pause', reason: ' ' });
  expect(without.status).toBe(400);
  expect((await findCarrier(name)).pausedAt).toBeNull();
  expect(await visitor.post(page, { intent: 'pause', reason: 'late receipts' })).toMatchObject({
    status: 302,
    location: page,
  });
  expect((await findCarrier(name)).pausedAt).not.toBeNull();
  expect((await visitor.get(page)).html).toContain('Resume');
  await visitor.post(page, { intent: 'resume', reason: 'late receipts' });
  expect((await findCarrier(name)).pausedAt).toBeNull();
  expect(await recorded('late receipts')).toEqual([
    `operator carrier.update ${name}`,
    `operator carrier.update ${name}`,
  ]);
});

test('the settings on the page have no password, and a change keeps the stored one', async () => {
  const { name, page } = await aCarrier();
  const { html } = await visitor.get(page);
  expect(html).not.toContain('hidden-pass');
  expect(html).toContain('smpp.example');
  const json = JSON.stringify({
    name,
    host: 'smpp.example',
    port: 2775,
    systemId: 'acme',
    rate: 5,
  });
  const changed = await visitor.post(page, { intent: 'change', json, reason: 'slower' });
  expect(changed.status).toBe(302);
  const { config } = await findCarrier(name);
  expect([config.rate, config.binds[0]?.password]).toEqual([5, 'hidden-pass']);
});

test('a change of the address needs the password, so that no operator can learn it', async () => {
  const { name, page } = await aCarrier();
  const json = JSON.stringify({ name, host: 'evil.example', port: 2775, systemId: 'acme' });
  const { status, html } = await visitor.post(page, { intent: 'change', json, reason: 'moved' });
  expect(status).toBe(400);
  expect(html).toContain('Please enter the password of acme at evil.example:2775');
  expect((await findCarrier(name)).config.binds[0]?.host).toBe('smpp.example');
});

test('an operator adds and removes a carrier and a route, and wrong settings are named', async () => {
  const list = paths.operator('carriers');
  const name = `acme-${++made}`;
  const add = (json: string) => visitor.post(list, { intent: 'add', json, reason: 'contract' });
  expect((await add('{')).html).toContain('This is not JSON.');
  expect((await add('{"name":"x"}')).html).toContain('host');
  const json = JSON.stringify({ name, host: 'h.example', port: 1, systemId: 'a', password: 'b' });
  expect(await add(json)).toMatchObject({ location: paths.operatorCarrier(name) });
  const route = JSON.stringify({ name: 'only-acme', carriers: [{ name }] });
  await visitor.post(list, { intent: 'set-route', json: route, reason: 'contract' });
  expect(await listRoutes()).toMatchObject([{ name: 'only-acme' }]);
  const page = paths.operatorCarrier(name);
  const named = await visitor.post(page, { intent: 'remove', reason: 'contract' });
  expect(named.html).toContain(`A route names ${name}`);
  await visitor.post(list, { intent: 'remove-route', route: 'only-acme', reason: 'contract' });
  await visitor.post(page, { intent: 'remove', reason: 'contract' });
  expect((await listCarriers()).rows.map(({ config }) => config.name)).not.toContain(name);
  expect((await visitor.get(page)).status).toBe(404);
  expect(await recorded('contract')).toEqual([
    `operator carrier.create ${name}`,
    ...['operator route.update only-acme', 'operator route.update only-acme'],
    `operator carrier.delete ${name}`,
  ]);
});

test('a bind test without a carrier at the address says so', async () => {
  const name = `acme-${++made}`;
  const access = { host: '127.0.0.1', port: 1, systemId: 'acme', password: 'x' };
  await addCarrier({ name, ...access });
  const { html } = await visitor.post(paths.operatorCarrier(name), { intent: 'test-binds' });
  expect(html).toContain('no connection, or no response to the bind');
});

test('shows for each worker whether a carrier is bound, reconnects or is lost, and since when', async () => {
  const { name, page } = await aCarrier();
  const now = new Date();
  const since = new Date(now.getTime() - 3_600_000);
  const own = { kind: 'worker' as const, version: '0.9.0', pid: 7, queues: ['messages'] };
  const row = (id: string, bound: number, seenAt: Date) => ({
    ...{ ...own, id, host: `host-${id}`, startedAt: since, seenAt },
    carriers: [{ carrier: name, bound, connections: 2, since: since.toISOString() }],
  });
  const lostSince = new Date(now.getTime() - 60_000);
  await prisma.process.createMany({
    data: [row('a', 2, now), row('b', 0, now), row('c', 2, lostSince)],
  });
  expect((await readBinds()).get(name)).toMatchObject([
    { host: 'host-a', state: 'bound', bound: 2, connections: 2, since },
    { host: 'host-b', state: 'reconnecting', bound: 0, since },
    { host: 'host-c', state: 'lost', since: lostSince },
  ]);
  expect(joinText(await visitor.get(paths.operator('carriers')))).toContain('Bound in 1 of 2');
  const text = joinText(await visitor.get(page));
  for (const part of ['worker on host-b', 'Reconnecting', 'Worker lost', '2 of 2 connections'])
    expect(text).toContain(part);
});
