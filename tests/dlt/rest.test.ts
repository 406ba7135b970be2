import { expect, test } from 'vitest';
import { listTemplates } from '#domain/dlt/registry/list-registry.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aRegistrant, dltBodies, validDltRequests } from '../support/dlt-requests.ts';

const web = await sharedWeb();

const anOwner = () => aRegistrant(web.url);

const { entity, header, template, link } = dltBodies;

test('a key and a session can each create, read, change and empty a registry over the API', async () => {
  const user = await aUser();
  for (const as of [await anAccount(), user]) {
    const call = client(web.url, as);
    expect((await call.post('/dlt/entities', entity)).body.data).toEqual({
      ...entity,
      status: 'active',
    });
    const { body: registered } = await call.post('/dlt/headers', header);
    expect(registered.data).toMatchObject({ ...header, status: 'pending', has_evidence: false });
    // The entity can be omitted, because the account has only one entity.
    const { entity_id, ...rest } = template;
    const { body: added } = await call.post('/dlt/templates', rest);
    expect(added.data).toMatchObject({
      ...{ ...template, entity_id },
      slots: [{ position: 1, type: 'numeric', max: null }],
    });
    for (const value of ['https://b.in', 'https://a.in']) {
      await call.post('/dlt/links', { kind: 'url', value });
    }
    await call.post('/dlt/links', { kind: 'url_dynamic', value: 'https://a.in/x?' });
    const first = await call.get('/dlt/links?limit=2');
    expect(first.body).toMatchObject({ hasMore: true, next: 'url https://b.in' });
    const after = encodeURIComponent(first.body.next);
    expect((await call.get(`/dlt/links?limit=2&after=${after}`)).body).toMatchObject({
      data: [{ kind: 'url_dynamic', value: 'https://a.in/x?' }],
      hasMore: false,
      next: null,
    });
    expect((await call.get('/dlt/templates?search=YOUR%20CODE')).body.data).toHaveLength(1);
    expect((await call.get('/dlt/templates?search=nothing')).body.data).toEqual([]);
    const changed = await call.call('PATCH', `/dlt/templates/${template.template_id}`, {
      body: { status: 'inactive' },
    });
    expect(changed.body.data).toMatchObject({ name: 'Code', status: 'inactive' });
    const value = encodeURIComponent('https://a.in/x?');
    const removal = `/dlt/links?kind=url_dynamic&value=${value}`;
    expect((await call.call('DELETE', removal)).status).toBe(200);
    expect((await call.call('DELETE', removal)).status).toBe(404);
    expect((await call.get('/dlt/registry')).body.data).toEqual({ mode: 'enforce' });
    await call.call('PATCH', '/dlt/registry', { body: { mode: 'warn' } });
    expect((await call.get('/dlt/registry')).body.data).toEqual({ mode: 'warn' });
  }
});

test('registering a template returns warnings about probable mistakes', async () => {
  const { call } = await anOwner();
  const register = async (id: string, body: string) =>
    (await call.post('/dlt/templates', { ...template, template_id: id, body })).body.data.warnings;
  const plain = 'Hello from Acme, your order is on its way.';
  expect(await register('1107161234567890001', plain)).toEqual([]);
  expect(await register('1107161234567890002', `${plain} [OTP]`)).toEqual([
    expect.stringContaining('“[OTP]” at character 44'),
  ]);
  expect(await register('1107161234567890003', `${plain} {# NUM #}`)).toEqual([
    expect.stringContaining('{# NUM #}, read as numeric'),
  ]);
});

test('another account’s registrations can neither be seen nor changed nor deleted', async () => {
  const owner = await anOwner();
  await owner.call.post('/dlt/links', link);
  await owner.call.post('/dlt/chains', dltBodies.chain);
  const stranger = client(web.url, await anAccount());
  for (const path of ['entities', 'headers', 'templates', 'links', 'chains']) {
    expect((await stranger.get(`/dlt/${path}`)).body.data).toEqual([]);
  }
  const named = Object.entries(validDltRequests(owner)).filter(([name]) =>
    /^(get|update|delete|add).*(Entity|Header|Template|Link|Chain|Evidence)$/.test(name),
  );
  expect(named).toHaveLength(10);
  for (const [name, make] of named) {
    const { path = '', body } = await make();
    const method = { get: 'GET', upd: 'PATCH', del: 'DELETE', add: 'POST' }[name.slice(0, 3)] ?? '';
    const reply = await stranger.call(method, path, { body });
    expect([name, reply.status, reply.body.error?.code]).toEqual([name, 404, 'not_found']);
  }
  expect(await prisma.dltRegistry.count({ where: { userId: owner.userId } })).toBe(1);
  expect((await owner.call.get('/dlt/headers')).body.data).toMatchObject([
    { header: 'ACMEIN', status: 'approved' },
    { header: 'ACMENW', status: 'pending' },
  ]);
  for (const kind of ['entities', 'templates']) {
    expect((await owner.call.get(`/dlt/${kind}`)).body.data).toHaveLength(2);
  }
});

