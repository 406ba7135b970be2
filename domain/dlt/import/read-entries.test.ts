import { expect, test } from 'vitest';
import { importOptions } from './contract.browser.ts';
import { type FileContent, readFile } from './read-file.ts';
import { xlsxOf } from './xlsx.test-support.ts';

const read = (file: string | Uint8Array, options: Record<string, unknown>) =>
  readFile(typeof file === 'string' ? Buffer.from(file) : file, importOptions.parse(options));

const headers = (file: string | Uint8Array, options = {}) =>
  read(file, { list: 'headers', ...options });
const entities = (file: string | Uint8Array, options = {}) =>
  read(file, { list: 'entities', ...options });

const entity_id = '1101172974420810001';

/** The header or entity of each row, or the reason why the row has none. */
const found = ({ entries }: FileContent) =>
  entries.map((one) => one.entry ?? { outcome: one.outcome, detail: one.detail });

test.each([
  ['names and ids', `Header ID,Header Name,PE ID\n1105158201175046725,ACMEIN,${entity_id}`],
  ['a title above', `Headers of Acme\n\nSender ID;Entity ID\nACMEIN;${entity_id}`],
  ['an apostrophe before ids', `Header,Entity ID\nACMEIN,'${entity_id}`],
])('reads a list of headers with %s', async (_, file) => {
  expect(found(await headers(file))).toMatchObject([{ header: 'ACMEIN', entity_id }]);
});

test('joins an unquoted name with commas if it is in the last column, and refuses other rows with too many cells', async () => {
  const { entries } = await entities(`PE ID,PE Name\n${entity_id},Acme Foods, Pune`);
  expect(entries).toMatchObject([
    {
      entry: { entity_name: 'Acme Foods, Pune' },
      warnings: [expect.stringContaining('in quotes')],
    },
  ]);
  expect(found(await entities(`PE Name,PE ID\nAcme Foods, Pune,${entity_id}`))).toEqual([
    { outcome: 'invalid', detail: expect.stringContaining('3 cells, but 2 headings') },
  ]);
});

test('recognises the portals’ names of header types and states, and treats numeric headers as promotional', async () => {
  const file =
    'Header,Header Type,Header Status\nACMEIN,Service Implicit,Active\n600123,,Suspended';
  expect(found(await headers(file))).toMatchObject([
    { header: 'ACMEIN', category: 'service_implicit', status: 'approved' },
    { header: '600123', category: 'promotional', status: 'inactive' },
  ]);
  const numbers = xlsxOf([
    ['Header', 'Header Type'],
    [600123, 'Promotional'],
  ]);
  expect(found(await headers(numbers))).toMatchObject([{ header: '600123' }]);
});

test('an unknown category makes the row unclear, unless the caller gives a category', async () => {
  const file = 'Header,Header Type\nACMEIN,Other\n600123,Other';
  expect(found(await headers(file))).toEqual([
    { outcome: 'unclear', detail: expect.stringContaining('“Other” is not known') },
    { outcome: 'unclear', detail: expect.stringContaining('“Other” is not known') },
  ]);
  const given = await headers(file, { category: 'service_implicit' });
  expect(found(given)).toMatchObject([{ category: undefined }, { category: 'promotional' }]);
  expect(given.entries[0]?.warnings).toEqual([
    'The category “Other” is not known. The one you gave was used.',
  ]);
});

test.each([
  ['ACMEIN-S', `${entity_id}`, 'Header: A header has'],
  ['', entity_id, 'no header'],
  ['ACMEIN', '1.10117E+18', 'spreadsheet has rounded'],
  ['ACME IN', entity_id, 'Header: A header has'],
])('a row with the header “%s” and the entity %s is invalid', async (header, entity, detail) => {
  expect(found(await headers(`Header,Entity ID\n${header},${entity}`))).toEqual([
    { outcome: 'invalid', detail: expect.stringContaining(detail) },
  ]);
});

test('a header or entity that occurs several times counts only once, and is invalid if its details differ', async () => {
  const file =
    'Header,Category\nACMEIN,Transactional\nACMEIN,Transactional\nacmein,Transactional\nACMEIN,Government';
  expect((await headers(file)).entries).toMatchObject([
    { row: 2, header: 'ACMEIN' },
    { row: 3, outcome: 'repeated', detail: 'Row 2 has the same header.' },
    { row: 4, header: 'acmein', entry: {} },
    { row: 5, outcome: 'invalid', detail: 'Row 2 has the same header with other details.' },
  ]);
  const twice = `PE ID,PE Name\n${entity_id},Acme\n${entity_id},Acme`;
  expect((await entities(twice)).entries).toMatchObject([
    { entityId: entity_id, entry: { entity_name: 'Acme' } },
    { outcome: 'repeated' },
  ]);
});

test('a list of entities requires ids and names', async () => {
  const file = `Principal Entity ID,Name,Status\n${entity_id},Acme Retail,Active\n,Acme,Active\n1101172974420810002,,`;
  expect(found(await entities(file))).toMatchObject([
    { entity_id, entity_name: 'Acme Retail', status: 'approved' },
    { outcome: 'invalid', detail: 'The row has no entity id.' },
    { outcome: 'invalid', detail: 'The row has no name.' },
  ]);
  const { missingFields, entries } = await entities(`PE ID\n${entity_id}`);
  expect([missingFields, entries]).toEqual([['entity_name'], []]);
});

test('a list without headings is read if the caller gives the column’s number', async () => {
  const bare = await headers('ACMEIN\nACMEMO', { mapping: { headers: 1 } });
  expect(found(bare)).toMatchObject([{ header: 'ACMEIN' }, { header: 'ACMEMO' }]);
  const headed = await headers('Kopf,Category\nACMEIN,Government', { mapping: { headers: 1 } });
  expect(found(headed)).toMatchObject([{ header: 'ACMEIN', category: 'government' }]);
});

test('ignores the mapping of a field that only another kind of list has', async () => {
  const options = { mapping: { template_id: 'Gone', body: 2 } };
  expect(found(await headers('Header,Category\nACMEIN,Government', options))).toMatchObject([
    { header: 'ACMEIN' },
  ]);
});

test('recognises a file that is another kind of list', async () => {
  const list = 'Header,PE ID,PE Name\nACMEIN,1101172974420810001,Acme';
  expect(await read(list, {})).toMatchObject({
    missingFields: ['template_id', 'body'],
    notes: ['It looks like a list of headers: import it as such.'],
  });
  expect((await entities('Template ID,Content\n1,Hi')).notes).toEqual([
    'It looks like a list of templates: import it as such.',
  ]);
  expect((await read('A,B\n1,2', {})).notes).toEqual([]);
});

test('refuses a file with too many rows', async () => {
  const file = `Header\n${'ACMEIN\n'.repeat(10_001)}`;
  await expect(headers(file)).rejects.toThrow('more than 10,000 rows');
});
