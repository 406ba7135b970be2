import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  ImportFileError,
  importOptions,
  maxFileBytes,
} from '#domain/dlt/import/contract.browser.ts';
import { findImport, listImports, waitForImport } from '#domain/dlt/import/import-rows.ts';
import { readFileApart } from '#domain/dlt/import/read-file-apart.ts';
import { expireImports } from '#domain/dlt/import/run-import.ts';
import { confirmImport, countReading, recheckImport } from '#domain/dlt/import/start-import.ts';
import { partsOf, zipOf } from '#domain/dlt/import/xlsx.test-support.ts';
import { changeTemplate } from '#domain/dlt/registry/change-registered.ts';
import { decideHeader } from '#domain/dlt/registry/header-decisions.ts';
import { entityInput, headerInput, templateInput } from '#domain/dlt/registry/inputs.browser.ts';
import { registerEntity, registerHeader } from '#domain/dlt/registry/register.ts';
import { registerTemplates } from '#domain/dlt/registry/register-templates.ts';
import { prisma } from '#platform/db.ts';
import { root } from '#scripts/root.ts';
import { aUser } from '../support/account.ts';
import { anEntityOwner, dltEntityId as entity_id } from '../support/dlt.ts';
import {
  aLostImport,
  csv,
  idOf,
  importFile,
  startAnImport,
  startImportWorker,
  untilOver,
} from '../support/dlt-import.ts';

const other_id = '1101172974420810002';
const third_id = '1101172974420810003';

await startImportWorker();

const sample = (type: 'csv' | 'xlsx') => ({
  name: `sample.${type}`,
  bytes: readFileSync(join(root, `sandbox/dlt/sample-registry.${type}`)),
});

const importText = (userId: string, text: string, given: Record<string, unknown> = {}) =>
  importFile(userId, { name: 'list.csv', bytes: Buffer.from(text) }, given);

const countTemplates = (userId: string) => prisma.dltTemplate.count({ where: { userId } });

const headersOf = (userId: string) =>
  prisma.dltHeader.findMany({
    where: { userId },
    orderBy: { header: 'asc' },
    select: { header: true, entityId: true, category: true, status: true },
  });

const entitiesOf = (userId: string) =>
  prisma.dltEntity.findMany({
    where: { userId },
    orderBy: { entityId: 'asc' },
    select: { entityId: true, name: true, status: true },
  });

const addHeader = (userId: string, header: string, category: string) =>
  registerHeader(userId, headerInput.parse({ header, entity_id, category }));

const oneTemplate = csv(`${idOf(1)},Hi,Promotional,`);

