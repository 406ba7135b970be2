import { expect, test } from 'vitest';
import { importOptions } from '#domain/dlt/import/contract.browser.ts';
import { confirmImport } from '#domain/dlt/import/start-import.ts';
import { decideHeader } from '#domain/dlt/registry/header-decisions.ts';
import { entityInput, headerInput } from '#domain/dlt/registry/inputs.browser.ts';
import { registerEntity, registerHeader } from '#domain/dlt/registry/register.ts';
import { prisma } from '#platform/db.ts';
import { aUser } from '../support/account.ts';
import { anEntityOwner, dltEntityId } from '../support/dlt.ts';
import { importFile, untilOver } from '../support/dlt-import.ts';
import { startSharedProduct } from '../support/product.ts';

const entity_id = dltEntityId;
const other_id = '1101172974420810002';

await startSharedProduct();

const importList = (userId: string, text: string, given: Record<string, unknown>) =>
  importFile(userId, { name: 'list.csv', bytes: Buffer.from(text) }, given);

const headersOf = async (userId: string) =>
  (await prisma.dltHeader.findMany({ where: { userId }, orderBy: { header: 'asc' } })).map(
    ({ header, entityId, category, status }) => ({ header, entityId, category, status }),
  );

const entitiesOf = async (userId: string) =>
  (await prisma.dltEntity.findMany({ where: { userId }, orderBy: { entityId: 'asc' } })).map(
    ({ entityId, name, status }) => ({ entityId, name, status }),
  );

const headers = { list: 'headers' };

/** A row of an import whose job, or worker, was lost two minutes ago. */
const aRow = (userId: string, text: string) => ({
  ...{ userId, fileName: 'a.csv', bytes: Buffer.from(text), isDryRun: false },
  ...{ createdAt: new Date(Date.now() - 120_000), dueAt: new Date(Date.now() - 120_000) },
});

test('headers need no more than their row, and wait for the operator', async () => {
  const userId = await anEntityOwner();
  const file = 'Header,Category\nACMEIN,Service Implicit\n600123,';
  const dry = await importList(userId, file, { ...headers, isDryRun: true });
  expect(dry).toMatchObject({
    state: 'checked',
    rows: 2,
    rowsDone: 2,
    result: { counts: { new: 2 } },
  });
  expect(await headersOf(userId)).toEqual([]);
  await confirmImport(userId, dry.id);
  expect(await untilOver(userId, dry.id)).toMatchObject({ state: 'done', rowsDone: 2 });
  const own = { entityId: entity_id, status: 'pending' };
  expect(await headersOf(userId)).toEqual([
    { ...own, header: '600123', category: 'promotional' },
    { ...own, header: 'ACMEIN', category: 'service_implicit' },
  ]);
  const again = await importList(userId, file, headers);
  expect(again.result?.counts).toMatchObject({ new: 0, unchanged: 2 });
});

test('a header that is registered stays as it is, whatever the file says', async () => {
  const userId = await anEntityOwner();
  const category = 'service_implicit';
  for (const header of ['ACMEIN', 'ACMEMO', 'ACMETR']) {
    await registerHeader(userId, headerInput.parse({ header, entity_id, category }));
  }
  await decideHeader(userId, 'ACMEIN', { status: 'approved' });
  const file = `Header,Category,PE ID,Status
ACMEIN,Service Implicit,,Suspended
ACMEMO,Promotional,,
ACMETR,,${other_id},`;
  const before = await headersOf(userId);
  const { result } = await importList(userId, file, { ...headers, create_missing: true });
  expect(result?.rows).toMatchObject([
    { header: 'ACMEIN', outcome: 'unchanged', warnings: [expect.stringContaining('inactive')] },
    { header: 'ACMEMO', outcome: 'differs', detail: expect.stringContaining('category') },
    { header: 'ACMETR', outcome: 'differs', detail: expect.stringContaining('entity') },
  ]);
  expect(await headersOf(userId)).toEqual(before);
  expect(await entitiesOf(userId)).toHaveLength(1);
});

test('a header that was declined is declined still when its list is imported', async () => {
  const userId = await anEntityOwner();
  const input = headerInput.parse({ header: 'ACMEIN', entity_id, category: 'government' });
  await registerHeader(userId, input);
  await decideHeader(userId, 'ACMEIN', { status: 'declined', reason: 'Not yours' });
  await prisma.dltHeader.deleteMany({ where: { userId } });
  await importList(userId, 'Header,Category\nACMEIN,Government', headers);
  expect(await headersOf(userId)).toMatchObject([{ header: 'ACMEIN', status: 'declined' }]);
});

