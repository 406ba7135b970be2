import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importOptions } from '#domain/messaging/dlt/import/contract.ts';
import { countReading } from '#domain/messaging/dlt/import/import-limits.server.ts';
import { findImport, listImports } from '#domain/messaging/dlt/import/import-rows.server.ts';
import { readFileApart } from '#domain/messaging/dlt/import/read-file-apart.server.ts';
import { expireImports } from '#domain/messaging/dlt/import/reconcile-imports.server.ts';
import {
  confirmImport,
  recheckImport,
  startImport,
} from '#domain/messaging/dlt/import/start-import.server.ts';
import { waitForImport } from '#domain/messaging/dlt/import/wait-for-import.server.ts';
import { changeTemplate } from '#domain/messaging/dlt/registry/change-registered.server.ts';
import { entityInput, templateInput } from '#domain/messaging/dlt/registry/inputs.ts';
import { registerEntity } from '#domain/messaging/dlt/registry/register.server.ts';
import { registerTemplates } from '#domain/messaging/dlt/registry/register-templates.server.ts';
import { prisma } from '#platform/db.server.ts';
import { root } from '#scripts/root.ts';
import { aUser } from '../support/account.ts';
import { startSharedProduct } from '../support/product.ts';
import { until } from '../support/until.ts';

const entity_id = '1101172974420810001';
const id = (serial: number) => String(1107161700000020000n + BigInt(serial));

const sample = (type: 'csv' | 'xlsx') => ({
  name: `sample.${type}`,
  bytes: readFileSync(join(root, `sandbox/dlt/sample-registry.${type}`)),
});

const csv = (...rows: string[]) => ({
  name: 'templates.csv',
  bytes: Buffer.from(`Template ID,Content,Category,Header\n${rows.join('\n')}`),
});

type Given = { isDryRun?: boolean } & Record<string, unknown>;

async function start(
  userId: string,
  file: ReturnType<typeof csv>,
  { isDryRun, ...given }: Given = {},
) {
  const options = importOptions.parse(given);
  return (await startImport(userId, file, { options, isDryRun: isDryRun ?? false })).data;
}

/** Waits until a worker is done with an import. */
const untilOver = (userId: string, importId: string) =>
  until(`${importId} is over`, async () => {
    const found = await findImport(userId, importId);
    return found && !['queued', 'running'].includes(found.state) ? found : null;
  });

/** Imports a file. @returns the import when it is over */
async function run(userId: string, file: ReturnType<typeof csv>, given: Given = {}) {
  return untilOver(userId, (await start(userId, file, given)).id);
}

async function anOwner(): Promise<string> {
  const { userId } = await aUser();
  await registerEntity(userId, entityInput.parse({ entity_id, name: 'Acme' }));
  return userId;
}

const countTemplates = (userId: string) => prisma.dltTemplate.count({ where: { userId } });

await startSharedProduct();

