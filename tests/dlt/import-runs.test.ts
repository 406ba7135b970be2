import { expect, test } from 'vitest';
import { ImportFileError, importOptions } from '#domain/dlt/import/contract.browser.ts';
import { findImport, waitForImport } from '#domain/dlt/import/import-rows.ts';
import { readFileApart } from '#domain/dlt/import/read-file-apart.ts';
import { expireImports } from '#domain/dlt/import/reconcile-imports.ts';
import { confirmImport, countReading } from '#domain/dlt/import/start-import.ts';
import { partsOf, zipOf } from '#domain/dlt/import/xlsx.test-support.ts';
import { prisma } from '#platform/db.ts';
import { anEntityOwner, dltEntityId } from '../support/dlt.ts';
import { csv, idOf, importFile, startAnImport, untilOver } from '../support/dlt-import.ts';
import { startSharedProduct } from '../support/product.ts';

const countTemplates = (userId: string) => prisma.dltTemplate.count({ where: { userId } });

await startSharedProduct();

test('one of an account’s concurrent imports runs, and a new one cancels the one that waited', async () => {
  const userId = await anEntityOwner();
  const first = await importFile(userId, csv(`${idOf(1)},Hi,Promotional,`), { isDryRun: true });
  const file = csv(`${idOf(2)},Hi,Promotional,`);
  const started = await Promise.allSettled([1, 2, 3, 4].map(() => startAnImport(userId, file)));
  const running = started.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  for (const one of started) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'rate_limited' });
  }
  // One may have ended before another began.
  expect(running.length).toBeGreaterThan(0);
  for (const one of running) await untilOver(userId, one.id);
  expect(await findImport(userId, first.id)).toMatchObject({ state: 'expired' });
  await expect(confirmImport(userId, first.id)).rejects.toThrow('Upload it again');
});

const aRow = (dueAt: Date) => ({
  fileName: 'a.csv',
  bytes: csv(`${idOf(1)},Hi,Promotional,`).bytes,
  options: importOptions.parse({}),
  isDryRun: false,
  ...{ dueAt, createdAt: dueAt },
});

test('an import whose job or worker was lost goes on, but not for ever', async () => {
  const [lost, dead, hopeless] = await Promise.all([
    anEntityOwner(),
    anEntityOwner(),
    anEntityOwner(),
  ]);
  const before = new Date(Date.now() - 120_000);
  const rows = [
    { userId: lost, state: 'queued' as const, lostRuns: 0 },
    { userId: dead, state: 'running' as const, lostRuns: 1 },
    { userId: hopeless, state: 'running' as const, lostRuns: 2 },
  ].map((one, at) => ({ ...aRow(before), ...one, id: `imp_lost${at}` }));
  await prisma.dltImport.createMany({ data: rows });
  expect(await untilOver(lost, 'imp_lost0')).toMatchObject({ state: 'done' });
  expect(await untilOver(dead, 'imp_lost1')).toMatchObject({ state: 'done' });
  const failed = await untilOver(hopeless, 'imp_lost2');
  expect(failed).toMatchObject({ state: 'failed', reason: expect.stringContaining('3 times') });
  expect(failed.reason).not.toContain('A part may be registered');
  expect(await countTemplates(hopeless)).toBe(0);
});

test('an import that goes on after its worker was lost reports what it has registered as a whole', async () => {
  const userId = await anEntityOwner();
  await importFile(userId, csv(`${idOf(1)},Hi,Promotional,`));
  const registeringSince = new Date();
  await importFile(userId, csv(`${idOf(2)},Hi,Promotional,600123`), { create_missing: true });
  const before = new Date(Date.now() - 120_000);
  const file = csv(
    `${idOf(1)},Hi,Promotional,`,
    `${idOf(2)},Hi,Promotional,600123`,
    `${idOf(3)},Hi,Promotional,600123`,
  );
  const given = { bytes: file.bytes, options: importOptions.parse({ create_missing: true }) };
  const lost = { ...aRow(before), ...given, userId, registeringSince, state: 'running' as const };
  await prisma.dltImport.create({ data: { ...lost, id: 'imp_partly', tries: 1 } });
  const { result } = await untilOver(userId, 'imp_partly');
  expect(result?.counts).toMatchObject({ new: 2, unchanged: 1, changed: 0 });
  expect(result?.missingHeaders).toEqual([{ header: '600123', entityId: dltEntityId }]);
  expect(await countTemplates(userId)).toBe(3);

  const ended = { ...lost, id: 'imp_partly_failed', lostRuns: 2 };
  await prisma.dltImport.create({ data: ended });
  const { reason } = await untilOver(userId, ended.id);
  expect(reason).toContain('A part may be registered: import the file again for the rest.');
});

