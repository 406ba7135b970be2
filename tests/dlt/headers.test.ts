import { createHash } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  decideHeader,
  listWaitingHeaders,
  readEvidence,
} from '#domain/dlt/registry/header-decisions.ts';
import { headerInput } from '#domain/dlt/registry/inputs.browser.ts';
import { registerHeader } from '#domain/dlt/registry/register.ts';
import { prisma } from '#platform/db.ts';
import { type DltCommand, run } from '#scripts/operator/dlt.ts';
import { runCommand, startWeb, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { anAccount, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aPdf, aRegistrant, dltBodies, dltText } from '../support/dlt-requests.ts';
import { renderQueuedEmail } from '../support/emails.ts';

const web = await sharedWeb();

const anOwner = () => aRegistrant(web.url);

const { entity, header } = dltBodies;

test('a header can be removed unless it is approved; a declined header that is removed is remembered as declined', async () => {
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

test('the type of evidence is detected from its first bytes, and only the newest file counts', async () => {
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

test('a change by the owner never gives a header more rights than the operator’s decision allows', async () => {
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

test('a header that was never approved cannot be turned off, because an inactive header counts as approved', async () => {
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

test('the operator’s decision is never lost while the owner turns the header off and on', async () => {
  const { userId, call } = await anOwner();
  const turn = (status: string) => call.call('PATCH', '/dlt/headers/ACMEIN', { body: { status } });
  await Promise.all([
    ...Array.from({ length: 6 }, (_, at) => turn(at % 2 === 0 ? 'inactive' : 'active')),
    decideHeader(userId, 'ACMEIN', { status: 'declined', reason: 'Not yours' }, 'asha'),
  ]);
  expect((await turn('active')).body.data.status).toBe('declined');
});

test('a demo installation approves headers automatically, says so, and records the decision', async () => {
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

/** The line that `npm run dlt -- headers` prints about an account. */
async function waitingLineOf(userId: string): Promise<string | undefined> {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await run({ name: 'headers', userId: '', header: '', options: { json: false } });
    const lines = printed.mock.calls.map(([text]) => String(text));
    return lines
      .join('')
      .split('\n')
      .find((one) => one.startsWith(userId));
  } finally {
    printed.mockRestore();
  }
}

test('the operator sees waiting headers and look-alikes, reads the evidence, and decides', async () => {
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
  const line = await waitingLineOf(user.userId);
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
  // The decision names the file that the operator read, even after the owner replaced it.
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

test('the operator’s command lists headers, and explains an error', async () => {
  const [unknown, incomplete, listed] = await Promise.all([
    runCommand('dlt', ['approve', 'usr_none', 'ACMEIN']),
    runCommand('dlt', ['approve', 'usr_none']),
    runCommand('dlt', ['headers']),
  ]);
  expect(listed.how).toBe('exit code 0');
  expect(unknown).toEqual({
    how: 'exit code 1',
    text: 'This account has no such header, or the header has no evidence.',
  });
  const usage = expect.stringContaining('npm run dlt -- headers');
  expect(incomplete).toEqual({ how: 'exit code 2', text: usage });
});

test('new evidence for a declined header puts the header on the operator’s list again, with the reason for the earlier decision', async () => {
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
  // Evidence counts as newer than the decision only if it is added in a later millisecond.
  await until('it waits', async () => {
    await addEvidence();
    return (await waits()).length > 0;
  });
  expect(await waits()).toMatchObject([{ header: 'ACMEIN', declinedFor: 'Unreadable' }]);
  expect(await waitingLineOf(userId)).toMatch(/ ACMEIN.*; declined before: Unreadable/);
  await decline('Another business');
  expect(await waits()).toEqual([]);
});

test('an account that registers many headers does not hide other accounts’ headers from the operator', async () => {
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
