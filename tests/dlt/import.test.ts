import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importOptions } from '#domain/dlt/import/contract.browser.ts';
import { findImport, listImports } from '#domain/dlt/import/import-rows.ts';
import { confirmImport, recheckImport } from '#domain/dlt/import/start-import.ts';
import { changeTemplate } from '#domain/dlt/registry/change-registered.ts';
import { templateInput } from '#domain/dlt/registry/inputs.browser.ts';
import { registerTemplates } from '#domain/dlt/registry/register-templates.ts';
import { prisma } from '#platform/db.ts';
import { root } from '#scripts/root.ts';
import { aUser } from '../support/account.ts';
import { anEntityOwner, dltEntityId } from '../support/dlt.ts';
import { csv, idOf, importFile, startAnImport, untilOver } from '../support/dlt-import.ts';
import { startSharedProduct } from '../support/product.ts';

const entity_id = dltEntityId;

const sample = (type: 'csv' | 'xlsx') => ({
  name: `sample.${type}`,
  bytes: readFileSync(join(root, `sandbox/dlt/sample-registry.${type}`)),
});

const countTemplates = (userId: string) => prisma.dltTemplate.count({ where: { userId } });

await startSharedProduct();

test('a dry run changes nothing, and is registered as it was shown once it is confirmed', async () => {
  const { userId } = await aUser();
  const dry = await importFile(userId, sample('xlsx'), { isDryRun: true, create_missing: true });
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
  await importFile(userId, sample('xlsx'), { create_missing: true });
  const { version } = await prisma.dltRegistry.findUniqueOrThrow({ where: { userId } });
  const again = await importFile(userId, sample('csv'), { create_missing: true });
  expect(again.result?.counts).toMatchObject({ unchanged: 8, new: 0, changed: 0 });
  expect(await prisma.dltRegistry.findUniqueOrThrow({ where: { userId } })).toMatchObject({
    version,
  });
});

