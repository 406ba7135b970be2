import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { entityInput } from '#domain/dlt/registry/inputs.browser.ts';
import { findTemplate } from '#domain/dlt/registry/list-registry.ts';
import { registerEntity } from '#domain/dlt/registry/register.ts';
import { prisma } from '#platform/db.ts';
import { root } from '#scripts/root.ts';
import { aMember } from '../support/member.ts';
import { invalidHtml, parsePage } from '../support/parsed-page.ts';
import { startSharedProduct } from '../support/product.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { joinText } from '../support/signed-in.ts';
import { until } from '../support/until.ts';
import type { Visitor } from '../support/visitor.ts';

const web = await sharedWeb();
await startSharedProduct();

const sample = new File(
  [readFileSync(join(root, 'sandbox/dlt/sample-registry.csv'))],
  'sample-registry.csv',
);

const csv = (text: string, name = 'templates.csv') => new File([text], name);

async function upload(visitor: Visitor, file: File, options: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(options)) form.append(name, value);
  form.append('file', file);
  return visitor.post(paths.importTemplates, form);
}

/** The page of an import once a worker is done with it. */
const pageWhenOver = (visitor: Visitor, path: string) =>
  until(`${path} is over`, async () => {
    const page = await visitor.get(path);
    return page.html.includes('<progress') ? null : page;
  });

test('a portal’s export is uploaded, looked at and imported, without JavaScript', async () => {
  const { visitor, userId } = await aMember(web.url);
  const started = await upload(visitor, sample, { create_missing: 'on' });
  expect(started.status).toBe(302);
  const path = started.location ?? '';
  const checked = await pageWhenOver(visitor, path);
  const text = joinText(checked);
  expect(text).toContain('Waiting for you to confirm');
  expect(text).toMatch(/\|new\|+8\|/);
  expect(text).toContain('Acme Retail Private Limited (1101172974420810001)');
  expect(parsePage(checked.html).all('tbody tr')).toHaveLength(8);
  expect(await invalidHtml(checked.html)).toEqual([]);
  // Nothing has changed yet.
  expect(await prisma.dltTemplate.count({ where: { userId } })).toBe(0);

  await visitor.post(path, { intent: 'confirm' });
  const done = joinText(await pageWhenOver(visitor, path));
  expect(done).toContain('Done.');
  expect(await prisma.dltTemplate.count({ where: { userId } })).toBe(8);
  expect(joinText(await visitor.get(paths.importTemplates))).toContain('Done: 8 new, 0 changed');

  const again = await visitor.post(path, { intent: 'confirm' });
  expect((await visitor.follow(again)).html).toContain(
    'This import cannot be changed: it is done.',
  );
});

test('columns that are not recognised can be chosen', async () => {
  const { visitor, userId } = await aMember(web.url);
  const id = '1107160000000000077';
  const file = csv(`Key,Words,Of\n${id},Your code is {#numeric#}. - ACME,1101172974420810001`);
  const started = await upload(visitor, file, { create_missing: 'on' });
  const path = started.location ?? '';
  const asked = await pageWhenOver(visitor, path);
  expect(joinText(asked)).toContain('No column was recognised as Template ID and Text.');
  expect(joinText(asked)).toContain('2. Words: Your code is {#numeric#}. - ACME');
  expect(await invalidHtml(asked.html)).toEqual([]);

  const options = { intent: 'options', column_template_id: '1', column_body: '2' };
  const more = { column_entity_id: '3', entity_name: 'Acme', create_missing: 'on' };
  const wrong = await visitor.post(path, { ...options, column_body: '999', category: 'other' });
  expect(wrong.status).toBe(400);
  await visitor.post(path, { ...options, ...more, category: 'service_implicit' });
  expect(joinText(await pageWhenOver(visitor, path))).toMatch(/\|new\|+1\|/);
  await visitor.post(path, { intent: 'confirm' });
  await pageWhenOver(visitor, path);
  expect(await findTemplate(userId, id)).toMatchObject({ category: 'service_implicit' });
});

