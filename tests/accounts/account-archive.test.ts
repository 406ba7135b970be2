import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import {
  archiveLimits,
  firstProgress,
} from '#domain/messaging/account-data/export/contract.browser.ts';
import { describeArchive } from '#domain/messaging/account-data/export/read-archive.ts';
import { writeBatch } from '#domain/messaging/account-data/export/run-export.ts';
import { allSections } from '#domain/messaging/account-data/export/sections.ts';
import { prisma } from '#platform/db.ts';
import { lastPart } from '#platform/zip.ts';
import { aUser } from '../support/account.ts';
import { exportOf, jsonOf } from '../support/exports.ts';
import { fillAccount, listTables } from '../support/fill-account.ts';
import { insertMessages } from '../support/messages.ts';

describe('an archive', () => {
  test('contains the account’s data as JSON and as CSV, and no data of other accounts', async () => {
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

  test('contains a file per section, and no secret, hash or code', async () => {
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
    // Byte columns hold hashes, ciphertexts and files.
    expect(all.match(/"Buffer"/g)).toBeNull();
    expect(all).toContain('mark-messages-content');
  });

  test('counts as a view of all message texts in the archive', async () => {
    const { userId } = await aUser();
    const ids = await insertMessages(userId, [{}, { content: null }, {}]);
    await exportOf(userId);
    expect(await prisma.textView.findMany({ where: { userId } })).toMatchObject([
      { way: 'file', texts: 2, oldestId: ids[0], newestId: ids[2] },
    ]);
  });

  test('contains every message once, even if its files are written in many batches', async () => {
    const { userId } = await aUser();
    const list = Array.from({ length: 2_700 }, (_, i) => ({ content: `Text ${i}` }));
    const ids = await insertMessages(userId, list);
    const messages: { id: string; content: string }[] = jsonOf(await exportOf(userId), 'messages');
    expect(messages.map(({ id }) => id).sort()).toEqual(ids.sort());
  });
});

describe('a large archive', () => {
  /**
   * Writes an account's archive with the given limits.
   *
   * @returns the messages in its files
   */
  async function written(userId: string, limits: typeof archiveLimits) {
    let progress = firstProgress;
    const parts = new Map<string, Buffer[]>();
    for (;;) {
      const next = await writeBatch(userId, progress, limits);
      if (!next) break;
      progress = next.progress;
      for (const { file, bytes } of next.parts) {
        const name = progress.files[file]?.name ?? '';
        parts.set(name, [...(parts.get(name) ?? []), bytes]);
      }
    }
    const textOf = (name: string) =>
      inflateRawSync(Buffer.concat([...(parts.get(name) ?? []), lastPart])).toString();
    const names = progress.files.map(({ name }) => name).filter((name) => /messages/.test(name));
    const json = names.filter((name) => name.endsWith('.json'));
    const rows: { id: string }[][] = json.map((name) => JSON.parse(textOf(name)));
    return { names, rows, csv: textOf('csv/messages.csv'), isCut: progress.isCut };
  }

  test('splits a table into several complete files', async () => {
    const { userId } = await aUser();
    const ids = await insertMessages(
      userId,
      Array.from({ length: 2_000 }, () => ({})),
    );
    const { names, rows } = await written(userId, { ...archiveLimits, rowsInFile: 1_000 });
    expect(names).toEqual([
      ...['csv/messages.csv', 'json/messages.json'],
      ...['csv/messages-2.csv', 'json/messages-2.json'],
    ]);
    expect(rows.map((one) => one.length)).toEqual([1_000, 1_000]);
    expect(rows.flat().map(({ id }) => id)).toEqual(ids.sort());
  });

  test('says that rows are missing because the size limit was reached, and each of its files can be read', async () => {
    const { userId } = await aUser();
    await insertMessages(
      userId,
      Array.from({ length: 2_000 }, () => ({ content: randomUUID() })),
    );
    const { rows, csv, isCut } = await written(userId, { ...archiveLimits, bytes: 30_000 });
    expect([rows[0]?.length, isCut]).toEqual([500, true]);
    expect(parse(csv, { bom: true })).toHaveLength(501);
    const text = describeArchive(new Date(), { ...firstProgress, isCut });
    expect(text).toContain('The archive was full');
  });
});