describe('a list of templates', () => {
  test('changes nothing in a dry run, is registered after the confirmation, and changes nothing when imported again', async () => {
    const { userId } = await aUser();
    const dry = await importFile(userId, sample('xlsx'), { isDryRun: true, create_missing: true });
    expect(dry).toMatchObject({ state: 'checked', rows: 8, rowsDone: 8 });
    expect(dry.result).toMatchObject({
      counts: { new: 8, invalid: 0, unclear: 0 },
      missingEntities: [{ entityId: entity_id, name: 'Acme Retail Private Limited' }],
      missingHeaders: [{ header: 'ACMEIN' }, { header: 'ACMEMO' }, { header: '600123' }],
    });
    expect(await prisma.dltRegistry.count({ where: { userId } })).toBe(0);

    await confirmImport(userId, dry.id);
    const done = await untilOver(userId, dry.id);
    expect(done).toMatchObject({ state: 'done', result: { counts: { new: 8 } } });
    expect(await countTemplates(userId)).toBe(8);
    expect((await headersOf(userId)).map(({ status }) => status)).toEqual(Array(3).fill('pending'));
    const row = await prisma.dltImport.findUniqueOrThrow({ where: { id: dry.id } });
    // Each time a worker claims an import, the number of attempts rises by one. So the dry run was attempt 1, and the
    // registration was attempt 2.
    expect(row).toMatchObject({ bytes: null, tries: 2 });
    await expect(confirmImport(userId, dry.id)).rejects.toMatchObject({
      code: 'invalid_parameter',
    });

    const before = await prisma.dltRegistry.findUniqueOrThrow({ where: { userId } });
    const again = await importFile(userId, sample('csv'), { create_missing: true });
    expect(again.result?.counts).toMatchObject({ unchanged: 8, new: 0, changed: 0 });
    expect(await prisma.dltRegistry.findUniqueOrThrow({ where: { userId } })).toEqual(before);
  });

  test('can change the name and state of a registered template, but neither changes its text nor turns it on', async () => {
    const userId = await anEntityOwner();
    const slots = [{ position: 1, type: 'numeric' }];
    const known = { entity_id, name: 'Old', category: 'promotional', body: 'Hi {#var#}', slots };
    const templates = [1, 2, 3, 4].map((serial) =>
      templateInput.parse({ ...known, template_id: idOf(serial) }),
    );
    await registerTemplates(userId, templates);
    for (const id of [idOf(3), idOf(4)])
      await changeTemplate(userId, id, { status: 'blacklisted' });
    const { result } = await importText(
      userId,
      `Template ID,Content,Name,Status
${idOf(1)},Hi {#var#}!,New,Active
${idOf(2)},Hi {#var#},New,Suspended
${idOf(3)},Hi {#var#},Old,Approved
${idOf(4)},Hi {#var#},New,Approved`,
    );
    const stays =
      'It stays blacklisted, because an import does not enable anything: enable it yourself.';
    const rows = [
      { row: 2, templateId: idOf(1), outcome: 'differs', detail: expect.stringContaining('text') },
      { row: 3, templateId: idOf(2), outcome: 'changed', detail: 'Other name, status.' },
      { row: 4, templateId: idOf(3), outcome: 'unchanged', detail: stays },
      { row: 5, templateId: idOf(4), outcome: 'changed', detail: `Other name. ${stays}` },
    ];
    expect(result?.rows.toSorted((a, b) => a.row - b.row)).toMatchObject(rows);
    const body = 'Hi {#var#}';
    const where = { userId };
    expect(
      await prisma.dltTemplate.findMany({ where, orderBy: { templateId: 'asc' } }),
    ).toMatchObject([
      { name: 'Old', body, status: 'approved' },
      { name: 'New', body, status: 'inactive', slots },
      { name: 'Old', body, status: 'blacklisted' },
      { name: 'New', body, status: 'blacklisted' },
    ]);
  });

  test('marks a row without entity or category as unclear, and registers the other rows', async () => {
    const userId = await anEntityOwner();
    const file = csv(`${idOf(1)},Hi,Promotional,600123`, `${idOf(2)},Hi,,`, `12,Hi,Promotional,`);
    const { result } = await importFile(userId, file);
    expect(result?.counts).toMatchObject({ new: 1, unclear: 1, invalid: 1 });
    expect(result?.rows[0]?.warnings).toContain('Not registered as headers: 600123.');
    expect(await headersOf(userId)).toEqual([]);
    const { userId: stranger } = await aUser();
    expect((await importFile(stranger, oneTemplate)).result?.rows[0]?.detail).toBe(
      'The file does not name the entity of this row: give its Entity ID.',
    );
  });

  test('marks rows as unclear if one new header would be used for both advertising and codes', async () => {
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
    expect(await headersOf(userId)).toMatchObject([
      { header: 'ACMEMO', category: 'service_explicit' },
    ]);
  });

  test('can be mapped without another upload if its columns are not recognised, but only by its own account', async () => {
    const [userId, stranger] = await Promise.all([anEntityOwner(), anEntityOwner()]);
    const text = `Kennung,Wortlaut\n${idOf(1)},Hi`;
    const { id, state } = await importText(userId, text, { isDryRun: true });
    expect(state).toBe('needs_mapping');
    await expect(confirmImport(userId, id)).rejects.toMatchObject({ code: 'invalid_parameter' });
    const mapping = { template_id: 'Kennung', body: 'Wortlaut' };
    await recheckImport(userId, id, importOptions.parse({ mapping, category: 'government' }));
    expect(await untilOver(userId, id)).toMatchObject({ state: 'checked' });

    expect(await findImport(stranger, id)).toBeNull();
    expect(await listImports(stranger)).toEqual([]);
    await expect(confirmImport(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listImports(userId)).toMatchObject([{ id, counts: { new: 1 } }]);

    await confirmImport(userId, id);
    expect(await untilOver(userId, id)).toMatchObject({ state: 'done' });
    expect(await countTemplates(userId)).toBe(1);
  });

  test('registers nothing if it would exceed the account’s limit of templates or headers, and a dry run says so', async () => {
    const [userId, full] = await Promise.all([anEntityOwner(), anEntityOwner()]);
    const at = { userId, entityId: entity_id, likeness: 'x', createdAt: new Date() };
    const known = Array.from({ length: 995 }, (_, no) => String(600_000 + no));
    await prisma.dltHeader.createMany({
      data: known.map((header) => ({ ...at, header, category: 'promotional' as const })),
    });
    const rows = Array.from(
      { length: 10 },
      (_, no) => `${idOf(no)},Hi,Promotional,${700_000 + no}`,
    );
    for (const isDryRun of [true, false]) {
      const given = { isDryRun, create_missing: true };
      const { state, reason } = await importFile(userId, csv(...rows), given);
      expect([state, reason]).toEqual(['failed', 'An account has at most 1,000 DLT headers.']);
    }
    expect(await prisma.dltHeader.count({ where: { userId } })).toBe(995);

    await prisma.dltRegistry.update({ where: { userId: full }, data: { templates: 9_999 } });
    const { state, reason } = await importFile(full, csv(...rows.slice(0, 2)));
    expect([state, reason]).toEqual(['failed', expect.stringContaining('at most 10,000')]);
    expect([await countTemplates(userId), await countTemplates(full)]).toEqual([0, 0]);
  });
});

describe('a list of headers', () => {
  const headers = { list: 'headers' };

  test('registers its headers for approval after confirmation, and changes nothing when imported again', async () => {
    const userId = await anEntityOwner();
    const file = 'Header,Category\nACMEIN,Service Implicit\n600123,';
    const dry = await importText(userId, file, { ...headers, isDryRun: true });
    const checked = { state: 'checked', rows: 2, rowsDone: 2, result: { counts: { new: 2 } } };
    expect(dry).toMatchObject(checked);
    expect(await headersOf(userId)).toEqual([]);
    await confirmImport(userId, dry.id);
    expect(await untilOver(userId, dry.id)).toMatchObject({ state: 'done', rowsDone: 2 });
    const own = { entityId: entity_id, status: 'pending' };
    expect(await headersOf(userId)).toEqual([
      { ...own, header: '600123', category: 'promotional' },
      { ...own, header: 'ACMEIN', category: 'service_implicit' },
    ]);
    const again = await importText(userId, file, headers);
    expect(again.result?.counts).toMatchObject({ new: 0, unchanged: 2 });
  });

  test('changes no registered header, and a declined header stays declined', async () => {
    const userId = await anEntityOwner();
    await addHeader(userId, 'ACMEDC', 'government');
    await decideHeader(userId, 'ACMEDC', { status: 'declined', reason: 'Not yours' });
    await prisma.dltHeader.deleteMany({ where: { userId } });
    for (const header of ['ACMEIN', 'ACMEMO', 'ACMETR']) {
      await addHeader(userId, header, 'service_implicit');
    }
    await decideHeader(userId, 'ACMEIN', { status: 'approved' });
    const before = await headersOf(userId);
    const { result } = await importText(
      userId,
      `Header,Category,PE ID,Status
ACMEIN,Service Implicit,,Suspended
ACMEMO,Promotional,,
ACMETR,,${other_id},
ACMEDC,Government,,`,
      { ...headers, create_missing: true },
    );
    expect(result?.rows).toMatchObject([
      { header: 'ACMEIN', outcome: 'unchanged', warnings: [expect.stringContaining('inactive')] },
      { header: 'ACMEMO', outcome: 'differs', detail: expect.stringContaining('category') },
      { header: 'ACMETR', outcome: 'differs', detail: expect.stringContaining('entity') },
      { header: 'ACMEDC', outcome: 'new' },
    ]);
    expect(await headersOf(userId)).toEqual([
      { header: 'ACMEDC', entityId: entity_id, category: 'government', status: 'declined' },
      ...before,
    ]);
    expect(await entitiesOf(userId)).toHaveLength(1);
  });

  test('skips a header that is inactive on the portal, or whose row lacks required data', async () => {
    const userId = await anEntityOwner();
    await registerEntity(userId, entityInput.parse({ entity_id: other_id, name: 'Acme Two' }));
    const { result } = await importText(
      userId,
      `Header,Category,PE ID,Status
ACMEIN,Government,${entity_id},Blacklisted
ACMEMO,Government,,Active
ACMETR,,${entity_id},Active
ACMEUP,Government,${third_id},Active
ACMENW,Government,${entity_id},Pending`,
      headers,
    );
    expect(result?.rows).toMatchObject([
      { header: 'ACMEIN', outcome: 'invalid', detail: expect.stringContaining('blacklisted') },
      {
        header: 'ACMEMO',
        outcome: 'unclear',
        detail: expect.stringContaining('not name the entity'),
      },
      { header: 'ACMETR', outcome: 'unclear', detail: expect.stringContaining('which category') },
      { header: 'ACMEUP', outcome: 'unclear', detail: 'Its entity is not registered.' },
      { header: 'ACMENW', outcome: 'new', warnings: ['The portal has not approved it yet.'] },
    ]);
    expect(await headersOf(userId)).toMatchObject([{ header: 'ACMENW', status: 'pending' }]);
  });

  test('registers the entities of its headers only if an option says so', async () => {
    const { userId } = await aUser();
    const file = `Header,Category,PE ID,PE Name
ACMEIN,Government,${entity_id},Acme
ACMEMO,Government,${entity_id},Acme
ACMETR,Government,${other_id},`;
    const without = await importText(userId, file, headers);
    expect(without.result).toMatchObject({
      counts: { unclear: 3 },
      missingEntities: [
        { entityId: entity_id, name: 'Acme' },
        { entityId: other_id, name: null },
      ],
    });
    const { result } = await importText(userId, file, { ...headers, create_missing: true });
    expect(result?.counts).toMatchObject({ new: 2, unclear: 1 });
    expect(await entitiesOf(userId)).toMatchObject([{ entityId: entity_id, name: 'Acme' }]);
  });
});

describe('a list of entities', () => {
  test('replaces names and turns entities off, but never turns entities on', async () => {
    const { userId } = await aUser();
    await registerEntity(userId, entityInput.parse({ entity_id, name: 'Old', status: 'inactive' }));
    await registerEntity(userId, entityInput.parse({ entity_id: other_id, name: 'Two' }));
    const file = `PE ID,PE Name,Status\n${entity_id},New,Active\n${other_id},Two,Blacklisted\n${third_id},Three,Pending`;
    const { result } = await importText(userId, file, { list: 'entities' });
    expect(result?.rows).toMatchObject([
      { outcome: 'changed', detail: expect.stringContaining('It stays inactive') },
      { outcome: 'changed', detail: 'Other status.' },
      { outcome: 'new', warnings: [expect.stringContaining('inactive until')] },
    ]);
    expect(await entitiesOf(userId)).toEqual([
      { entityId: entity_id, name: 'New', status: 'inactive' },
      { entityId: other_id, name: 'Two', status: 'blacklisted' },
      { entityId: third_id, name: 'Three', status: 'inactive' },
    ]);
    const again = await importText(userId, file, { list: 'entities' });
    expect(again.result?.counts).toMatchObject({ unchanged: 3, changed: 0, new: 0 });
  });

  test('registers nothing if it would exceed the account’s limit of entities', async () => {
    const { userId } = await aUser();
    const rows = Array.from(
      { length: 101 },
      (_, at) => `${1101172974420810000n + BigInt(at)},Acme ${at}`,
    );
    const file = `PE ID,PE Name\n${rows.join('\n')}`;
    const { state, reason } = await importText(userId, file, { list: 'entities' });
    expect([state, reason]).toEqual(['failed', 'An account has at most 100 DLT entities.']);
    expect(await entitiesOf(userId)).toEqual([]);
  });
});

describe('an import', () => {
  test('never runs at the same time as another import of its account, and cancels an import that waits for confirmation', async () => {
    const userId = await anEntityOwner();
    const first = await importFile(userId, oneTemplate, { isDryRun: true });
    const started = await Promise.allSettled(
      [1, 2, 3, 4].map(() => startAnImport(userId, csv(`${idOf(2)},Hi,Promotional,`))),
    );
    const running = started.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    for (const one of started) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'rate_limited' });
    }
    // An import may end before the next import starts.
    expect(running.length).toBeGreaterThan(0);
    for (const one of running) await untilOver(userId, one.id);
    expect(await findImport(userId, first.id)).toMatchObject({ state: 'expired' });
    await expect(confirmImport(userId, first.id)).rejects.toThrow('Upload it again');
  });

  test('continues after its job or its worker was lost, but fails after three lost workers', async () => {
    const owners = await Promise.all([anEntityOwner(), anEntityOwner(), anEntityOwner()]);
    const [lost, dead, hopeless] = owners;
    const { list: _, ...earlier } = importOptions.parse({});
    await prisma.dltImport.createMany({
      data: [
        // A row of an earlier release, in which every list was a list of templates.
        {
          ...aLostImport(lost, oneTemplate.bytes),
          options: earlier,
          state: 'queued',
          id: 'imp_lost0',
        },
        { ...aLostImport(dead, oneTemplate.bytes), state: 'running', lostRuns: 1, id: 'imp_lost1' },
        {
          ...aLostImport(hopeless, oneTemplate.bytes),
          state: 'running',
          lostRuns: 2,
          id: 'imp_lost2',
        },
      ],
    });
    expect(await untilOver(lost, 'imp_lost0')).toMatchObject({
      ...{ state: 'done', options: { list: 'templates' }, result: { counts: { new: 1 } } },
    });
    expect(await untilOver(dead, 'imp_lost1')).toMatchObject({ state: 'done' });
    const failed = await untilOver(hopeless, 'imp_lost2');
    expect(failed).toMatchObject({ state: 'failed', reason: expect.stringContaining('3 times') });
    expect(failed.reason).not.toContain('Some rows may be registered already');
    expect(await countTemplates(hopeless)).toBe(0);
  });

  test('reports everything that it registered, including what a lost worker had registered', async () => {
    const userId = await anEntityOwner();
    await importFile(userId, oneTemplate);
    const registeringSince = new Date();
    await importFile(userId, csv(`${idOf(2)},Hi,Promotional,600123`), { create_missing: true });
    const { bytes } = csv(
      `${idOf(1)},Hi,Promotional,`,
      `${idOf(2)},Hi,Promotional,600123`,
      `${idOf(3)},Hi,Promotional,600123`,
    );
    const lost = {
      ...aLostImport(userId, bytes, { create_missing: true }),
      ...{ registeringSince, state: 'running' as const, tries: 1 },
    };
    await prisma.dltImport.create({ data: { ...lost, id: 'imp_partly' } });
    const { result } = await untilOver(userId, 'imp_partly');
    expect(result?.counts).toMatchObject({ new: 2, unchanged: 1, changed: 0 });
    expect(result?.missingHeaders).toEqual([{ header: '600123', entityId: entity_id }]);
    expect(await countTemplates(userId)).toBe(3);
    await prisma.dltImport.create({ data: { ...lost, id: 'imp_partly_failed', lostRuns: 2 } });
    const { reason } = await untilOver(userId, 'imp_partly_failed');
    expect(reason).toContain(
      'Some rows may be registered already: import the file again for the rest.',
    );

    const ofHeaders = await anEntityOwner();
    // The entity gets an earlier time of registration. If it had the import's first millisecond, it would count as
    // registered by the import.
    await prisma.dltEntity.updateMany({
      where: { userId: ofHeaders },
      data: { createdAt: new Date(0) },
    });
    await addHeader(ofHeaders, 'ACMEIN', 'government');
    const text = Buffer.from('Header,Category\nACMEIN,Government\nACMEMO,Government');
    const row = { ...lost, ...aLostImport(ofHeaders, text, { list: 'headers' }) };
    await prisma.dltImport.create({ data: { ...row, id: 'imp_lost_list' } });
    const headers = await untilOver(ofHeaders, 'imp_lost_list');
    expect(headers.result?.counts).toMatchObject({ new: 2, unchanged: 0 });
    expect(await headersOf(ofHeaders)).toHaveLength(2);
  });

  test('cannot be confirmed while another import runs, and is deleted if it is not confirmed within a day', async () => {
    const userId = await anEntityOwner();
    const dueAt = new Date(Date.now() + 600_000);
    const row = { ...aLostImport(userId, oneTemplate.bytes), createdAt: new Date(), dueAt };
    await prisma.dltImport.createMany({
      data: [
        { ...row, id: 'imp_waits', isDryRun: true, state: 'checked' },
        { ...row, id: 'imp_runs', state: 'running', tries: 1 },
      ],
    });
    await expect(confirmImport(userId, 'imp_waits')).rejects.toMatchObject({
      code: 'rate_limited',
    });
    await expireImports();
    const waits = { where: { id: 'imp_waits' } };
    expect(await prisma.dltImport.findUnique(waits)).toMatchObject({ state: 'checked' });
    const createdAt = new Date(Date.now() - 25 * 3_600_000);
    await prisma.dltImport.update({ ...waits, data: { createdAt } });
    await expireImports();
    const expired = await prisma.dltImport.findUnique(waits);
    expect(expired).toMatchObject({ state: 'expired', bytes: null });
  });

  test('lets at most four calls of an account wait, and rejects a fifth immediately', async () => {
    const userId = await anEntityOwner();
    const where = { id: 'imp_waited' };
    const row = { ...aLostImport(userId, oneTemplate.bytes), ...where, state: 'running' as const };
    const dueAt = new Date(Date.now() + 600_000);
    await prisma.dltImport.create({ data: { ...row, dueAt, tries: 1 } });
    let waiting = 0;
    const wait = async () => {
      waiting += 1;
      await waitForImport(userId, 'imp_waited');
      waiting -= 1;
    };
    const four = [wait(), wait(), wait(), wait()];
    await wait();
    expect(waiting).toBe(4);
    await prisma.dltImport.update({ where, data: { state: 'failed', bytes: null } });
    await Promise.all(four);
    expect(waiting).toBe(0);
  });

  test('does not start after reading the account’s files has taken five minutes within an hour; other accounts can still import', async () => {
    const [slow, other] = await Promise.all([anEntityOwner(), anEntityOwner()]);
    await countReading(slow, 300_000);
    await importFile(slow, oneTemplate);
    await expect(startAnImport(slow, oneTemplate)).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('five minutes'),
    });
    await startAnImport(other, oneTemplate);
  });

  test('is refused for a file of more than 5 MiB', async () => {
    const large = { name: 'a.csv', bytes: Buffer.alloc(maxFileBytes + 1, 'a') };
    await expect(startAnImport(await anEntityOwner(), large)).rejects.toMatchObject({
      code: 'body_too_large',
    });
  });
});