test('a dry run changes nothing, and is registered as it was shown once it is confirmed', async () => {
  const { userId } = await aUser();
  const dry = await run(userId, sample('xlsx'), { isDryRun: true, create_missing: true });
  expect(dry).toMatchObject({ state: 'checked', rows: 8, rowsDone: 8 });
  expect(dry.result).toMatchObject({
    counts: { new: 8, invalid: 0, unclear: 0 },
    missingEntities: [{ entityId: entity_id, name: 'Acme Retail Private Limited' }],
  });
  expect(dry.result?.missingHeaders.map(({ header }) => header)).toEqual([
    ...['ACMEIN', 'ACMEMO', '600123'],
  ]);
  expect(await prisma.dltRegistry.count({ where: { userId } })).toBe(0);

  await confirmImport(userId, dry.id);
  const done = await untilOver(userId, dry.id);
  expect(done).toMatchObject({ state: 'done', result: { counts: { new: 8 } } });
  expect(await countTemplates(userId)).toBe(8);
  const headers = await prisma.dltHeader.findMany({ where: { userId } });
  expect(headers.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
  const row = await prisma.dltImport.findUniqueOrThrow({ where: { id: dry.id } });
  // A worker that stalled in the dry run has another number than the one that registered.
  expect(row).toMatchObject({ bytes: null, tries: 2 });
  await expect(confirmImport(userId, dry.id)).rejects.toMatchObject({ code: 'invalid_parameter' });
});

test('the same registry again, as CSV, changes nothing', async () => {
  const { userId } = await aUser();
  await run(userId, sample('xlsx'), { create_missing: true });
  const { version } = await prisma.dltRegistry.findUniqueOrThrow({ where: { userId } });
  const again = await run(userId, sample('csv'), { create_missing: true });
  expect(again.result?.counts).toMatchObject({ unchanged: 8, new: 0, changed: 0 });
  expect(await prisma.dltRegistry.findUniqueOrThrow({ where: { userId } })).toMatchObject({
    version,
  });
});

test('another text under a known id is reported and not written; a name or status is', async () => {
  const userId = await anOwner();
  const slots = [{ position: 1, type: 'numeric' }];
  const known = { entity_id, name: 'Old', category: 'promotional', slots };
  await registerTemplates(
    userId,
    [1, 2].map((serial) =>
      templateInput.parse({ ...known, template_id: id(serial), body: 'Hi {#var#}' }),
    ),
  );
  const bytes = `Template ID,Content,Name,Status\n${id(1)},Hi {#var#}!,New,Active\n${id(2)},Hi {#var#},New,Suspended`;
  const { result } = await run(userId, { name: 'a.csv', bytes: Buffer.from(bytes) });
  expect(result?.rows).toMatchObject([
    { row: 2, templateId: id(1), outcome: 'differs', detail: expect.stringContaining('text') },
    { row: 3, templateId: id(2), outcome: 'changed', detail: 'Other name, status.' },
  ]);
  const rows = await prisma.dltTemplate.findMany({
    where: { userId },
    orderBy: { templateId: 'asc' },
  });
  expect(rows).toMatchObject([
    { name: 'Old', body: 'Hi {#var#}', status: 'approved' },
    { name: 'New', body: 'Hi {#var#}', status: 'inactive', slots },
  ]);
});

test('importing an old list turns on nothing that was turned off since', async () => {
  const userId = await anOwner();
  const template = {
    template_id: id(1),
    entity_id,
    name: 'Code',
    body: 'Hi',
    category: 'government',
  };
  await registerTemplates(userId, [templateInput.parse(template)]);
  await changeTemplate(userId, id(1), { status: 'blacklisted' });
  const list = (name: string) => ({
    name: 'a.csv',
    bytes: Buffer.from(`Template ID,Content,Name,Status\n${id(1)},Hi,${name},Approved`),
  });
  const stays = 'It stays blacklisted, whatever the file says: enable it yourself.';
  expect((await run(userId, list('Code'))).result?.rows).toMatchObject([
    { outcome: 'unchanged', detail: stays },
  ]);
  expect((await run(userId, list('New'))).result?.rows).toMatchObject([
    { outcome: 'changed', detail: `Other name. ${stays}` },
  ]);
  expect(await prisma.dltTemplate.findFirst({ where: { userId } })).toMatchObject({
    ...{ name: 'New', status: 'blacklisted' },
  });
});

test('a row that lacks an entity or category is unclear, and the others are registered', async () => {
  const userId = await anOwner();
  const file = csv(`${id(1)},Hi,Promotional,600123`, `${id(2)},Hi,,`, `12,Hi,Promotional,`);
  const { result } = await run(userId, file);
  expect(result?.counts).toMatchObject({ new: 1, unclear: 1, invalid: 1 });
  expect(result?.rows[0]?.warnings).toContain('Not registered as headers: 600123.');
  expect(await prisma.dltHeader.count({ where: { userId } })).toBe(0);
  const { userId: stranger } = await aUser();
  const unknown = await run(stranger, csv(`${id(1)},Hi,Promotional,`));
  expect(unknown.result?.rows[0]?.detail).toBe('The file does not say which entity it is of.');
});

test('columns that are not recognised are asked for, and the file need not be sent again', async () => {
  const userId = await anOwner();
  const file = { name: 'a.csv', bytes: Buffer.from(`Kennung,Wortlaut\n${id(1)},Hi`) };
  const { id: importId, state } = await run(userId, file, { isDryRun: true });
  expect(state).toBe('needs_mapping');
  await expect(confirmImport(userId, importId)).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
  const mapping = { template_id: 'Kennung', body: 'Wortlaut' };
  const options = importOptions.parse({ mapping, category: 'government' });
  await recheckImport(userId, importId, options);
  expect(await untilOver(userId, importId)).toMatchObject({ state: 'checked' });
  await confirmImport(userId, importId);
  expect(await untilOver(userId, importId)).toMatchObject({ state: 'done' });
  expect(await countTemplates(userId)).toBe(1);
});

test('accounts do not see each other’s imports', async () => {
  const [owner, stranger] = await Promise.all([anOwner(), anOwner()]);
  const { id: importId } = await run(owner, csv(`${id(1)},Hi,Promotional,`), { isDryRun: true });
  expect(await findImport(stranger, importId)).toBeNull();
  expect(await listImports(stranger)).toEqual([]);
  await expect(confirmImport(stranger, importId)).rejects.toMatchObject({ code: 'not_found' });
  expect(await listImports(owner)).toMatchObject([{ id: importId, counts: { new: 1 } }]);
});

test('of imports that an account starts at once one runs, and a new one ends what waited', async () => {
  const userId = await anOwner();
  const first = await run(userId, csv(`${id(1)},Hi,Promotional,`), { isDryRun: true });
  const file = csv(`${id(2)},Hi,Promotional,`);
  const started = await Promise.allSettled([1, 2, 3, 4].map(() => start(userId, file)));
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
  bytes: csv(`${id(1)},Hi,Promotional,`).bytes,
  options: importOptions.parse({}),
  isDryRun: false,
  ...{ dueAt, createdAt: dueAt },
});

test('an import whose job or worker was lost goes on, but not for ever', async () => {
  const [lost, dead, hopeless] = await Promise.all([anOwner(), anOwner(), anOwner()]);
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
  const userId = await anOwner();
  await run(userId, csv(`${id(1)},Hi,Promotional,`));
  const registeringSince = new Date();
  await run(userId, csv(`${id(2)},Hi,Promotional,600123`), { create_missing: true });
  const before = new Date(Date.now() - 120_000);
  const file = csv(
    `${id(1)},Hi,Promotional,`,
    `${id(2)},Hi,Promotional,600123`,
    `${id(3)},Hi,Promotional,600123`,
  );
  const given = { bytes: file.bytes, options: importOptions.parse({ create_missing: true }) };
  const lost = { ...aRow(before), ...given, userId, registeringSince, state: 'running' as const };
  await prisma.dltImport.create({ data: { ...lost, id: 'imp_partly', tries: 1 } });
  const { result } = await untilOver(userId, 'imp_partly');
  expect(result?.counts).toMatchObject({ new: 2, unchanged: 1, changed: 0 });
  expect(result?.missingHeaders).toEqual([{ header: '600123', entityId: entity_id }]);
  expect(await countTemplates(userId)).toBe(3);

  const ended = { ...lost, id: 'imp_partly_failed', lostRuns: 2 };
  await prisma.dltImport.create({ data: ended });
  const { reason } = await untilOver(userId, ended.id);
  expect(reason).toContain('A part may be registered: import the file again for the rest.');
});

test('a dry run cannot be confirmed while another import runs', async () => {
  const userId = await anOwner();
  const later = new Date(Date.now() + 600_000);
  await prisma.dltImport.createMany({
    data: [
      { ...aRow(later), userId, id: 'imp_waits', isDryRun: true, state: 'checked' },
      { ...aRow(later), userId, id: 'imp_runs', state: 'running', tries: 1 },
    ],
  });
  await expect(confirmImport(userId, 'imp_waits')).rejects.toMatchObject({ code: 'rate_limited' });
});

test('a file with more headers than the account has room for registers nothing, and a dry run says so', async () => {
  const userId = await anOwner();
  const known = Array.from({ length: 995 }, (_, at) => String(600_000 + at));
  const data = { userId, entityId: entity_id, category: 'promotional' as const, likeness: 'x' };
  const createdAt = new Date();
  await prisma.dltHeader.createMany({
    data: known.map((header) => ({ ...data, header, createdAt })),
  });
  const rows = Array.from({ length: 10 }, (_, at) => `${id(at)},Hi,Promotional,${700_000 + at}`);
  for (const isDryRun of [true, false]) {
    const { state, reason } = await run(userId, csv(...rows), { isDryRun, create_missing: true });
    expect([state, reason]).toEqual(['failed', 'An account has at most 1,000 DLT headers.']);
  }
  expect(await prisma.dltHeader.count({ where: { userId } })).toBe(995);
  expect(await countTemplates(userId)).toBe(0);
});

test('rows that need one new header for advertising and for codes are left to their account', async () => {
  const userId = await anOwner();
  const file = csv(
    `${id(1)},Hi,Promotional,ACMEIN`,
    `${id(2)},Hi,Service Implicit,ACMEIN`,
    `${id(3)},Hi,Service Explicit,ACMEMO`,
    `${id(4)},Hi,Service Implicit,ACMEMO`,
  );
  const { result } = await run(userId, file, { create_missing: true });
  expect(result?.counts).toMatchObject({ new: 2, unclear: 2 });
  expect(result?.rows[1]?.detail).toContain('Register it first.');
  expect(result?.missingHeaders).toEqual([{ header: 'ACMEMO', entityId: entity_id }]);
  const headers = await prisma.dltHeader.findMany({ where: { userId } });
  expect(headers).toMatchObject([{ header: 'ACMEMO', category: 'service_explicit' }]);
});

test('of the calls of an account that wait for an import the fifth is answered at once', async () => {
  const userId = await anOwner();
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
  const [slow, other] = await Promise.all([anOwner(), anOwner()]);
  const file = csv(`${id(1)},Hi,Promotional,`);
  await countReading(slow, 300_000);
  await run(slow, file);
  await expect(start(slow, file)).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('five minutes'),
  });
  await run(other, file);
});

