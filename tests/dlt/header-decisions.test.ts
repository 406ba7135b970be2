import { createHash } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decideHeader, listWaitingHeaders } from '#domain/dlt/registry/header-decisions.ts';
import { headerInput } from '#domain/dlt/registry/inputs.browser.ts';
import { registerHeader } from '#domain/dlt/registry/register.ts';
import { prisma } from '#platform/db.ts';
import { type DltCommand, run } from '#scripts/operator/dlt.ts';
import { aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aPdf, aRegistrant, dltBodies } from '../support/dlt-requests.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { runCommand } from '../support/programs.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { until } from '../support/until.ts';

const web = await sharedWeb();

const anOwner = () => aRegistrant(web.url);

const { entity, header } = dltBodies;

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

test('the operator’s command explains why it fails', async () => {
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