test('a header that is off on the portal, or of which the file says too little, is not registered', async () => {
  const userId = await anEntityOwner();
  await registerEntity(userId, entityInput.parse({ entity_id: other_id, name: 'Acme Two' }));
  const file = `Header,Category,PE ID,Status
ACMEIN,Government,${entity_id},Blacklisted
ACMEMO,Government,,Active
ACMETR,,${entity_id},Active
ACMEUP,Government,1101172974420810003,Active
ACMENW,Government,${entity_id},Pending`;
  const { result } = await importList(userId, file, headers);
  expect(result?.rows).toMatchObject([
    { header: 'ACMEIN', outcome: 'invalid', detail: expect.stringContaining('blacklisted') },
    { header: 'ACMEMO', outcome: 'unclear', detail: expect.stringContaining('which entity') },
    { header: 'ACMETR', outcome: 'unclear', detail: expect.stringContaining('which category') },
    { header: 'ACMEUP', outcome: 'unclear', detail: 'Its entity is not registered.' },
    { header: 'ACMENW', outcome: 'new', warnings: ['The portal has not approved it yet.'] },
  ]);
  expect(await headersOf(userId)).toMatchObject([{ header: 'ACMENW', status: 'pending' }]);
});

test('the entities of headers are registered if that is wanted, and only then', async () => {
  const { userId } = await aUser();
  const file = `Header,Category,PE ID,PE Name
ACMEIN,Government,${entity_id},Acme
ACMEMO,Government,${entity_id},Acme
ACMETR,Government,${other_id},`;
  const without = await importList(userId, file, headers);
  expect(without.result).toMatchObject({
    counts: { unclear: 3 },
    missingEntities: [
      { entityId: entity_id, name: 'Acme' },
      { entityId: other_id, name: null },
    ],
  });
  const { result } = await importList(userId, file, { ...headers, create_missing: true });
  expect(result?.counts).toMatchObject({ new: 2, unclear: 1 });
  expect(await entitiesOf(userId)).toMatchObject([{ entityId: entity_id, name: 'Acme' }]);
});

test('an import of entities replaces names and turns entities off, but never on', async () => {
  const { userId } = await aUser();
  const third = '1101172974420810003';
  await registerEntity(userId, entityInput.parse({ entity_id, name: 'Old', status: 'inactive' }));
  await registerEntity(userId, entityInput.parse({ entity_id: other_id, name: 'Two' }));
  const file = `PE ID,PE Name,Status\n${entity_id},New,Active\n${other_id},Two,Blacklisted\n${third},Three,Pending`;
  const { result } = await importList(userId, file, { list: 'entities' });
  expect(result?.rows).toMatchObject([
    { outcome: 'changed', detail: expect.stringContaining('It stays inactive') },
    { outcome: 'changed', detail: 'Other status.' },
    { outcome: 'new', warnings: [expect.stringContaining('inactive until')] },
  ]);
  expect(await entitiesOf(userId)).toEqual([
    { entityId: entity_id, name: 'New', status: 'inactive' },
    { entityId: other_id, name: 'Two', status: 'blacklisted' },
    { entityId: third, name: 'Three', status: 'inactive' },
  ]);
  const again = await importList(userId, file, { list: 'entities' });
  expect(again.result?.counts).toMatchObject({ unchanged: 3, changed: 0, new: 0 });
});

test('a list with more than the account has room for registers nothing', async () => {
  const { userId } = await aUser();
  const rows = Array.from(
    { length: 101 },
    (_, at) => `${1101172974420810000n + BigInt(at)},Acme ${at}`,
  );
  const file = `PE ID,PE Name\n${rows.join('\n')}`;
  const { state, reason } = await importList(userId, file, { list: 'entities' });
  expect([state, reason]).toEqual(['failed', 'An account has at most 100 DLT entities.']);
  expect(await entitiesOf(userId)).toEqual([]);
});

test('an import that goes on after its worker was lost reports what it has registered as a whole', async () => {
  const userId = await anEntityOwner();
  const file = 'Header,Category\nACMEIN,Government\nACMEMO,Government';
  const registeringSince = new Date();
  // What is registered in the millisecond in which the import begins to register counts as the import's.
  await prisma.dltEntity.updateMany({ where: { userId }, data: { createdAt: new Date(0) } });
  await registerHeader(
    userId,
    headerInput.parse({ header: 'ACMEIN', entity_id, category: 'government' }),
  );
  const options = importOptions.parse(headers);
  const lost = { state: 'running' as const, tries: 1, registeringSince };
  const row = { ...aRow(userId, file), ...lost, options, id: 'imp_lost_list' };
  await prisma.dltImport.create({ data: row });
  const { result } = await untilOver(userId, row.id);
  expect(result?.counts).toMatchObject({ new: 2, unchanged: 0 });
  expect(await headersOf(userId)).toHaveLength(2);
});

test('an import of an earlier release, which does not say what it lists, is one of templates', async () => {
  const userId = await anEntityOwner();
  const text = 'Template ID,Content,Category\n1107161700000010231,Hi,Government';
  const { list, ...options } = importOptions.parse({});
  expect(list).toBe('templates');
  const row = { ...aRow(userId, text), options, id: 'imp_old_list', isDryRun: true };
  await prisma.dltImport.create({ data: { ...row, state: 'queued' } });
  expect(await untilOver(userId, row.id)).toMatchObject({
    ...{ state: 'checked', options: { list: 'templates' } },
    result: { counts: { new: 1 } },
  });
});