test('a file that nobody confirms within a day is deleted', async () => {
  const userId = await anOwner();
  const { id: importId } = await run(userId, csv(`${id(1)},Hi,Promotional,`), { isDryRun: true });
  expect(await expireImports()).toBe(0);
  const createdAt = new Date(Date.now() - 25 * 3_600_000);
  await prisma.dltImport.update({ where: { id: importId }, data: { createdAt } });
  await expireImports();
  const row = await prisma.dltImport.findUniqueOrThrow({ where: { id: importId } });
  expect(row).toMatchObject({ state: 'expired', bytes: null });
});

test('a file with more than an account may have registers nothing', async () => {
  const userId = await anOwner();
  await prisma.dltRegistry.update({ where: { userId }, data: { templates: 9_999 } });
  const file = csv(`${id(1)},Hi,Promotional,`, `${id(2)},Hi,Promotional,`);
  const { state, reason } = await run(userId, file);
  expect([state, reason]).toEqual(['failed', expect.stringContaining('at most 10,000')]);
  expect(await countTemplates(userId)).toBe(0);
});

test('a file that cannot be read fails with the reason', async () => {
  const userId = await anOwner();
  const { state, reason } = await run(userId, { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') });
  expect([state, reason]).toEqual(['failed', 'This is a PDF. Save the list as XLSX or CSV.']);
  const large = { name: 'a.csv', bytes: Buffer.alloc(5 * 1024 * 1024 + 1, 'a') };
  await expect(start(userId, large)).rejects.toMatchObject({ code: 'body_too_large' });
});

test('the thread that reads a file is ended when it takes too long', async () => {
  const input = { bytes: csv(`${id(1)},Hi,Promotional,`).bytes, options: importOptions.parse({}) };
  await expect(readFileApart(input, 1)).rejects.toThrow('takes too long');
});
