import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { maxSuppressions, suppress } from '#domain/messaging/recipients/suppressions.ts';
import { prisma, query } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aMember } from '../support/member.ts';
import { invalidHtml, parsePage } from '../support/parsed-page.ts';
import { joinText } from '../support/signed-in.ts';
import { hrefTo } from '../support/visitor.ts';

const web = await sharedWeb();

const toFile = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'list.csv');

const toForm = (fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

async function anUploader() {
  const account = await anAccount();
  const call = client(web.url, account);
  const upload = async (content: string | Uint8Array<ArrayBuffer>, key?: string) => {
    const made = new Response(toForm({ reason: 'Opted out', file: toFile(content) }));
    const headers = {
      'content-type': made.headers.get('content-type') ?? '',
      ...(key && { 'idempotency-key': key }),
    };
    const body = new Uint8Array(await made.arrayBuffer());
    return call.call('POST', '/suppressions/import', { body, headers });
  };
  return { ...account, call, upload };
}

const count = (userId: string) => prisma.suppression.count({ where: { userId } });

test('a list saved as HTML is rejected with instructions, regardless of its file name', async () => {
  const { upload, userId } = await anUploader();
  const html = '<html><body><table><tr><td>9876543210</td></tr></table></body></html>';
  for (const content of [html, `\ufeff\n${html}`, `<?xml version="1.0"?>${html}`]) {
    const { status, body } = await upload(content);
    expect(status).toBe(400);
    expect(body.error.message).toContain('Save it as CSV');
  }
  expect(await count(userId)).toBe(0);
});

const part = (disposition: string, content: string) =>
  `--part-\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

test.each([
  ['an extended name in UTF-8', `name="file"; filename*=UTF-8''%E0%A4%B8%E0%A5%82%22%0D.csv`],
  ['an extended name in lower case, in quotes', `name="file"; filename*="utf-8''%e0%a4%b8.csv"`],
  ['an extended name in Latin-1', `name="file"; filename*=ISO-8859-1'en'l%EFst.csv`],
  ['an extended name with bad octets', `name="file"; filename*=UTF-8''%E0%zz.csv`],
  ['a plain name and an extended one', `name="file"; filename="a;b.csv"; filename*=utf-8''%E0.csv`],
  ['a name in raw UTF-8', 'name="file"; filename="सूची.csv"'],
])('a file with %s is read as a list of numbers', async (_, disposition) => {
  const { call, userId } = await anUploader();
  const headers = { 'content-type': 'multipart/form-data; boundary=part-' };
  const text = `9876543210\r\nfilename*=UTF-8''x`;
  const body = Buffer.from(`${part(disposition, text)}${part('name="reason"', 'Hi')}--part---\r\n`);
  const reply = await call.call('POST', '/suppressions/import', { body, headers });
  expect(reply).toMatchObject({ status: 200, body: { data: { added: 1, invalid: 1 } } });
  expect(await count(userId)).toBe(1);
});

test.each([
  ['two files', 'name="file"; filename="b.csv"'],
  ['a file and a text', 'name="file"'],
])('%s with the same field name are rejected with the reason', async (_, second) => {
  const { call, userId } = await anUploader();
  const headers = { 'content-type': 'multipart/form-data; boundary=part-' };
  const first = part('name="file"; filename="a.csv"', '9876543210');
  const body = Buffer.from(`${first}${part(second, '9876543211')}--part---\r\n`);
  const reply = await call.call('POST', '/suppressions/import', { body, headers });
  expect(reply.status).toBe(400);
  expect(reply.body.error.message).toContain('2 parts called `file`');
  expect(await count(userId)).toBe(0);
});

test('a compressed form gets 415 with the reason', async () => {
  const { call } = await anUploader();
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-encoding': 'gzip',
  };
  const body = gzipSync('--x--');
  const reply = await call.call('POST', '/suppressions/import', { body, headers });
  expect(reply.status).toBe(415);
  expect(reply.body.error.message).toContain('gzip');
});

test('without JavaScript a number is added, found by its first digits, and removed', async () => {
  const [{ visitor, userId }, stranger] = await Promise.all([aMember(web.url), aMember(web.url)]);
  const empty = await visitor.get(paths.suppressions());
  expect(await invalidHtml(empty.html)).toEqual([]);
  expect(joinText(empty)).toContain('No suppressed numbers');
  const add = { intent: 'suppress', reason: '' };
  const wrong = await visitor.post(paths.suppressions(), { ...add, recipient: '12' });
  expect(wrong.status).toBe(400);
  expect(parsePage(wrong.html).only('[name="recipient"]', 'value')).toBe('12');
  for (const [recipient, reason] of [
    ['98765 43210', 'Replied <STOP>'],
    ['9812345678', ''],
  ] as const) {
    const added = await visitor.post(paths.suppressions(), { ...add, recipient, reason });
    expect(added.status).toBe(302);
  }
  const list = joinText(await visitor.get(paths.suppressions()));
  expect(list).toMatch(/\+919812345678.*\+919876543210.*Replied &lt;STOP&gt;/s);
  const found = await visitor.get(paths.suppressions({ number: '98 76' }));
  expect(joinText(found)).toContain('+919876543210');
  expect(joinText(found)).not.toContain('+919812345678');
  expect(await invalidHtml(found.html)).toEqual([]);
  for (const number of ['98765', '+91 98765', '\u202a098765', '९८७६५']) {
    const same = joinText(await visitor.get(paths.suppressions({ number })));
    expect([number, same.includes('+919876543210')]).toEqual([number, true]);
  }
  for (const number of ['99', 'nobody', '%', '+44 20']) {
    const none = joinText(await visitor.get(paths.suppressions({ number })));
    expect(none).toContain('No suppressed number begins with these digits.');
  }
  const remove = { intent: 'remove', recipient: '+919876543210' };
  // A number on another account's list is treated like a number on no list.
  await stranger.visitor.post(paths.suppressions(), remove);
  expect(await count(userId)).toBe(2);
  await visitor.post(paths.suppressions(), remove);
  expect(await count(userId)).toBe(1);
  expect((await visitor.post(paths.suppressions(), { intent: 'other' })).status).toBe(400);
});

test('a long list is paged', async () => {
  const { visitor, userId } = await aMember(web.url);
  const numbers = Array.from({ length: 30 }, (_, at) => `+91${9_800_000_000 + at}`);
  await suppress(userId, numbers, null);
  const { html } = await visitor.get(paths.suppressions());
  const next = paths.suppressions({ after: numbers[24] as string });
  expect(html).toContain(hrefTo(next));
  const rest = joinText(await visitor.get(next));
  expect(rest).toContain(numbers[29]);
  expect(rest).not.toContain(numbers[0]);
});

test('the screen uploads a list, and reports the result for its rows', async () => {
  const { visitor, userId } = await aMember(web.url);
  await suppress(userId, ['+919876543210'], null);
  const content = 'Mobile\n9876543210\n9876543211\n98765 43211\nnobody\n';
  const upload = toForm({ intent: 'upload', reason: 'Opted out', file: toFile(content) });
  const answer = await visitor.post(paths.suppressions(), upload);
  expect(answer.status).toBe(200);
  expect(await invalidHtml(answer.html)).toEqual([]);
  const text = joinText(answer).replace(/\|+/g, '|');
  expect(text).toContain(
    'list.csv|Rows|4|Added|1|Suppressed before|1|Repeated in the file|1|Without a mobile number|1|',
  );
  expect(text).toContain('Row 5:');
  expect(text).not.toContain('nobody');
  expect(await count(userId)).toBe(2);
  const none = toForm({ intent: 'upload', file: new File([], '') });
  expect((await visitor.post(paths.suppressions(), none)).status).toBe(400);
});

test('the API accepts the same file, and adds nothing when the file is sent again', async () => {
  const { upload, userId } = await anUploader();
  const first = await upload('9876543210\n9876543211\nx', 'once');
  expect(first.status).toBe(200);
  expect(first.body.data).toMatchObject({
    ...{ rows: 3, added: 2, known: 0, repeated: 0, invalid: 1 },
    invalidRows: [{ row: 3 }],
  });
  expect((await upload('9876543210\n9876543211\nx', 'once')).body.data).toEqual(first.body.data);
  expect((await upload('9876543210\n9876543211')).body.data).toMatchObject({ added: 0, known: 2 });
  expect(await prisma.suppression.findMany({ where: { userId } })).toMatchObject([
    { reason: 'Opted out' },
    { reason: 'Opted out' },
  ]);
});

test('files that are not text, too large or too long are rejected and add nothing', async () => {
  const { upload, userId } = await anUploader();
  const zip = await upload(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]));
  expect([zip.status, zip.body.error.param]).toEqual([400, 'file']);
  const rows = `9876543210\n${'x\n'.repeat(100_010)}`;
  expect((await upload(rows)).body.error).toMatchObject({ code: 'invalid_parameter' });
  const large = await upload(new Uint8Array(5 * 1024 * 1024 + 100_000).fill(0x39));
  expect(large.status).toBe(413);
  expect(await count(userId)).toBe(0);
});

test('a full list accepts a file whose numbers it already contains, and rejects new numbers', async () => {
  const { upload, userId, call } = await anUploader();
  await query(
    'fill-suppressions',
    `INSERT INTO suppressions (user_id, recipient, created_at)
     SELECT $1, '+91' || (9800000000 + i), now() FROM generate_series(0, $2 - 1) AS i`,
    [userId, maxSuppressions],
  );
  const again = await upload('9800000000\n9800000001');
  expect(again.body.data).toMatchObject({
    rows: 2,
    added: 0,
    known: 2,
  });
  const more = await upload('9800000001\n9999999999');
  expect(more.body.error).toMatchObject({ code: 'invalid_parameter', param: 'file' });
  const one = await call.post('/suppressions', { recipient: '9999999999' });
  expect(one.status).toBe(400);
  expect((await call.post('/suppressions', { recipient: '9800000001' })).body.data.added).toBe(0);
  expect(await count(userId)).toBe(maxSuppressions);
});