test('the searches of one account run one at a time, and if more than 21 arrive at once, the further ones are rejected', async () => {
  const { userId } = await anOwner();
  const searches = Array.from({ length: 30 }, () =>
    listTemplates(userId, { limit: 1, search: 'code' }),
  );
  const settled = await Promise.allSettled(searches);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(21);
  expect(settled.at(-1)).toMatchObject({ reason: { code: 'rate_limited' } });
});

test('rejects another body under a registered id, and recognises ids that a spreadsheet has rounded', async () => {
  const { call } = await anOwner();
  const other = await call.post('/dlt/templates', { ...template, body: 'Another {#numeric#}' });
  expect([other.status, other.body.error]).toMatchObject([400, { param: 'template_id' }]);
  const rounded = await call.post('/dlt/entities', { ...entity, entity_id: '1.10117E+18' });
  expect(rounded.body.error).toMatchObject({ param: 'entity_id' });
  expect(rounded.body.message).toContain('spreadsheet');
});

test('a template can be removed, and its id can be registered again', async () => {
  const { userId, call } = await anOwner();
  const totals = () => prisma.dltRegistry.findUnique({ where: { userId } });
  const path = `/dlt/templates/${template.template_id}`;
  const removals = await Promise.all([1, 2, 3].map(() => call.call('DELETE', path)));
  expect(removals.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  expect(await totals()).toMatchObject({ templates: 0, characters: 0 });
  const body = 'Another {#numeric#}';
  expect((await call.post('/dlt/templates', { ...template, body })).body.data).toMatchObject({
    body,
  });
  expect(await totals()).toMatchObject({ templates: 1, characters: body.length });
});

test('an entity can be removed only if no header, template or chain belongs to it', async () => {
  const call = client(web.url, await anAccount());
  const remove = async () =>
    (await call.call('DELETE', `/dlt/entities/${entity.entity_id}`)).body.error?.code ?? 'removed';
  await call.post('/dlt/entities', entity);
  await call.post('/dlt/chains', dltBodies.chain);
  expect(await remove()).toBe('invalid_parameter');
  const { carrier } = dltBodies.chain;
  await call.call('DELETE', `/dlt/chains?entity_id=${entity.entity_id}&carrier=${carrier}`);
  // Whichever of the two requests comes first, no header is left without its entity.
  const [removal, added] = await Promise.all([remove(), call.post('/dlt/headers', header)]);
  const { body } = await call.get('/dlt/headers');
  expect([removal, added.status, body.data.length]).toEqual(
    removal === 'removed' ? ['removed', 400, 0] : ['invalid_parameter', 201, 1],
  );
});

test('concurrent registrations of one header and template create each only once', async () => {
  const { userId, call } = await anOwner();
  const more = { ...header, header: 'ACMEPR' };
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => [
      call.post('/dlt/headers', more),
      call.post('/dlt/templates', { ...template, template_id: '1107160000000000009' }),
    ]).flat(),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await prisma.dltHeader.count({ where: { userId } })).toBe(2);
  expect(await prisma.dltRegistry.findUnique({ where: { userId } })).toMatchObject({
    templates: 2,
  });
});

test('calls with one Idempotency-Key register only once: the same body gets the first response, and another body gets an error', async () => {
  const { call, userId } = await anOwner();
  const ids = ['1101172974420810005', '1101172974420810006'];
  const others = ['entities', 'headers', 'templates', 'links', 'chains'];
  const bodies: Record<string, (at: number) => object> = {
    entities: (at) => ({ ...entity, entity_id: ids[at] }),
    headers: (at) => ({ ...header, header: ['ONEHDR', 'OTHERS'][at] }),
    templates: (at) => ({ ...template, template_id: `110716000000000004${at}` }),
    links: (at) => ({ ...link, value: `https://acme.in/${at}` }),
    chains: (at) => ({ ...dltBodies.chain, carrier: `carrier-${at}` }),
  };
  for (const path of others) {
    const send = (at: number) =>
      call.post(`/dlt/${path}`, bodies[path]?.(at), { 'idempotency-key': path });
    const count = async () => (await call.get(`/dlt/${path}`)).body.data.length;
    const before = await count();
    const replies = await Promise.all([send(0), send(1), send(0), send(1)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422]);
    expect(
      replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true'),
    ).toHaveLength(1);
    const first = replies.find(({ status }) => status === 201);
    const later = await send(first === replies[0] || first === replies[2] ? 0 : 1);
    expect([later.status, later.body]).toEqual([201, first?.body]);
    expect(await count()).toBe(before + 1);
  }
  expect(await prisma.dltRegistry.findUnique({ where: { userId } })).toMatchObject({
    templates: 2,
  });
});
