import { parse } from 'csv-parse/sync';
import { describe, expect, test, vi } from 'vitest';
import { fromBuffer } from 'yauzl';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { claimExport } from '#domain/messaging/account-data/export/export-rows.server.ts';
import { openArchive } from '#domain/messaging/account-data/export/read-archive.server.ts';
import {
  purgeExports,
  requeueExports,
} from '#domain/messaging/account-data/export/reconcile-exports.server.ts';
import { runExport } from '#domain/messaging/account-data/export/run-export.server.ts';
import { startExport } from '#domain/messaging/account-data/export/start-export.server.ts';
import { allSections } from '#domain/messaging/account-data/sections/all-sections.ts';
import { prisma } from '#platform/db.server.ts';
import { aUser } from '../support/account.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { fillAccount, listTables } from '../support/fill-account.ts';
import { aMember } from '../support/member.ts';
import { insertMessages } from '../support/messages.ts';
import { invalidHtml } from '../support/parsed-page.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { joinText, signedIn } from '../support/signed-in.ts';

const web = await sharedWeb();

/** Somebody who has just signed in. */
const recent = (userId: string): SignedInUser => ({
  userId,
  sessionId: 'ses_0',
  authenticatedAt: new Date(),
});

/** As a worker does it, turn after turn. */
async function finish(id: string): Promise<void> {
  while (await runExport(id));
}

/** The files of an archive, by name. */
async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const zip = await new Promise<import('yauzl').ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    ),
  );
  for await (const [name, text] of entriesOf(zip)) files.set(name, text);
  return files;
}

async function* entriesOf(zip: import('yauzl').ZipFile): AsyncGenerator<[string, string]> {
  for (;;) {
    const entry = await new Promise<import('yauzl').Entry | null>((resolve, reject) => {
      zip.once('entry', resolve).once('end', () => resolve(null));
      zip.once('error', reject);
      zip.readEntry();
    });
    if (!entry) return;
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
    );
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    yield [entry.fileName, Buffer.concat(chunks).toString()];
  }
}

async function download(userId: string, id: string): Promise<Map<string, string>> {
  const { chunks, size } = await openArchive(recent(userId), id);
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const bytes = Buffer.concat(parts);
  expect(bytes.length).toBe(size);
  return unzip(bytes);
}

async function exportOf(userId: string): Promise<Map<string, string>> {
  const id = await startExport(recent(userId));
  await finish(id);
  return download(userId, id);
}

const jsonOf = (files: Map<string, string>, name: string) =>
  JSON.parse(files.get(`json/${name}.json`) ?? 'null');

