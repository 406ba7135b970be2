import { createHash } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decideHeader } from '#domain/messaging/dlt/registry/decide-header.server.ts';
import { readEvidence } from '#domain/messaging/dlt/registry/header-evidence.server.ts';
import { headerInput, templateInput } from '#domain/messaging/dlt/registry/inputs.ts';
import { listTemplates } from '#domain/messaging/dlt/registry/list-registry.server.ts';
import { registerHeader } from '#domain/messaging/dlt/registry/register.server.ts';
import { registerTemplates } from '#domain/messaging/dlt/registry/register-templates.server.ts';
import { listWaitingHeaders } from '#domain/messaging/dlt/registry/waiting-headers.server.ts';
import { prisma } from '#platform/db.server.ts';
import { type DltCommand, run } from '#scripts/operator/dlt.ts';
import { anAccount, aUser, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import {
  aPdf,
  dltBodies,
  dltText,
  registerAll,
  validDltRequests,
} from '../support/dlt-requests.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { runCommand, startWeb, stopAfterTest } from '../support/programs.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { until } from '../support/until.ts';

const web = await sharedWeb();

/** An account that has registered entity, approved header and template. */
async function anOwner() {
  const account = await anAccount();
  await registerAll(account.userId);
  return { ...account, call: client(web.url, account) };
}

const { entity, header, template, link } = dltBodies;

test('a registry is made, read, changed and emptied over the API, by key and by session alike', async () => {
  const user = await aUser();
  for (const as of [await anAccount(), user]) {
    const call = client(web.url, as);
    expect((await call.post('/dlt/entities', entity)).body.data).toEqual({
      ...entity,
      status: 'active',
    });
    const { body: registered } = await call.post('/dlt/headers', header);
    expect(registered.data).toMatchObject({ ...header, status: 'pending', has_evidence: false });
    // Without an entity, as there is one alone.
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

test('what another account has registered cannot be seen, changed or deleted', async () => {
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

test('an account’s searches run one at a time, and more than 21 are refused', async () => {
  const { userId } = await anOwner();
  const searches = Array.from({ length: 30 }, () =>
    listTemplates(userId, { limit: 1, search: 'code' }),
  );
  const settled = await Promise.allSettled(searches);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(21);
  expect(settled.at(-1)).toMatchObject({ reason: { code: 'rate_limited' } });
});

test('a changed body under a known id is refused, and an id that a spreadsheet has rounded explained', async () => {
  const { call } = await anOwner();
  const other = await call.post('/dlt/templates', { ...template, body: 'Another {#numeric#}' });
  expect([other.status, other.body.error]).toMatchObject([400, { param: 'template_id' }]);
  const rounded = await call.post('/dlt/entities', { ...entity, entity_id: '1.10117E+18' });
  expect(rounded.body.error).toMatchObject({ param: 'entity_id' });
  expect(rounded.body.message).toContain('spreadsheet');
});

test('a template that was registered wrongly can be removed, and its id registered again', async () => {
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

test('a header can be removed unless it is approved, and a decline outlives it', async () => {
  const { userId, call } = await anOwner();
  const remove = () => call.call('DELETE', '/dlt/headers/ACMENW');
  const add = async (category = 'promotional') =>
    (await call.post('/dlt/headers', { ...header, header: 'ACMENW', category })).body.data;
  await add();
  expect((await remove()).status).toBe(200);
  expect(await add('government')).toMatchObject({ category: 'government', status: 'pending' });
  await decideHeader(userId, 'ACMENW', { status: 'approved' }, 'asha');
  for (const status of ['active', 'inactive']) {
    await call.call('PATCH', '/dlt/headers/ACMENW', { body: { status } });
    expect((await remove()).body.error.code).toBe('invalid_parameter');
  }
  await decideHeader(userId, 'ACMENW', { status: 'declined', reason: 'Wrong category' }, 'asha');
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
  expect(await add()).toMatchObject({
    ...{ category: 'promotional', status: 'declined', reason: 'Wrong category' },
  });
  const turned = await call.call('PATCH', '/dlt/headers/ACMENW', { body: { status: 'active' } });
  expect(turned.body.data.status).toBe('declined');
  expect(await prisma.dltHeaderDecision.count({ where: { userId, header: 'ACMENW' } })).toBe(2);
});

test('an entity can be removed once nothing belongs to it', async () => {
  const call = client(web.url, await anAccount());
  const remove = async () =>
    (await call.call('DELETE', `/dlt/entities/${entity.entity_id}`)).body.error?.code ?? 'removed';
  await call.post('/dlt/entities', entity);
  await call.post('/dlt/chains', dltBodies.chain);
  expect(await remove()).toBe('invalid_parameter');
  const { carrier } = dltBodies.chain;
  await call.call('DELETE', `/dlt/chains?entity_id=${entity.entity_id}&carrier=${carrier}`);
  // Whichever comes first: what belongs to an entity never loses it.
  const [removal, added] = await Promise.all([remove(), call.post('/dlt/headers', header)]);
  const { body } = await call.get('/dlt/headers');
  expect([removal, added.status, body.data.length]).toEqual(
    removal === 'removed' ? ['removed', 400, 0] : ['invalid_parameter', 201, 1],
  );
});

test('evidence is what its first bytes say, and the newest one counts', async () => {
  const { userId, call } = await anOwner();
  const add = (name: string, bytes: Uint8Array) =>
    call.post('/dlt/headers/ACMEIN/evidence', {
      name,
      content: Buffer.from(bytes).toString('base64'),
    });
  for (const bytes of ['<html><script>alert(1)</script>', '', ' %PDF-1.7', 'GIF89a']) {
    const { status, body } = await add('letter.pdf', Buffer.from(bytes));
    expect([status, body.error.param]).toEqual([400, 'content']);
  }
  expect((await add('../\u202efdp."exe\n', aPdf)).body.data).toMatchObject({ has_evidence: true });
  expect((await readEvidence(userId, 'ACMEIN')).name).toBe('.._\u005ffdp._exe_');
  const form = new FormData();
  const large = new File([aPdf, new Uint8Array(5 * 1024 * 1024 - aPdf.length)], 'large.pdf');
  form.append('file', large);
  const made = new Response(form);
  const uploaded = await call.call('POST', '/dlt/headers/ACMEIN/evidence', {
    body: new Uint8Array(await made.arrayBuffer()),
    headers: { 'content-type': made.headers.get('content-type') ?? '' },
  });
  expect(uploaded.status).toBe(200);
  const kept = await readEvidence(userId, 'ACMEIN');
  expect([kept.name, kept.bytes.byteLength]).toEqual(['large.pdf', large.size]);
  const inJson = await add('large.pdf', Buffer.alloc(1024 * 1024, aPdf));
  expect(inJson.body.error.code).toBe('body_too_large');
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x3c]);
  await add('letter.png', png);
  expect(await readEvidence(userId, 'ACMEIN')).toMatchObject({
    ...{ name: 'letter.png', type: 'image/png' },
    bytes: png,
  });
});

test('whatever its owner does with a header, it is no more than what the operator decided', async () => {
  const { userId, call } = await anOwner();
  const turn = async (status: string) =>
    (await call.call('PATCH', '/dlt/headers/ACMEIN', { body: { status } })).body.data.status;
  expect(await turn('inactive')).toBe('inactive');
  expect(await turn('active')).toBe('approved');
  expect(await turn('inactive')).toBe('inactive');
  await decideHeader(userId, 'ACMEIN', { status: 'declined', reason: 'Not yours' }, 'asha');
  expect(await turn('active')).toBe('declined');
  expect((await call.post('/dlt/headers', header)).body.data.status).toBe('declined');
});

test('a header that was never approved cannot be turned off, after which checks would take it for approved', async () => {
  const { userId, call } = await anOwner();
  await call.post('/dlt/headers', { ...header, header: 'HDFCBK' });
  await call.call('PATCH', '/dlt/registry', { body: { mode: 'warn' } });
  const turnOff = () => call.call('PATCH', '/dlt/headers/HDFCBK', { body: { status: 'inactive' } });
  expect((await turnOff()).body.error).toMatchObject({ param: 'status' });
  await decideHeader(userId, 'HDFCBK', { status: 'declined', reason: 'A bank' }, 'asha');
  expect((await turnOff()).body.error).toMatchObject({ param: 'status' });
  const messages = [{ message: dltText, sender_id: 'HDFCBK' }];
  const { body } = await call.post('/dlt/check', { messages });
  expect(body.data).toMatchObject([{ verdict: 'dlt_header_not_approved' }]);
});

test('a decision that comes while the owner turns the header off and on is never lost', async () => {
  const { userId, call } = await anOwner();
  const turn = (status: string) => call.call('PATCH', '/dlt/headers/ACMEIN', { body: { status } });
  await Promise.all([
    ...Array.from({ length: 6 }, (_, at) => turn(at % 2 === 0 ? 'inactive' : 'active')),
    decideHeader(userId, 'ACMEIN', { status: 'declined', reason: 'Not yours' }, 'asha'),
  ]);
  expect((await turn('active')).body.data.status).toBe('declined');
});

test('registering the same at once makes one of each', async () => {
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

test('a repeated call with the same Idempotency-Key gets the first answer', async () => {
  const { call } = await anOwner();
  const send = (body: unknown) => call.post('/dlt/links', body, { 'idempotency-key': 'one' });
  const first = await send(link);
  const again = await send(link);
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect((await send({ ...link, value: 'https://b.in' })).status).toBe(422);
});

test('of calls at once with one Idempotency-Key one registers, and the others get its answer or a mismatch', async () => {
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
    expect(await count()).toBe(before + 1);
  }
  expect(await prisma.dltRegistry.findUnique({ where: { userId } })).toMatchObject({
    templates: 2,
  });
});

test('a check says for each message what sending would answer, costs nothing and echoes no value', async () => {
  const owner = await anOwner();
  const secret = '482913';
  const messages = [
    { message: dltText },
    { template_id: template.template_id, variables: [secret], sender_id: 'ACMEIN' },
    { message: `Your code is ${secret}. – ACME` },
    { template_id: template.template_id, variables: ['abc'] },
    { message: dltText, sender_id: 'HDFCBK' },
    { message: dltText, sender_id: 'acmein' },
    { message: dltText, recipient: '12345' },
    { message: dltText, variables: [secret] },
    { template_id: '1107160000000000002', variables: [] },
    { message: 'x'.repeat(2_000) },
    7,
  ];
  const before = await getUsage(owner);
  const reply = await owner.call.post('/dlt/check', { messages });
  expect(reply.body.data.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
    'ok',
    'ok',
    'dlt_template_near_match',
    'dlt_var_wrong_type',
    'sender_not_registered',
    'dlt_header_not_found',
    'invalid_recipient',
    'invalid_parameter',
    'dlt_template_unknown',
    'message_too_long',
    'invalid_parameter',
  ]);
  expect(reply.body.data[0]).toEqual({
    ...{ verdict: 'ok', warnings: [], entity_id: entity.entity_id },
    ...{ template_id: template.template_id, sender_id: 'ACMEIN' },
  });
  expect(reply.body.data[2]).toMatchObject({
    ...{ position: 21, kind: 'quotes_and_dashes', candidates: [template.template_id] },
    detail: expect.stringContaining('Copy its fixed text'),
  });
  expect(reply.body.data[5]).toMatchObject({ didYouMean: 'ACMEIN', param: 'sender_id' });
  expect(JSON.stringify(reply.body)).not.toContain(secret);
  expect(await getUsage(owner)).toEqual(before);
});

test('the account’s mode and the given time decide as when sending', async () => {
  const { userId, call } = await anOwner();
  const promotion = {
    ...{ template_id: '1107160000000000003', category: 'promotional' },
    body: 'Sale on {#alphanumeric#}. Reply STOP to stop. - ACME',
  };
  await registerTemplates(userId, [
    templateInput.parse({ ...template, ...promotion, headers: [] }),
  ]);
  await call.post('/dlt/headers', { ...header, header: '123456', category: 'promotional' });
  await decideHeader(userId, '123456', { status: 'approved' }, 'asha');
  const message = 'Sale on shoes. Reply STOP to stop. - ACME';
  const verdictAt = async (at: string) =>
    (await call.post('/dlt/check', { messages: [{ message, sender_id: '123456' }], at })).body
      .data[0];
  const night = '2026-11-24T21:30:00+05:30';
  await until(
    'the approval takes effect',
    async () => (await verdictAt('2026-11-24T12:00:00+05:30')).verdict === 'ok',
  );
  expect(await verdictAt(night)).toMatchObject({
    verdict: 'dlt_promo_window',
    docUrl: expect.stringMatching(/\/docs\/dlt#dlt_promo_window$/),
  });
  await call.call('PATCH', '/dlt/registry', { body: { mode: 'warn' } });
  const warned = await until('the mode takes effect', async () => {
    const found = await verdictAt(night);
    return found.verdict === 'ok' && found;
  });
  expect(warned.warnings.map(({ code }: { code: string }) => code)).toEqual(['dlt_promo_window']);
});

test('an account that has registered nothing is warned, in each mode', async () => {
  const call = client(web.url, await anAccount());
  const { body } = await call.post('/dlt/check', { messages: [{ message: 'Hello' }] });
  const code = 'dlt_registry_empty';
  const docUrl = expect.stringMatching(/\/docs\/dlt#dlt_registry_empty$/);
  expect(body.data).toMatchObject([{ verdict: 'ok', warnings: [{ code, docUrl }] }]);
});

test('more than 1,000 messages, or none, are refused', async () => {
  const call = client(web.url, await anAccount());
  for (const count of [0, 1_001]) {
    const messages = Array.from({ length: count }, () => ({ message: 'a' }));
    expect((await call.post('/dlt/check', { messages })).body.error.param).toBe('messages');
  }
});

test('a demo approves headers by itself, says so, and records it', async () => {
  const demo = await stopAfterTest(startWeb({ DLT_HEADER_APPROVAL: 'automatic' }));
  const account = await anAccount();
  const call = client(demo.url, account);
  await call.post('/dlt/entities', entity);
  const { body } = await call.post('/dlt/headers', header);
  expect(body.data).toMatchObject({ status: 'approved', reason: expect.stringContaining('demo') });
  const { userId } = account;
  expect(await prisma.dltHeaderDecision.findMany({ where: { userId } })).toMatchObject([
    { header: 'ACMEIN', decision: 'approved', decidedBy: 'demo' },
  ]);
});

test('the operator sees what waits and what looks alike, reads the evidence, and decides', async () => {
  const bank = await anOwner();
  await registerHeader(bank.userId, headerInput.parse({ ...header, header: 'BNKBOI' }));
  await decideHeader(bank.userId, 'BNKBOI', { status: 'approved' }, 'asha');
  const user = await aUser();
  const call = client(web.url, user);
  await call.post('/dlt/entities', { ...entity, name: 'Acme \u202eliated' });
  await call.post('/dlt/headers', { ...header, header: 'BNKBOl' });
  await call.post('/dlt/headers/BNKBOl/evidence', {
    ...{ name: 'letter.pdf', content: aPdf.toString('base64') },
  });
  const { text } = await runCommand('dlt', ['headers']);
  const line = text.split('\n').find((one) => one.startsWith(user.userId));
  expect(line).toMatch(
    /BNKBOl: since [\d-]+, of Acme liated \(\d+\), evidence letter.pdf \(application\/pdf\); LOOKS LIKE/,
  );
  expect(line).toContain(`BNKBOI of ${bank.userId}`);

  const to = join(await mkdtemp(join(tmpdir(), 'evidence-')), 'letter.pdf');
  const dlt = (name: DltCommand, options: object = {}) =>
    run({ name, userId: user.userId, header: 'BNKBOl', options: { json: false, ...options } });
  await dlt('evidence', { to });
  expect(await readFile(to)).toEqual(aPdf);
  await expect(dlt('evidence', { to })).rejects.toThrow('EEXIST');
  await expect(dlt('decline')).rejects.toThrow('--reason');
  const reason = 'This looks like a bank.';
  await dlt('decline', { reason, by: 'asha' });
  expect((await call.get('/dlt/headers')).body.data).toMatchObject([
    { status: 'declined', reason },
  ]);
  const { userId } = user;
  const [decision] = await prisma.dltHeaderDecision.findMany({ where: { userId } });
  expect(decision).toMatchObject({ decision: 'declined', reason, decidedBy: 'asha' });
  // Also once its owner has put another file in its place.
  expect([
    decision?.evidenceName,
    Buffer.from(decision?.evidenceSha256 ?? []).toString('hex'),
  ]).toEqual(['letter.pdf', createHash('sha256').update(aPdf).digest('hex')]);
  const { email } = user;
  const mails = await prisma.email.findMany({ where: { email, kind: 'dlt_header_decided' } });
  expect(mails).toMatchObject([{ about: decision?.id }]);
  const createdAt = new Date();
  const about = decision?.id ?? '';
  const mail = await renderQueuedEmail('dlt_header_decided', { email, about, createdAt });
  expect(mail).toMatchObject({ to: email, subject: 'Your header BNKBOl was declined' });
  expect(mail?.text).toContain(reason);
});

test('what the operator’s command cannot do it says', async () => {
  const unknown = await runCommand('dlt', ['approve', 'usr_none', 'ACMEIN']);
  expect(unknown).toEqual({
    how: 'exit code 1',
    text: 'This account has no such header, or the header has no evidence.',
  });
  const { how, text } = await runCommand('dlt', ['approve', 'usr_none']);
  expect([how, text]).toEqual(['exit code 2', expect.stringContaining('npm run dlt -- headers')]);
});

test('new evidence of a declined header brings it before the operator again, with the reason', async () => {
  const { userId, call } = await anOwner();
  const waits = async () =>
    (await listWaitingHeaders(10_000)).filter((one) => one.userId === userId);
  const addEvidence = () =>
    call.post('/dlt/headers/ACMEIN/evidence', {
      ...{ name: 'letter.pdf', content: aPdf.toString('base64') },
    });
  await addEvidence();
  expect(await waits()).toEqual([]);
  const decline = (reason: string) =>
    decideHeader(userId, 'ACMEIN', { status: 'declined', reason }, 'asha');
  await decline('Unreadable');
  await call.post('/dlt/headers', header);
  expect(await waits()).toEqual([]);
  // Evidence counts as newer from the next millisecond on.
  await until('it waits', async () => {
    await addEvidence();
    return (await waits()).length > 0;
  });
  expect(await waits()).toMatchObject([{ header: 'ACMEIN', declinedFor: 'Unreadable' }]);
  const { text } = await runCommand('dlt', ['headers']);
  expect(text).toMatch(new RegExp(`${userId} ACMEIN.*; declined before: Unreadable`));
  await decline('Another business');
  expect(await waits()).toEqual([]);
});

test('an account that registers many headers keeps no other waiting', async () => {
  const [many, few] = await Promise.all([anOwner(), anOwner()]);
  for (let at = 0; at < 5; at += 1) {
    await many.call.post('/dlt/headers', { ...header, header: `MANY${'ABCDE'[at]}` });
  }
  await few.call.post('/dlt/headers', { ...header, header: 'FEWXY' });
  const own = (await listWaitingHeaders(1_000)).filter(({ userId }) =>
    [many.userId, few.userId].includes(userId),
  );
  expect(
    own
      .map(({ header }) => header)
      .slice(0, 2)
      .toSorted(),
  ).toEqual(['FEWXY', 'MANYA']);
});
