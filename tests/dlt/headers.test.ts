import { expect, test } from 'vitest';
import { decideHeader } from '#domain/dlt/registry/header-decisions.ts';
import { readEvidence } from '#domain/dlt/registry/header-evidence.ts';
import { prisma } from '#platform/db.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aPdf, aRegistrant, dltBodies, dltText } from '../support/dlt-requests.ts';
import { startWeb, stopAfterTest } from '../support/programs.ts';
import { sharedWeb } from '../support/shared-web.ts';

const web = await sharedWeb();

const anOwner = () => aRegistrant(web.url);

const { entity, header } = dltBodies;

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