test('a dry run cannot be confirmed while another import runs', async () => {
  const userId = await anEntityOwner();
  const later = new Date(Date.now() + 600_000);
  await prisma.dltImport.createMany({
    data: [
      { ...aRow(later), userId, id: 'imp_waits', isDryRun: true, state: 'checked' },
      { ...aRow(later), userId, id: 'imp_runs', state: 'running', tries: 1 },
    ],
  });
  await expect(confirmImport(userId, 'imp_waits')).rejects.toMatchObject({ code: 'rate_limited' });
});

test('the fifth call of an account that waits for an import is answered at once', async () => {
  const userId = await anEntityOwner();
  const row = { ...aRow(new Date(Date.now() + 600_000)), userId, state: 'running' as const };
  await prisma.dltImport.create({ data: { ...row, id: 'imp_waited', tries: 1 } });
  let waiting = 0;
  const wait = async () => {
    waiting += 1;
    await waitForImport(userId, 'imp_waited');
    waiting -= 1;
  };
  const four = [wait(), wait(), wait(), wait()];
  await wait();
  expect(waiting).toBe(4);
  await prisma.dltImport.update({
    where: { id: 'imp_waited' },
    data: { state: 'failed', bytes: null },
  });
  await Promise.all(four);
  expect(waiting).toBe(0);
});

test('an account whose files take five minutes to read within an hour starts no more', async () => {
  const [slow, other] = await Promise.all([anEntityOwner(), anEntityOwner()]);
  const file = csv(`${idOf(1)},Hi,Promotional,`);
  await countReading(slow, 300_000);
  await importFile(slow, file);
  await expect(startAnImport(slow, file)).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('five minutes'),
  });
  await importFile(other, file);
});

test('a file that nobody confirms within a day is deleted', async () => {
  const userId = await anEntityOwner();
  const { id: importId } = await importFile(userId, csv(`${idOf(1)},Hi,Promotional,`), {
    isDryRun: true,
  });
  expect(await expireImports()).toBe(0);
  const createdAt = new Date(Date.now() - 25 * 3_600_000);
  await prisma.dltImport.update({ where: { id: importId }, data: { createdAt } });
  await expireImports();
  const row = await prisma.dltImport.findUniqueOrThrow({ where: { id: importId } });
  expect(row).toMatchObject({ state: 'expired', bytes: null });
});

test('ends the process that reads a file when it takes too long', async () => {
  const input = {
    bytes: csv(`${idOf(1)},Hi,Promotional,`).bytes,
    options: importOptions.parse({}),
  };
  await expect(readFileApart(input, { timeoutMs: 1 })).rejects.toThrow('takes too long');
});

test('a file that fills the memory ends the process that reads it, and no other', async () => {
  const rss = process.memoryUsage.rss();
  const bytes = zipOf(partsOf(''));
  const options = importOptions.parse({});
  const tooMuch = readFileApart({ bytes, options }, { heapMiB: 1 });
  await expect(tooMuch).rejects.toThrow(ImportFileError);
  await expect(tooMuch).rejects.toThrow('too much memory');
  expect(process.memoryUsage.rss() - rss).toBeLessThan(64 * 1024 * 1024);
});

test('refuses six million elements within one another without a rise of the worker’s memory', async () => {
  let xml = '';
  for (let at = 0; at < 6_000_000; at += 1) {
    xml += `<${'abcdefghijklmnop'.charAt((Math.imul(at, 2_654_435_761) >>> (at % 13)) & 15)}>`;
  }
  const bytes = zipOf(partsOf(xml));
  xml = '';
  const before = process.memoryUsage.rss();
  const read = readFileApart({ bytes, options: importOptions.parse({}) });
  await expect(read).rejects.toThrow('more than 64 elements within one another');
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
});