describe('an archive', () => {
  test('has what is stored about the account, in both formats, and nothing of others', async () => {
    const { userId } = await aUser({ name: 'Asha Rao' });
    const other = await aUser();
    const key = await createKey({ userId, name: 'Mine' });
    await createKey({ userId: other.userId, name: 'Not mine' });
    const content = 'He said "naïve, but\r\n=1+1" 🙂; नमस्ते';
    await insertMessages(userId, [{ content }, { content: null }]);
    await insertMessages(other.userId, [{ content: 'Of another account' }]);
    const files = await exportOf(userId);
    expect(jsonOf(files, 'account')).toMatchObject([{ id: userId, name: 'Asha Rao' }]);
    expect(jsonOf(files, 'api_keys')).toMatchObject([{ key_id: key.keyId, name: 'Mine' }]);
    expect(jsonOf(files, 'messages')).toMatchObject([{ content }, { content: null, kind: 'otp' }]);
    const rows = parse(files.get('csv/messages.csv') ?? '', { bom: true, columns: true });
    expect(rows).toMatchObject([
      // An apostrophe keeps spreadsheets from evaluating the formula.
      { content: content.replace('=1', "'=1"), segments: '1' },
      { content: '' },
    ]);
    const all = [...files.values()].join();
    for (const secret of [key.secretKey, 'Not mine', 'Of another account', 'sealed code']) {
      expect(all).not.toContain(secret);
    }
    expect(files.get('README.txt')).toContain('What Dakiya stores about your account');
    expect(files.get('README.txt')).not.toContain('The archive was full');
  });

  test('has a file of each section, and no secret, hash or code', async () => {
    const { userId } = await aUser();
    const tables = (await listTables()).filter((table) => !['users', 'plans'].includes(table));
    await prisma.user.update({
      where: { id: userId },
      data: {
        email: `mail-${userId}@example.com`,
        emailKey: `mail-${userId}@example.com`.toLowerCase(),
      },
    });
    await fillAccount(userId, tables);
    const files = await exportOf(userId);
    const missing = allSections.filter(({ name }) => jsonOf(files, name) === null);
    expect(missing).toEqual([]);
    const all = [...files.values()].join();
    const secrets =
      /mark-[a-z_]+-(\w*(?<!app)_hash|encrypted_\w+|bytes|bound_to|address_\w+)|mark-test-code/g;
    expect(all.match(secrets)).toBeNull();
    // Columns of bytes hold hashes, what is encrypted, and files.
    expect(all.match(/"Buffer"/g)).toBeNull();
    expect(all).toContain('mark-messages-content');
  });

  test('has every message once, in files of many portions', async () => {
    const { userId } = await aUser();
    const list = Array.from({ length: 2_700 }, (_, i) => ({ content: `Text ${i}` }));
    const ids = await insertMessages(userId, list);
    const messages: { id: string; content: string }[] = jsonOf(await exportOf(userId), 'messages');
    expect(messages.map(({ id }) => id).sort()).toEqual(ids.sort());
  });
});