test('a list of headers that was uploaded as one of templates is read as what it is, and its headers wait for approval', async () => {
  const { visitor, userId } = await aMember(web.url);
  const entity_id = '1101172974420810001';
  await registerEntity(userId, entityInput.parse({ entity_id, name: 'Acme' }));
  const file = csv('Header,Header Type\nACMEIN,Service Implicit\n600123,Promotional', 'a.csv');
  const path = (await upload(visitor, file)).location ?? '';
  const asked = await pageWhenOver(visitor, path);
  expect(joinText(asked)).toContain('It looks like a list of headers');
  await visitor.post(path, { intent: 'options', list: 'headers' });
  const checked = await pageWhenOver(visitor, path);
  expect(joinText(checked)).toMatch(/\|Header\|.*\|ACMEIN\|/s);
  expect(joinText(checked)).toContain('Import 2 headers');
  expect(await invalidHtml(checked.html)).toEqual([]);
  await visitor.post(path, { intent: 'confirm' });
  expect(joinText(await pageWhenOver(visitor, path))).toContain('All senders');
  const headers = await prisma.dltHeader.findMany({ where: { userId } });
  expect(headers.map(({ status }) => status)).toEqual(['pending', 'pending']);
});

test('a column that is taken for the status can be left out', async () => {
  const { visitor } = await aMember(web.url);
  const row = '1107160000000000078,Hi,On the list,Promotional,1101172974420810001,Acme';
  const file = csv(`Template ID,Content,Status,Category,PE ID,PE Name\n${row}`);
  const path = (await upload(visitor, file, { create_missing: 'on' })).location ?? '';
  const asked = joinText(await pageWhenOver(visitor, path));
  expect(asked).toContain('The status “On the list” is not known.');
  expect(asked).toContain('As recognised: Status');
  const options = { intent: 'options', create_missing: 'on' };
  const needed = await visitor.post(path, { ...options, column_body: 'no' });
  expect(needed.status).toBe(400);
  await visitor.post(path, { ...options, column_status: 'none' });
  const read = await pageWhenOver(visitor, path);
  expect(joinText(read)).toMatch(/\|new\|+1\|/);
  expect(read.html).toMatch(/<option[^>]*selected=""[^>]*>Not in the file/);
  expect(await invalidHtml(read.html)).toEqual([]);
});

test('says what is wrong with a file', async () => {
  const { visitor } = await aMember(web.url);
  const none = await visitor.post(paths.importTemplates, new FormData());
  expect(none.status).toBe(400);
  const large = await upload(visitor, csv('x'.repeat(5 * 1024 * 1024 + 1)));
  expect(joinText(large)).toContain('Please choose a file of at most 5 MiB');
  const zip = await upload(visitor, csv('PK\u0003\u0004 broken', 'a.xlsx'));
  const failed = joinText(await pageWhenOver(visitor, zip.location ?? ''));
  expect(failed).toContain('Failed: ');
  expect(failed).toContain('Upload a file');
});

test('shows what a file says as text, and an import to its account alone', async () => {
  const { visitor } = await aMember(web.url);
  const name = '<img src=x onerror=alert(1)>\u202e.csv';
  const file = csv('"<script>alert(1)</script>",B\n"</option><b>",2', name);
  const path = (await upload(visitor, file)).location ?? '';
  const { html } = await pageWhenOver(visitor, path);
  expect(html).not.toMatch(/<img src=x|<script>alert|<\/option><b>/);
  expect(await invalidHtml(html)).toEqual([]);
  const { visitor: stranger } = await aMember(web.url);
  expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.post(path, { intent: 'confirm' })).status).toBe(404);
  for (const id of ['\0', 'imp_1']) {
    expect((await stranger.get(paths.import(encodeURIComponent(id)))).status).toBe(404);
  }
});

test('lists the rows of a long file in pages, first those that need attention', async () => {
  const { visitor } = await aMember(web.url);
  const rows = Array.from(
    { length: 900 },
    (_, i) => `${i === 700 ? '1.1E+18' : `11071${String(i).padStart(13, '0')}7`},Text ${i}`,
  );
  const file = csv(
    `Template ID,Content,Category,PE ID,PE Name\n${rows
      .map((row) => `${row},Service Implicit,1101172974420810001,Acme`)
      .join('\n')}`,
  );
  const path = (await upload(visitor, file, { create_missing: 'on' })).location ?? '';
  const page = await pageWhenOver(visitor, path);
  const parsed = parsePage(page.html);
  expect(parsed.all('tbody tr')).toHaveLength(50);
  expect(parsed.all('tbody tr')[0]?.text).toContain('702');
  expect(page.html.length).toBeLessThan(150_000);
  const next = parsed.only('nav[aria-label="Pages"] a', 'href') ?? '';
  expect(parsePage((await visitor.get(next)).html).all('tbody tr')).toHaveLength(50);
});
