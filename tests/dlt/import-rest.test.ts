import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { root } from '#scripts/root.ts';
import { type Account, anAccount, aUser, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { startSharedProduct } from '../support/product.ts';
import { sendFile } from '../support/send-file.ts';
import { until } from '../support/until.ts';

const { web } = await (await startSharedProduct())();
const address = `${web.url}/api/v1/dlt/templates/import`;

const keyOf = ({ keyId, secretKey }: Account) => ({ 'x-api-id': keyId, 'x-api-key': secretKey });

const sample = readFileSync(join(root, 'sandbox/dlt/sample-registry.xlsx'));
const entity = { entity_id: '1101172974420810001', entity_name: 'Acme', create_missing: 'true' };
const given = { ...entity, category: 'promotional' };

/** A file of so many templates, with texts of a length. */
function csv(rows: number, length = 20): Buffer {
  const row = (_: unknown, at: number) =>
    `${1107161700000100000n + BigInt(at)},Offer ${at} ${'x'.repeat(length)}`;
  return Buffer.from(`Template ID,Content\n${Array.from({ length: rows }, row).join('\n')}`);
}

test('a key or a session imports a file in one call, and a dry run registers nothing', async () => {
  const [account, user] = await Promise.all([anAccount(), aUser()]);
  const dry = await sendFile(address, keyOf(account), {
    ...{ name: 'a.xlsx', bytes: sample },
    fields: { dry_run: 'true', create_missing: 'true' },
  });
  expect(dry).toMatchObject({ status: 200, body: { status: 'success' } });
  expect(dry.body.data).toMatchObject({
    ...{ state: 'checked', dry_run: true, row_count: 8, file_name: 'a.xlsx' },
    counts: { new: 8 },
    missing_entities: [{ entity_id: entity.entity_id, name: 'Acme Retail Private Limited' }],
  });
  // Those with warnings come first.
  expect(dry.body.data.rows[0].warnings).toHaveLength(1);
  expect(dry.body.data.rows.at(-1)).toMatchObject({ outcome: 'new', warnings: [] });
  const { userId } = account;
  expect(await prisma.dltTemplate.count({ where: { userId } })).toBe(0);

  const session = { authorization: `Bearer ${user.token}` };
  const fields = { create_missing: 'true' };
  const done = await sendFile(address, session, { name: 'a.xlsx', bytes: sample, fields });
  expect(done.body.data).toMatchObject({ state: 'done', counts: { new: 8 } });
  const { id } = done.body.data;
  const again = await client(web.url, user).get(`/dlt/imports/${id}`);
  expect(again.body.data).toEqual(done.body.data);
  expect((await client(web.url, account).get(`/dlt/imports/${id}`)).status).toBe(404);
});

test('lists of headers and entities are imported by what they are said to list', async () => {
  const account = await anAccount();
  const lists = `${web.url}/api/v1/dlt/imports`;
  const entities = {
    name: 'entities.csv',
    bytes: Buffer.from(`PE ID,Entity Name\n${entity.entity_id},Acme`),
  };
  const first = await sendFile(lists, keyOf(account), {
    ...entities,
    fields: { list: 'entities' },
  });
  expect(first.body.data).toMatchObject({
    ...{ list: 'entities', state: 'done', counts: { new: 1 } },
    rows: [{ entity_id: entity.entity_id, header: null, template_id: null }],
  });
  const headers = {
    name: 'headers.csv',
    bytes: Buffer.from('Header Name,Header Type\nACMEIN,Service Implicit\n600123,Promotional'),
  };
  const fields = { list: 'headers', dry_run: 'true' };
  const dry = await sendFile(lists, keyOf(account), { ...headers, fields });
  expect(dry.body.data).toMatchObject({
    ...{ list: 'headers', state: 'checked', counts: { new: 2 } },
    rows: [{ header: 'ACMEIN', entity_id: null }, { header: '600123' }],
  });
  const { userId } = account;
  expect(await prisma.dltHeader.count({ where: { userId } })).toBe(0);
  const wrong = await sendFile(lists, keyOf(account), { ...headers, fields: { list: 'chains' } });
  expect([wrong.status, wrong.body.error.param]).toEqual([400, 'list']);
  const none = await sendFile(lists, keyOf(account), headers);
  expect([none.status, none.body.error.param]).toEqual([400, 'list']);
  // What is a list of headers is no list of templates.
  const mistaken = await sendFile(address, keyOf(account), headers);
  expect(mistaken.body.data).toMatchObject({
    ...{ list: 'templates', state: 'needs_mapping', missing_fields: ['template_id', 'body'] },
    notes: ['It looks like a list of headers: import it as such.'],
  });
});

test('above 1,000 rows the answer is 202, and the import is followed by its id', async () => {
  const account = await anAccount();
  const file = { name: 'a.csv', bytes: csv(2_500), fields: given };
  const { status, body } = await sendFile(address, keyOf(account), file);
  expect([status, body.data.state]).toEqual([202, expect.stringMatching(/queued|running/)]);
  const call = client(web.url, account);
  const path = `/dlt/imports/${body.data.id}`;
  const over = await until('it is done', async () => {
    const { data } = (await call.get(path)).body;
    return data.state === 'done' ? data : null;
  });
  expect(over).toMatchObject({ row_count: 2_500, rows_done: 2_500, counts: { new: 2_500 } });
  expect(over.rows).toHaveLength(100);
  const next = (await call.get(`${path}?after=100&limit=2`)).body;
  expect(next).toMatchObject({ hasMore: true, next: '102' });
  expect(next.data.rows.map((one: { row: number }) => one.row)).toEqual([102, 103]);
  const last = (await call.get(`${path}?after=999`)).body;
  expect([last.data.rows.length, last.hasMore, last.next]).toEqual([1, false, null]);
});

test('a repeated Idempotency-Key does not import again, though a form is made anew', async () => {
  const account = await anAccount();
  const headers = { ...keyOf(account), 'idempotency-key': 'once' };
  const first = await sendFile(address, headers, aFile(2));
  const second = await sendFile(address, headers, aFile(2));
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(second.body.data).toEqual(first.body.data);
  const other = await sendFile(address, headers, aFile(3));
  const otherField = { ...aFile(2), fields: { ...given, strip_trailing: 'true' } };
  const otherOption = await sendFile(address, headers, otherField);
  for (const { status, body } of [other, otherOption]) {
    expect([status, body.error.code]).toEqual([422, 'idempotency_mismatch']);
  }
  expect(await prisma.dltImport.count({ where: { userId: account.userId } })).toBe(1);
});

test('an import counts as a call once it has succeeded: not one that fails, or repeats another', async () => {
  const account = await anAccount();
  const headers = { ...keyOf(account), 'idempotency-key': 'once' };
  for (const status of [200, 200]) {
    expect((await sendFile(address, headers, aFile(2))).status).toBe(status);
  }
  const pdf = { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') };
  expect((await sendFile(address, keyOf(account), pdf)).status).toBe(400);
  expect((await getUsage(account)).apiCallsUsed).toBe(1);
});

test('concurrent imports with one Idempotency-Key run once, and all responses name that one', async () => {
  const account = await anAccount();
  const headers = { ...keyOf(account), 'idempotency-key': 'at once' };
  const replies = await Promise.all([1, 2, 3].map(() => sendFile(address, headers, aFile(2))));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
  const replayed = replies.filter((one) => one.headers.get('idempotent-replayed') === 'true');
  expect(replayed).toHaveLength(2);
  expect(await prisma.dltImport.count({ where: { userId: account.userId } })).toBe(1);
});

const aFile = (rows: number, length?: number) => ({
  name: 'a.csv',
  bytes: csv(rows, length),
  fields: given as Record<string, string>,
});

test.each([
  ['a file that is no table', { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') }, /This is a PDF/],
  ['options that are not JSON', { ...aFile(1), fields: { mapping: '{' } }, /mapping must be/],
  ['a mapping of an unknown field', { ...aFile(1), fields: { mapping: '{"x":1}' } }, /./],
  ['a flag that is none', { ...aFile(1), fields: { dry_run: 'perhaps' } }, /./],
])('%s is refused with 400', async (_, file, message) => {
  const { status, body } = await sendFile(address, keyOf(await anAccount()), file);
  expect([status, body.error.code]).toEqual([400, 'invalid_parameter']);
  expect(body.error.message).toMatch(message);
});

test('a body that is no form, has no file or is too large is rejected with that reason', async () => {
  const account = await anAccount();
  const call = client(web.url, account);
  const json = await call.post('/dlt/templates/import', { file: 'x' });
  expect([json.status, json.body.error.code]).toEqual([415, 'unsupported_media_type']);
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const torn = await call.call('POST', '/dlt/templates/import', { headers, body: '--x\r\nabc' });
  expect([torn.status, torn.body.error.code]).toEqual([400, 'invalid_parameter']);
  const empty = await call.call('POST', '/dlt/templates/import', { headers, body: '--x--\r\n' });
  expect([empty.status, empty.body.error.param]).toEqual([400, 'file']);
  const large = { name: 'a.csv', bytes: Buffer.alloc(5.5 * 1024 * 1024, 'a') };
  const tooLarge = await sendFile(address, keyOf(account), large);
  expect([tooLarge.status, tooLarge.body.error.code]).toEqual([413, 'body_too_large']);
});

test('a file of 4 MiB is imported, and one without valid credentials is not even read', async () => {
  const account = await anAccount();
  const file = { ...aFile(1_000, 4_200), fields: { ...given, dry_run: 'true' } };
  expect(file.bytes.byteLength).toBeGreaterThan(4 * 1024 * 1024);
  const { status, body } = await sendFile(address, keyOf(account), file);
  // A busy machine takes longer than the ten seconds that a call waits.
  expect([200, 202]).toContain(status);
  const checked = await until(
    'it is checked',
    async () => {
      const { data } = (await client(web.url, account).get(`/dlt/imports/${body.data.id}`)).body;
      return data.state === 'checked' && data;
    },
    40_000,
  );
  // Each text is longer than DLT allows.
  expect(checked.counts).toMatchObject({ invalid: 1_000 });
  const wrong = { ...keyOf(account), 'x-api-key': 'sk_wrong' };
  const refused = await sendFile(address, wrong, file);
  expect([refused.status, refused.body.error.code]).toEqual([401, 'invalid_credentials']);
});

test('all but one of the large files that an account sends at once are rejected', async () => {
  const account = await anAccount();
  const file = { ...aFile(1_000, 2_000), fields: { ...given, dry_run: 'true' } };
  const replies = await Promise.all([1, 2, 3].map(() => sendFile(address, keyOf(account), file)));
  const codes = replies.map(({ status, body }) => body.error?.code ?? status).sort();
  expect(codes.filter((code) => code === 200).length).toBeGreaterThan(0);
  for (const code of codes) expect([200, 'unavailable', 'rate_limited']).toContain(code);
  expect(codes).not.toEqual([200, 200, 200]);
});