describe('the process that reads a file', () => {
  const options = importOptions.parse({});

  /** The child processes of this process. */
  const listChildren = () =>
    readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');

  /** Blocks this process until a child process and all its threads have ended. */
  function blockUntilEnd(pid: string | number | undefined): void {
    const isZombie = () => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
    while (!isZombie() || readdirSync(`/proc/${pid}/task`).length > 1);
  }

  test('may end before the message with its result is read', async () => {
    const others = listChildren();
    const read = readFileApart({ bytes: oneTemplate.bytes, options });
    const reader = listChildren().find((pid) => !others.includes(pid));
    // When one child process ends, Node also checks whether other child processes have ended. So here Node notices that
    // the reader has ended before Node has read the reader's message.
    const other = spawn('true', { stdio: ['ignore', 'pipe', 'ignore'] });
    other.stdout.once('end', () => blockUntilEnd(reader)).resume();
    blockUntilEnd(other.pid);
    expect((await read).rows).toHaveLength(1);
  });

  test('is ended when it takes too long', async () => {
    const read = readFileApart({ bytes: oneTemplate.bytes, options }, { timeoutMs: 1 });
    await expect(read).rejects.toThrow('takes too long');
  });

  test('is ended when it uses too much memory, and no other process is affected', async () => {
    const rss = process.memoryUsage.rss();
    const tooMuch = readFileApart({ bytes: zipOf(partsOf('')), options }, { heapMiB: 1 });
    await expect(tooMuch).rejects.toThrow(ImportFileError);
    await expect(tooMuch).rejects.toThrow('too much memory');
    expect(process.memoryUsage.rss() - rss).toBeLessThan(64 * 1024 * 1024);
  });

  test('rejects six million nested elements without using more memory in the worker', async () => {
    const letter = (at: number) =>
      'abcdefghijklmnop'.charAt((Math.imul(at, 2_654_435_761) >>> (at % 13)) & 15);
    const many = Array.from({ length: 60_000 }, (_, at) => `<${letter(at)}>`).join('');
    const bytes = zipOf(partsOf(many.repeat(100)));
    const before = process.memoryUsage.rss();
    await expect(readFileApart({ bytes, options })).rejects.toThrow(
      'more than 64 elements within one another',
    );
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });
});
