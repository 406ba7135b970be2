import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { entityInput } from '#domain/dlt/registry/inputs.browser.ts';
import { findTemplate } from '#domain/dlt/registry/list-registry.ts';
import { registerEntity } from '#domain/dlt/registry/register.ts';
import { prisma } from '#platform/db.ts';
import { root } from '#scripts/root.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount, aUser, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { startImportWorker } from '../support/dlt-import.ts';
import { aMember } from '../support/member.ts';
import { invalidHtml, parsePage } from '../support/parsed-page.ts';
import { sendFile } from '../support/send-file.ts';
import { joinText } from '../support/signed-in.ts';

const [web] = await Promise.all([sharedWeb(), startImportWorker()]);

const readSample = (name: string) => ({
  name,
  bytes: readFileSync(join(root, 'sandbox/dlt', name)),
});
const entity_id = '1101172974420810001';

describe('over the API', () => {
  const address = `${web.url}/api/v1/dlt/templates/import`;
  const given: Record<string, string> = {
    ...{ entity_id, entity_name: 'Acme', create_missing: 'true', category: 'promotional' },
  };

  const keyOf = ({ keyId, secretKey }: Account) => ({ 'x-api-id': keyId, 'x-api-key': secretKey });

  /** A file of `rows` templates with texts of a given length. */
  function aFile(rows: number, length = 20) {
    const row = (_: unknown, at: number) =>
      `${1107161700000100000n + BigInt(at)},Offer ${at} ${'x'.repeat(length)}`;
    const list = Array.from({ length: rows }, row).join('\n');
    return { name: 'a.csv', bytes: Buffer.from(`Template ID,Content\n${list}`), fields: given };
  }

  test('a file is imported in one call, with a key or with a session, and a dry run registers nothing', async () => {
    const [account, user] = await Promise.all([anAccount(), aUser()]);
    const sample = readSample('sample-registry.xlsx');
    const fields = { create_missing: 'true' };
    const dry = await sendFile(address, keyOf(account), {
      ...sample,
      fields: { ...fields, dry_run: 'true' },
    });
    expect(dry).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(dry.body.data).toMatchObject({
      ...{ state: 'checked', dry_run: true, row_count: 8, file_name: sample.name },
      counts: { new: 8 },
      missing_entities: [{ entity_id, name: 'Acme Retail Private Limited' }],
    });
    // Rows with warnings come first.
    expect(dry.body.data.rows[0].warnings).toHaveLength(1);
    expect(dry.body.data.rows.at(-1)).toMatchObject({ outcome: 'new', warnings: [] });
    const { userId } = account;
    expect(await prisma.dltTemplate.count({ where: { userId } })).toBe(0);

    const session = { authorization: `Bearer ${user.token}` };
    const done = await sendFile(address, session, { ...sample, fields });
    expect(done.body.data).toMatchObject({ state: 'done', counts: { new: 8 } });
    const { id } = done.body.data;
    const again = await client(web.url, user).get(`/dlt/imports/${id}`);
    expect(again.body.data).toEqual(done.body.data);
    expect((await client(web.url, account).get(`/dlt/imports/${id}`)).status).toBe(404);
  });

  test('lists of headers and entities are imported as the kind that the call names', async () => {
    const account = await anAccount();
    const send = (name: string, text: string, fields?: Record<string, string>, to = 'imports') =>
      sendFile(`${web.url}/api/v1/dlt/${to}`, keyOf(account), {
        ...{ name, bytes: Buffer.from(text), fields },
      });
    const entities = `PE ID,Entity Name\n${entity_id},Acme`;
    const first = await send('entities.csv', entities, { list: 'entities' });
    expect(first.body.data).toMatchObject({
      ...{ list: 'entities', state: 'done', counts: { new: 1 } },
      rows: [{ entity_id, header: null, template_id: null }],
    });
    const headers = 'Header Name,Header Type\nACMEIN,Service Implicit\n600123,Promotional';
    const dry = await send('headers.csv', headers, { list: 'headers', dry_run: 'true' });
    expect(dry.body.data).toMatchObject({
      ...{ list: 'headers', state: 'checked', counts: { new: 2 } },
      rows: [{ header: 'ACMEIN', entity_id: null }, { header: '600123' }],
    });
    expect(await prisma.dltHeader.count({ where: { userId: account.userId } })).toBe(0);
    for (const fields of [{ list: 'chains' }, undefined]) {
      const { status, body } = await send('headers.csv', headers, fields);
      expect([status, body.error.param]).toEqual([400, 'list']);
    }
    // A list of headers cannot be imported as templates.
    const mistaken = await send('headers.csv', headers, {}, 'templates/import');
    expect(mistaken.body.data).toMatchObject({
      ...{ list: 'templates', state: 'needs_mapping', missing_fields: ['template_id', 'body'] },
      notes: ['It looks like a list of headers: import it as such.'],
    });
  });

  test('importing more than 1,000 rows gets a 202 response with an id to follow the import', async () => {
    const account = await anAccount();
    const { status, body } = await sendFile(address, keyOf(account), aFile(2_500));
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

  test('imports with one Idempotency-Key, concurrent or later, import only once and count as one call', async () => {
    const account = await anAccount();
    const headers = { ...keyOf(account), 'idempotency-key': 'once' };
    const replies = await Promise.all([1, 2, 3].map(() => sendFile(address, headers, aFile(2))));
    replies.push(await sendFile(address, headers, aFile(2)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [first, ...others] = replies.map(({ body }) => body.data);
    for (const data of others) expect(data).toEqual(first);
    const isReplayed = (one: Awaited<ReturnType<typeof sendFile>>) =>
      one.headers.get('idempotent-replayed') === 'true';
    expect(replies.filter(isReplayed)).toHaveLength(3);
    const otherField = { ...aFile(2), fields: { ...given, strip_trailing: 'true' } };
    for (const file of [aFile(3), otherField]) {
      const { status, body } = await sendFile(address, headers, file);
      expect([status, body.error.code]).toEqual([422, 'idempotency_mismatch']);
    }
    expect(await prisma.dltImport.count({ where: { userId: account.userId } })).toBe(1);
    expect((await getUsage(account)).apiCallsUsed).toBe(1);
  });

  test('a file that is not a table and invalid options get 400, and do not count as calls', async () => {
    const account = await anAccount();
    for (const [file, message] of [
      [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') }, /^This is a PDF. Save the list as XLSX/],
      [{ ...aFile(1), fields: { mapping: '{' } }, /mapping must be/],
      [{ ...aFile(1), fields: { mapping: '{"x":1}' } }, /./],
      [{ ...aFile(1), fields: { dry_run: 'perhaps' } }, /./],
    ] as const) {
      const { status, body } = await sendFile(address, keyOf(account), file);
      expect([status, body.error.code]).toEqual([400, 'invalid_parameter']);
      expect(body.error.message).toMatch(message);
    }
    expect((await getUsage(account)).apiCallsUsed).toBe(0);
  });

  test('rejects a body that is not a form, has no file or is too large, and names the reason', async () => {
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

  test('a file of 4 MiB is imported, and a file sent without valid credentials is not read', async () => {
    const account = await anAccount();
    const file = { ...aFile(1_000, 4_200), fields: { ...given, dry_run: 'true' } };
    expect(file.bytes.byteLength).toBeGreaterThan(4 * 1024 * 1024);
    const { status, body } = await sendFile(address, keyOf(account), file);
    // On a busy machine the import may take longer than the ten seconds that a call waits.
    expect([200, 202]).toContain(status);
    const call = client(web.url, account);
    const isChecked = async () => {
      const { data } = (await call.get(`/dlt/imports/${body.data.id}`)).body;
      return data.state === 'checked' && data;
    };
    const checked = await until('it is checked', isChecked, 40_000);
    // Each text is longer than DLT allows.
    expect(checked.counts).toMatchObject({ invalid: 1_000 });
    const refused = await sendFile(address, { ...keyOf(account), 'x-api-key': 'sk_wrong' }, file);
    expect([refused.status, refused.body.error.code]).toEqual([401, 'invalid_credentials']);
  });

  test('an account cannot send many large files at once', async () => {
    const account = await anAccount();
    const file = { ...aFile(1_000, 2_000), fields: { ...given, dry_run: 'true' } };
    const replies = await Promise.all([1, 2, 3].map(() => sendFile(address, keyOf(account), file)));
    const codes = replies.map(({ status, body }) => body.error?.code ?? status).sort();
    expect(codes).toContain(200);
    for (const code of codes) expect([200, 'unavailable', 'rate_limited']).toContain(code);
    expect(codes).not.toEqual([200, 200, 200]);
  });
});

describe('on the screen, without JavaScript', () => {
  const csv = (text: string, name = 'templates.csv') => new File([text], name);

  /**
   * A member, and functions that upload a file, and that wait for an import to finish and return its page.
   */
  async function anUploader() {
    const member = await aMember(web.url);
    const { visitor } = member;
    const upload = async (file: File, options: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(options)) form.append(name, value);
      form.append('file', file);
      return visitor.post(paths.importTemplates, form);
    };
    return {
      ...member,
      upload,
      start: async (...given: Parameters<typeof upload>) => (await upload(...given)).location ?? '',
      whenOver: (path: string) =>
        until(`${path} is over`, async () => {
          const page = await visitor.get(path);
          return page.html.includes('<progress') ? null : { ...page, text: joinText(page) };
        }),
    };
  }

  test('a portal’s export is uploaded, previewed and imported', async () => {
    const { visitor, userId, start, whenOver } = await anUploader();
    const { name, bytes } = readSample('sample-registry.csv');
    const path = await start(new File([bytes], name), { create_missing: 'on' });
    const checked = await whenOver(path);
    expect(checked.text).toContain('Waiting for you to confirm');
    expect(checked.text).toMatch(/\|new\|+8\|/);
    expect(checked.text).toContain(`Acme Retail Private Limited (${entity_id})`);
    expect(parsePage(checked.html).all('tbody tr')).toHaveLength(8);
    expect(await invalidHtml(checked.html)).toEqual([]);
    // The preview registers nothing.
    expect(await prisma.dltTemplate.count({ where: { userId } })).toBe(0);

    await visitor.post(path, { intent: 'confirm' });
    expect((await whenOver(path)).text).toContain('Done.');
    expect(await prisma.dltTemplate.count({ where: { userId } })).toBe(8);
    expect(joinText(await visitor.get(paths.importTemplates))).toContain('Done: 8 new, 0 changed');
    const again = await visitor.post(path, { intent: 'confirm' });
    expect((await visitor.follow(again)).html).toContain(
      'This import cannot be changed: its state is done.',
    );
  });

  test('the user can map unrecognised columns, and leave out a column that was recognised as the status', async () => {
    const { visitor, userId, start, whenOver } = await anUploader();
    const id = '1107160000000000077';
    const path = await start(
      csv(`Key,Words,Of,Status\n${id},Your code is {#numeric#}. - ACME,${entity_id},On the list`),
      { create_missing: 'on' },
    );
    const asked = await whenOver(path);
    expect(asked.text).toContain('No column was recognised as Template ID and Text.');
    expect(asked.text).toContain('2. Words: Your code is {#numeric#}. - ACME');
    expect(await invalidHtml(asked.html)).toEqual([]);

    const columns = { column_template_id: '1', column_body: '2', column_entity_id: '3' };
    const options = { intent: 'options', ...columns, category: 'service_implicit' };
    for (const wrong of [{ column_body: '999' }, { column_body: 'no' }, { category: 'other' }]) {
      expect((await visitor.post(path, { ...options, ...wrong })).status).toBe(400);
    }
    const more = { entity_name: 'Acme', create_missing: 'on' };
    await visitor.post(path, { ...options, ...more });
    const unknown = await whenOver(path);
    expect(unknown.text).toContain('The status “On the list” is not known.');
    expect(unknown.text).toContain('As recognised: Status');
    await visitor.post(path, { ...options, ...more, column_status: 'none' });
    const read = await whenOver(path);
    expect(read.text).toMatch(/\|new\|+1\|/);
    expect(read.html).toMatch(/<option[^>]*selected=""[^>]*>Not in the file/);
    expect(await invalidHtml(read.html)).toEqual([]);
    await visitor.post(path, { intent: 'confirm' });
    await whenOver(path);
    expect(await findTemplate(userId, id)).toMatchObject({ category: 'service_implicit' });
  });

  test('headers that were uploaded as templates can be read as headers, and the imported headers wait for approval', async () => {
    const { visitor, userId, start, whenOver } = await anUploader();
    await registerEntity(userId, entityInput.parse({ entity_id, name: 'Acme' }));
    const path = await start(
      csv('Header,Header Type\nACMEIN,Service Implicit\n600123,Promotional'),
    );
    expect((await whenOver(path)).text).toContain('It looks like a list of headers');
    await visitor.post(path, { intent: 'options', list: 'headers' });
    const checked = await whenOver(path);
    expect(checked.text).toMatch(/\|Header\|.*\|ACMEIN\|/s);
    expect(checked.text).toContain('Import 2 headers');
    expect(await invalidHtml(checked.html)).toEqual([]);
    await visitor.post(path, { intent: 'confirm' });
    expect((await whenOver(path)).text).toContain('All senders');
    const headers = await prisma.dltHeader.findMany({ where: { userId } });
    expect(headers.map(({ status }) => status)).toEqual(['pending', 'pending']);
  });

  test('an invalid file gets an error with the reason', async () => {
    const { visitor, upload, start, whenOver } = await anUploader();
    expect((await visitor.post(paths.importTemplates, new FormData())).status).toBe(400);
    const large = await upload(csv('x'.repeat(5 * 1024 * 1024 + 1)));
    expect(joinText(large)).toContain('Please choose a file of at most 5 MiB');
    const { text } = await whenOver(await start(csv('PK\u0003\u0004 broken', 'a.xlsx')));
    expect(text).toContain('Failed: ');
    expect(text).toContain('Upload a file');
  });

  test('the page escapes a file’s content, and shows an import only to its account', async () => {
    const { start, whenOver } = await anUploader();
    const name = '<img src=x onerror=alert(1)>\u202e.csv';
    const path = await start(csv('"<script>alert(1)</script>",B\n"</option><b>",2', name));
    const { html } = await whenOver(path);
    expect(html).not.toMatch(/<img src=x|<script>alert|<\/option><b>/);
    expect(await invalidHtml(html)).toEqual([]);
    const { visitor: stranger } = await aMember(web.url);
    expect((await stranger.post(path, { intent: 'confirm' })).status).toBe(404);
    const others = ['\0', 'imp_1'].map((id) => paths.import(encodeURIComponent(id)));
    for (const other of [path, ...others]) expect((await stranger.get(other)).status).toBe(404);
  });

  test('the rows of a long file are paged, and rows that need attention come first', async () => {
    const { visitor, start, whenOver } = await anUploader();
    const rows = Array.from({ length: 900 }, (_, i) => {
      const id = i === 700 ? '1.1E+18' : `11071${String(i).padStart(13, '0')}7`;
      return `${id},Text ${i},Service Implicit,${entity_id},Acme`;
    });
    const file = csv(`Template ID,Content,Category,PE ID,PE Name\n${rows.join('\n')}`);
    const { html } = await whenOver(await start(file, { create_missing: 'on' }));
    const parsed = parsePage(html);
    expect(parsed.all('tbody tr')).toHaveLength(50);
    expect(parsed.all('tbody tr')[0]?.text).toContain('702');
    expect(html.length).toBeLessThan(150_000);
    const next = parsed.only('nav[aria-label="Pages"] a', 'href') ?? '';
    expect(parsePage((await visitor.get(next)).html).all('tbody tr')).toHaveLength(50);
  });
});
