import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { addCarrier, findCarrier, listCarriers } from '#domain/delivery/routing/manage-carriers.ts';
import { listRoutes } from '#domain/delivery/routing/route-rows.ts';
import { readBinds } from '#domain/shared/processes/processes.ts';
import { prisma, query } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anOperator } from '../support/operator.ts';
import { parseForms, parsePage } from '../support/parsed-page.ts';
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

/** The events of the audit trail that were recorded with this reason, each as “actor action target”. */
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

test('an operator pauses and resumes a carrier with a reason, and the audit trail contains the reason', async () => {
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

type Fields = Record<string, string>;

/** The initial values of the form with this intent on a page. */
async function fieldsOf(page: string, intent: string): Promise<Fields> {
  const forms = parseForms((await visitor.get(page)).html).map(({ defaults }) => defaults);
  const found = forms.find((defaults) => defaults.some(([, value]) => value === intent));
  return Object.fromEntries(found ?? []);
}

/** The errors of a page, by field. */
const errorsOf = ({ html }: { html: string }): Fields =>
  Object.fromEntries(
    parsePage(html)
      .all('p')
      .flatMap(({ attributes: { id = '' }, text }) => {
        const [, field] = /(\w+)-error$/.exec(id) ?? [];
        return field === undefined ? [] : [[field, text]];
      }),
  );

const list = paths.operator('carriers');

test('a change keeps the stored password if none is typed, and no page has a password', async () => {
  const { name, page } = await aCarrier();
  expect((await visitor.get(page)).html).not.toContain('hidden-pass');
  const fields = await fieldsOf(page, 'change');
  expect(fields).toMatchObject({ host: 'smpp.example', port: '2775', systemId: 'acme' });
  expect(fields).toMatchObject({ password: '', rate: '20', otpShare: '0.2', connections: '1' });
  const changed = await visitor.post(page, { ...fields, rate: '5', reason: 'slower' });
  expect([changed.status, changed.location]).toEqual([302, page]);
  const { config } = await findCarrier(name);
  expect([config.rate, config.binds[0]?.password]).toEqual([5, 'hidden-pass']);
  expect(await recorded('slower')).toEqual([`operator carrier.update ${name}`]);
});

test('a change of a carrier’s address requires the carrier’s password, so that no operator can send the stored password elsewhere', async () => {
  const { name, page } = await aCarrier();
  const moved = { ...(await fieldsOf(page, 'change')), host: 'evil.example', reason: 'moved' };
  const refused = await visitor.post(page, moved);
  expect([refused.status, errorsOf(refused)]).toEqual([
    400,
    { password: expect.stringContaining('Please enter the password of acme at evil.example:2775') },
  ]);
  expect((await findCarrier(name)).config.binds[0]?.host).toBe('smpp.example');
  await visitor.post(page, { ...moved, password: 'new-pass' });
  expect((await findCarrier(name)).config.binds).toMatchObject([
    { host: 'evil.example', password: 'new-pass' },
  ]);
});

const profile = {
  ...{ longText: 'sar', hours: { from: '09:00', to: '21:00' }, receiptStates: { GONE: 'enroute' } },
  ...{ queries: { afterSeconds: 600, perSecond: 2 }, pricePaise: 12.5, systemType: 'SMPP' },
};

test('saving the form without typing anything changes no setting, not even one that has no field', async () => {
  const name = `acme-${++made}`;
  const access = { host: 'h.example', port: 1, systemId: 'a', password: 'b', tls: true };
  await addCarrier({
    ...{ name, ...access, ...profile, categories: ['promotional'], otpShare: 0.5 },
    binds: [{ connections: 3 }],
  });
  const before = (await findCarrier(name)).config;
  const page = paths.operatorCarrier(name);
  const fields = await fieldsOf(page, 'change');
  expect(fields).toMatchObject({ tls: 'on', promotional: 'on', connections: '3' });
  expect(fields).not.toHaveProperty('transactional');
  expect(JSON.parse(fields.more ?? '')).toEqual(profile);
  expect((await visitor.post(page, { ...fields, reason: 'as before' })).status).toBe(302);
  expect((await findCarrier(name)).config).toEqual(before);
});

test('a carrier with several binds has the binds in “More settings”, and each bind keeps its own password', async () => {
  const name = `acme-${++made}`;
  const access = { host: 'h.example', port: 1, systemId: 'a', password: 'first' };
  const binds = [
    { mode: 'transmitter', connections: 2 },
    { mode: 'receiver', host: 'other.example', password: 'second', systemType: 'RX' },
  ];
  await addCarrier({ name, ...access, binds });
  const page = paths.operatorCarrier(name);
  const before = (await findCarrier(name)).config;
  const fields = await fieldsOf(page, 'change');
  expect(JSON.parse(fields.more ?? '')).toEqual({
    binds: [
      { mode: 'transmitter', connections: 2 },
      { mode: 'receiver', host: 'other.example', systemType: 'RX' },
    ],
  });
  await visitor.post(page, { ...fields, reason: 'as before' });
  expect((await findCarrier(name)).config).toEqual(before);

  await visitor.post(page, { ...fields, password: 'renewed', reason: 'renewed' });
  const passwords = (await findCarrier(name)).config.binds.map(({ password }) => password);
  expect(passwords).toEqual(['renewed', 'second']);

  const both = await visitor.post(page, { ...fields, connections: '2', reason: 'both' });
  expect(Object.keys(errorsOf(both))).toEqual(['connections']);
  const more = '{"binds":[{"mode":"receiver","host":"third.example"}]}';
  const unknown = await visitor.post(page, { ...fields, more, reason: 'third' });
  expect(errorsOf(unknown)).toEqual({ more: expect.stringContaining('at third.example:1') });
  const single = { ...fields, more: '', connections: '4', reason: 'single' };
  await visitor.post(page, single);
  expect((await findCarrier(name)).config.binds).toMatchObject([
    { mode: 'transceiver', connections: 4, host: 'h.example', password: 'renewed' },
  ]);
});

test('an operator adds and removes a carrier and a route by fields', async () => {
  const name = `acme-${++made}`;
  const defaults = await fieldsOf(list, 'add');
  expect(defaults).toMatchObject({ rate: '100', window: '10', otpShare: '0.2', connections: '1' });
  const access = { name, host: 'h.example', port: '1', systemId: 'a', password: 'b' };
  const carrier = { ...defaults, ...access, rate: '7', reason: 'contract' };
  const page = paths.operatorCarrier(name);
  expect(await visitor.post(list, carrier)).toMatchObject({ status: 302, location: page });
  expect((await findCarrier(name)).config).toMatchObject({
    ...{ rate: 7, window: 10, otpShare: 0.2, categories: ['transactional', 'promotional'] },
    binds: [{ host: 'h.example', port: 1, systemId: 'a', password: 'b', tls: false }],
  });
  const taken = await visitor.post(list, carrier);
  expect(errorsOf(taken)).toEqual({ name: `There is a carrier ${name} already.` });
  const route = {
    ...{ intent: 'set-route', name: 'only-acme', priority: '5', promotional: 'on' },
    ...{ senders: '567890, 567891', prefixes: '+9198\r\n9197', carriers: `${name} 2 3` },
  };
  await visitor.post(list, { ...route, reason: 'contract' });
  const [written] = await listRoutes();
  expect(written).toEqual({
    ...{ name: 'only-acme', priority: 5, categories: ['promotional'], accounts: [] },
    ...{ senders: ['567890', '567891'], prefixes: ['9198', '9197'] },
    carriers: [{ name, step: 2, weight: 3 }],
  });
  const change = paths.operator('carriers', { route: 'only-acme' });
  expect((await visitor.get(list)).html).toContain(change);
  const fields = await fieldsOf(change, 'set-route');
  await visitor.post(change, { ...fields, reason: 'as before' });
  expect(await listRoutes()).toEqual([written]);
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

test('each wrong value of a carrier has an error at its field, and the form does not return passwords', async () => {
  const wrong = {
    ...{ intent: 'add', name: 'Acme!', host: '', port: '70000', systemId: '€', password: 'secret' },
    ...{ rate: 'fast', window: '0', otpShare: '1', connections: '99', more: '{', reason: 'x' },
  };
  const refused = await visitor.post(list, wrong);
  expect(refused.status).toBe(400);
  expect(errorsOf(refused)).toEqual({
    name: 'Please use 1 to 32 characters: a–z, 0–9 and -.',
    host: 'Please enter a host',
    port: 'Please send a number of at most 65535.',
    systemId: 'Has a character that Latin-1 lacks.',
    rate: 'Please enter a whole number.',
    window: 'Please send a number of at least 1.',
    otpShare: 'Please send a number of at most 0.9.',
    connections: 'Please send a number of at most 16.',
    transactional: 'Please choose at least one category.',
    more: 'This is not JSON.',
    reason: 'Please use at least 3 characters.',
  });
  expect(refused.html).not.toContain('secret');
  expect(refused.html).toContain('value="70000"');
});

test.each([
  ['[]', 'Please enter a JSON object'],
  ['{"host":"x","rate":1}', 'Please remove host, rate: use the fields above.'],
  ['{"binds":1}', 'binds: Please send a list here.'],
  ['{"binds":[{"mode":"receiver"}]}', 'none may submit'],
  ['{"longText":"x"}', 'longText: '],
  ['{"speed":1}', 'speed'],
])('the further settings %s are refused at “More settings”', async (more, error) => {
  const access = { name: 'further', host: 'h.example', port: '1', systemId: 'a', password: 'b' };
  const form = { intent: 'add', ...access, transactional: 'on', more, reason: 'further' };
  const refused = await visitor.post(list, form);
  expect([refused.status, errorsOf(refused)]).toEqual([
    400,
    { more: expect.stringContaining(error) },
  ]);
});

test('a wrong line or value of a route is named at its field', async () => {
  const { name } = await aCarrier();
  const set = async (fields: Fields) =>
    errorsOf(
      await visitor.post(list, {
        ...{ intent: 'set-route', name: 'wrong', reason: 'a new route', carriers: name, ...fields },
      }),
    );
  expect(
    await set({ carriers: `${name}\n${name} first`, priority: '0', prefixes: '8198' }),
  ).toEqual({
    carriers: expect.stringContaining(`“${name} first” cannot be read`),
    priority: 'Please send a number of at least 1.',
    prefixes: '8198: is digits that begin with 91.',
  });
  expect(await set({ carriers: `${name} 200` })).toEqual({
    carriers: `${name} 200: Please send a number of at most 100.`,
  });
  expect(await set({ carriers: `${name}\n${name}` })).toEqual({ carriers: 'Names must differ.' });
  expect(await set({ carriers: 'unknown' })).toEqual({
    carriers: expect.stringContaining('names a carrier that does not exist'),
  });
  expect(await set({ carriers: '' })).toEqual({ carriers: 'Please enter a carrier' });
  expect((await listRoutes()).map((route) => route.name)).not.toContain('wrong');
});

test('a bind test reports that no carrier responds at the address', async () => {
  const name = `acme-${++made}`;
  const access = { host: '127.0.0.1', port: 1, systemId: 'acme', password: 'x' };
  await addCarrier({ name, ...access });
  const { html } = await visitor.post(paths.operatorCarrier(name), { intent: 'test-binds' });
  expect(html).toContain('no connection, or no response to the bind');
});

test('shows for each worker whether a carrier is bound, reconnecting or lost, and since when', async () => {
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
  expect(joinText(await visitor.get(paths.operator('carriers')))).toContain(
    'Bound in 1 of 2 workers',
  );
  const text = joinText(await visitor.get(page));
  for (const part of ['worker on host-b', 'Reconnecting', 'Worker lost', '2 of 2 connections'])
    expect(text).toContain(part);
});