describe('an export', () => {
  test('goes on where a lost worker stopped, and stores nothing twice', async () => {
    const { userId } = await aUser();
    await insertMessages(
      userId,
      Array.from({ length: 1_200 }, (_, i) => ({ content: `Text ${i}` })),
    );
    const id = await startExport(recent(userId));
    const clock = vi.spyOn(performance, 'now');
    let now = 0;
    // Each portion takes a second by this clock, so that the turn is over after two.
    clock.mockImplementation(() => {
      now += 1_000;
      return now;
    });
    for (let turn = 0; turn < 15; turn += 1) {
      await runExport(id);
      const claimed = await claimExport(id);
      expect(claimed).not.toBeNull();
      await prisma.accountExport.update({ where: { id }, data: { dueAt: new Date(0) } });
      await requeueExports();
      await prisma.accountExport.update({ where: { id }, data: { failures: 0 } });
    }
    clock.mockRestore();
    await finish(id);
    expect(jsonOf(await download(userId, id), 'messages')).toHaveLength(1_200);
  });

  test('is given up when three workers in a row are lost', async () => {
    const { userId } = await aUser();
    const id = await startExport(recent(userId));
    for (let lost = 0; lost < 3; lost += 1) {
      expect(await claimExport(id)).not.toBeNull();
      await prisma.accountExport.update({ where: { id }, data: { dueAt: new Date(0) } });
      await requeueExports();
    }
    expect(await prisma.accountExport.findUnique({ where: { id } })).toMatchObject({
      state: 'failed',
    });
    await expect(openArchive(recent(userId), id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is written by one worker at a time', async () => {
    const { userId } = await aUser();
    const id = await startExport(recent(userId));
    const claimed = await Promise.all([claimExport(id), claimExport(id), claimExport(id)]);
    expect(claimed.filter((one) => one !== null)).toHaveLength(1);
  });

  test('is the only one of its account, of three within a day', async () => {
    const { userId } = await aUser();
    const started = await Promise.allSettled(
      Array.from({ length: 5 }, () => startExport(recent(userId))),
    );
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [first] = await prisma.accountExport.findMany({ where: { userId } });
    await finish(first?.id ?? '');
    for (let more = 0; more < 2; more += 1) await finish(await startExport(recent(userId)));
    // A later one takes the place of an earlier one.
    expect(await prisma.accountExport.count({ where: { userId, state: 'done' } })).toBe(1);
    await expect(startExport(recent(userId))).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'You have started 3 exports within 24 hours. Please wait until tomorrow.',
    });
  });

  test('is deleted after a week, with its parts', async () => {
    const { userId } = await aUser();
    const id = await startExport(recent(userId));
    await finish(id);
    await purgeExports();
    expect(await prisma.accountExportPart.count({ where: { exportId: id } })).toBeGreaterThan(0);
    const longAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
    await prisma.accountExport.update({ where: { id }, data: { finishedAt: longAgo } });
    await purgeExports();
    expect(await prisma.accountExportPart.count({ where: { exportId: id } })).toBe(0);
    await expect(openArchive(recent(userId), id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the screen', () => {
  test('starts an export, shows how far it is, and leads to the file, without JavaScript', async () => {
    const { visitor, userId, user } = await aMember(web.url);
    const account = await visitor.get(paths.dashboard('account'));
    expect(account.html).toContain(`href="${paths.exportData}"`);
    expect(joinText(await visitor.get(paths.exportData))).toContain('You have no export.');
    expect((await visitor.post(paths.exportData, { intent: 'start' })).location).toBe(
      paths.exportData,
    );
    const running = await visitor.get(paths.exportData);
    expect(running.html).toContain('<progress');
    expect(joinText(running)).toContain('Show how far it is');
    expect(await invalidHtml(running.html)).toEqual([]);
    const again = await visitor.follow(await visitor.post(paths.exportData, { intent: 'start' }));
    expect(again.html).toContain('An export is being made already.');

    const { id } = await prisma.accountExport.findFirstOrThrow({ where: { userId } });
    await finish(id);
    const done = await visitor.get(paths.exportData);
    expect(joinText(done)).toContain('is ready');
    expect(await invalidHtml(done.html)).toEqual([]);
    const { location } = await visitor.post(paths.exportData, { intent: 'download' });
    expect(location).toBe(paths.exportFile(id));
    const file = await visitor.get(location ?? '');
    expect(file.headers.get('content-type')).toBe('application/zip');
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="dakiya-account-\d{4}-\d\d-\d\d\.zip"$/,
    );

    const email = await prisma.email.findFirstOrThrow({
      where: { email: user.email, kind: 'account_export_ready' },
    });
    const rendered = await renderQueuedEmail('account_export_ready', email);
    expect(rendered?.text).toContain(paths.exportData);
  });

  test('asks for the password before it starts or gives an export, if the sign-in was long ago', async () => {
    const { visitor, userId, user } = await aMember(web.url);
    const id = await startExport(recent(userId));
    await finish(id);
    await prisma.session.updateMany({ where: { userId }, data: { authenticatedAt: new Date(0) } });
    for (const intent of ['start', 'download']) {
      const asked = await visitor.post(paths.exportData, { intent });
      expect(asked.status).toBe(403);
      expect(joinText(asked)).toContain('Enter your password to continue');
    }
    const refused = await visitor.get(paths.exportFile(id));
    expect(refused.location).toBe(paths.exportData);
    const confirmed = { intent: 'download', confirmPassword: user.password };
    expect((await visitor.post(paths.exportData, confirmed)).location).toBe(paths.exportFile(id));
  });

  test('gives nobody the export of another account', async () => {
    const { userId } = await aUser();
    const id = await startExport(recent(userId));
    await finish(id);
    const { visitor } = await aMember(web.url);
    for (const name of [id, 'exp_0', '%00', 'x'.repeat(500)]) {
      const answer = await visitor.get(`/account-export/${name}.zip`);
      expect(answer.headers.get('content-type')).not.toBe('application/zip');
    }
    await expect(openArchive(recent('usr_0'), id)).rejects.toMatchObject({ code: 'not_found' });
    const stranger = await signedIn(web.url, await aUser());
    expect((await stranger.get(paths.exportFile(id))).location).toBe(paths.exportData);
  });
});