test('another text under a known id is reported and not written; a name or status is', async () => {
  const userId = await anEntityOwner();
  const slots = [{ position: 1, type: 'numeric' }];
  const known = { entity_id, name: 'Old', category: 'promotional', slots };
  await registerTemplates(
    userId,
    [1, 2].map((serial) =>
      templateInput.parse({ ...known, template_id: idOf(serial), body: 'Hi {#var#}' }),
    ),
  );
  const bytes = `Template ID,Content,Name,Status\n${idOf(1)},Hi {#var#}!,New,Active\n${idOf(2)},Hi {#var#},New,Suspended`;
  const { result } = await importFile(userId, { name: 'a.csv', bytes: Buffer.from(bytes) });
  expect(result?.rows).toMatchObject([
    { row: 2, templateId: idOf(1), outcome: 'differs', detail: expect.stringContaining('text') },
    { row: 3, templateId: idOf(2), outcome: 'changed', detail: 'Other name, status.' },
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
  const userId = await anEntityOwner();
  const template = {
    template_id: idOf(1),
    entity_id,
    name: 'Code',
    body: 'Hi',
    category: 'government',
  };
  await registerTemplates(userId, [templateInput.parse(template)]);
  await changeTemplate(userId, idOf(1), { status: 'blacklisted' });
  const list = (name: string) => ({
    name: 'a.csv',
    bytes: Buffer.from(`Template ID,Content,Name,Status\n${idOf(1)},Hi,${name},Approved`),
  });
  const stays = 'It stays blacklisted, whatever the file says: enable it yourself.';
  expect((await importFile(userId, list('Code'))).result?.rows).toMatchObject([
    { outcome: 'unchanged', detail: stays },
  ]);
  expect((await importFile(userId, list('New'))).result?.rows).toMatchObject([
    { outcome: 'changed', detail: `Other name. ${stays}` },
  ]);
  expect(await prisma.dltTemplate.findFirst({ where: { userId } })).toMatchObject({
    ...{ name: 'New', status: 'blacklisted' },
  });
});

test('a row that lacks an entity or category is unclear, and the others are registered', async () => {
  const userId = await anEntityOwner();
  const file = csv(`${idOf(1)},Hi,Promotional,600123`, `${idOf(2)},Hi,,`, `12,Hi,Promotional,`);
  const { result } = await importFile(userId, file);
  expect(result?.counts).toMatchObject({ new: 1, unclear: 1, invalid: 1 });
  expect(result?.rows[0]?.warnings).toContain('Not registered as headers: 600123.');
  expect(await prisma.dltHeader.count({ where: { userId } })).toBe(0);
  const { userId: stranger } = await aUser();
  const unknown = await importFile(stranger, csv(`${idOf(1)},Hi,Promotional,`));
  expect(unknown.result?.rows[0]?.detail).toBe(
    'The file does not say which entity it is of: give its Entity ID.',
  );
});

test('columns that are not recognised are asked for, and the file need not be sent again', async () => {
  const userId = await anEntityOwner();
  const file = { name: 'a.csv', bytes: Buffer.from(`Kennung,Wortlaut\n${idOf(1)},Hi`) };
  const { id: importId, state } = await importFile(userId, file, { isDryRun: true });
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
  const [owner, stranger] = await Promise.all([anEntityOwner(), anEntityOwner()]);
  const { id: importId } = await importFile(owner, csv(`${idOf(1)},Hi,Promotional,`), {
    isDryRun: true,
  });
  expect(await findImport(stranger, importId)).toBeNull();
  expect(await listImports(stranger)).toEqual([]);
  await expect(confirmImport(stranger, importId)).rejects.toMatchObject({ code: 'not_found' });
  expect(await listImports(owner)).toMatchObject([{ id: importId, counts: { new: 1 } }]);
});

test('a file with more headers than the account has room for registers nothing, and a dry run says so', async () => {
  const userId = await anEntityOwner();
  const known = Array.from({ length: 995 }, (_, at) => String(600_000 + at));
  const data = { userId, entityId: entity_id, category: 'promotional' as const, likeness: 'x' };
  const createdAt = new Date();
  await prisma.dltHeader.createMany({
    data: known.map((header) => ({ ...data, header, createdAt })),
  });
  const rows = Array.from({ length: 10 }, (_, at) => `${idOf(at)},Hi,Promotional,${700_000 + at}`);
  for (const isDryRun of [true, false]) {
    const { state, reason } = await importFile(userId, csv(...rows), {
      isDryRun,
      create_missing: true,
    });
    expect([state, reason]).toEqual(['failed', 'An account has at most 1,000 DLT headers.']);
  }
  expect(await prisma.dltHeader.count({ where: { userId } })).toBe(995);
  expect(await countTemplates(userId)).toBe(0);
});

test('rows that need one new header for advertising and for codes are left to their account', async () => {
  const userId = await anEntityOwner();
  const file = csv(
    `${idOf(1)},Hi,Promotional,ACMEIN`,
    `${idOf(2)},Hi,Service Implicit,ACMEIN`,
    `${idOf(3)},Hi,Service Explicit,ACMEMO`,
    `${idOf(4)},Hi,Service Implicit,ACMEMO`,
  );
  const { result } = await importFile(userId, file, { create_missing: true });
  expect(result?.counts).toMatchObject({ new: 2, unclear: 2 });
  expect(result?.rows[1]?.detail).toContain('Register it first.');
  expect(result?.missingHeaders).toEqual([{ header: 'ACMEMO', entityId: entity_id }]);
  const headers = await prisma.dltHeader.findMany({ where: { userId } });
  expect(headers).toMatchObject([{ header: 'ACMEMO', category: 'service_explicit' }]);
});

test('a file with more than an account may have registers nothing', async () => {
  const userId = await anEntityOwner();
  await prisma.dltRegistry.update({ where: { userId }, data: { templates: 9_999 } });
  const file = csv(`${idOf(1)},Hi,Promotional,`, `${idOf(2)},Hi,Promotional,`);
  const { state, reason } = await importFile(userId, file);
  expect([state, reason]).toEqual(['failed', expect.stringContaining('at most 10,000')]);
  expect(await countTemplates(userId)).toBe(0);
});

test('a file that cannot be read fails with the reason', async () => {
  const userId = await anEntityOwner();
  const { state, reason } = await importFile(userId, {
    name: 'a.pdf',
    bytes: Buffer.from('%PDF-1.7'),
  });
  expect([state, reason]).toEqual(['failed', 'This is a PDF. Save the list as XLSX or CSV.']);
  const large = { name: 'a.csv', bytes: Buffer.alloc(5 * 1024 * 1024 + 1, 'a') };
  await expect(startAnImport(userId, large)).rejects.toMatchObject({ code: 'body_too_large' });
});
