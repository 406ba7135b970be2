import { expect, test } from 'vitest';
import { importOptions } from './contract.browser.ts';
import { type FileContent, readFile } from './read-file.ts';
import { partsOf, xlsxOf, zipOf } from './xlsx.test-support.ts';

const read = (file: string | Uint8Array, options: Record<string, unknown> = {}) =>
  readFile(typeof file === 'string' ? Buffer.from(file) : file, importOptions.parse(options));

const id = '1107161700000010231';

/** The template of the only row, or the reason why the row has none. */
const only = ({ rows }: FileContent) => {
  expect(rows).toHaveLength(1);
  const [row] = rows;
  return row?.template ?? (row && { outcome: row.outcome, detail: row.detail });
};

/** The field that is recognised for each column. */
const fieldsOf = ({ columns }: FileContent) => columns.map(({ field }) => field);

test.each([
  ['commas', `Template ID,Template Content\n${id},"Hi, you"`],
  ['semicolons', `Template ID;Template Content\n${id};"Hi, you"`],
  ['tabs', `Template ID\tTemplate Content\n${id}\tHi, you`],
  ['a line that names the delimiter', `sep=;\r\nTemplate ID;Template Content\r\n${id};Hi, you`],
  ['a title above the headings', `Templates of Acme\n\nDLT-ID,content\n${id},"Hi, you"`],
  ['an apostrophe before the id', `Template ID,Template Content\n'${id},"Hi, you"`],
  ['an id as a formula', `Template ID,Template Content\n"=""${id}""","Hi, you"`],
  ['longer headings', `DLT Template ID (19 digits),Template Content as approved\n${id},"Hi, you"`],
])('reads a CSV file with %s', async (_, file) => {
  expect(only(await read(file))).toMatchObject({ template_id: id, body: 'Hi, you' });
});

test.each([
  [
    'Template ID,Content',
    `${id},Dear user, your code is {#num#}, valid`,
    { body: 'Dear user, your code is {#num#}, valid' },
  ],
  ['Template ID;Content', `${id};Hi; you say "no";;and, so`, { body: 'Hi; you say "no";;and, so' }],
  ['Template ID,Content,', `${id},Hi, you,`, { body: 'Hi, you' }],
  ['Template ID,Content,Template Name', `${id},Hi,Sale, May`, { body: 'Hi', name: 'Sale, May' }],
  ['Template ID,Content,Header', `${id},Hi,ACMEIN,ACMEMO`, { headers: ['ACMEIN', 'ACMEMO'] }],
])(
  'with the headings “%s”, joins the unquoted last cell of the row: %s',
  async (headings, cells, expected) => {
    const content = await read(`${headings}\n${cells}`);
    expect(only(content)).toMatchObject(expected);
    expect(content.rows[0]?.warnings).toContainEqual(expect.stringContaining('not in quotes'));
    expect(content.columns).toHaveLength(headings.split(/[,;]/).filter(Boolean).length);
  },
);

test.each([
  ['Template ID,Content,Status', `${id},Dear user, your code,Active`, '4 cells, but 3 headings'],
  ['Template ID,Content', `${id},"Dear user",hi`, '3 cells, but 2 headings'],
  ['Template ID,Content', `${id},Dear user,"hi"`, '3 cells, but 2 headings'],
])(
  'with the headings “%s”, refuses a row with too many cells: %s',
  async (headings, cells, detail) => {
    const content = await read(`${headings}\n${cells}`);
    expect(only(content)).toEqual({ outcome: 'invalid', detail: expect.stringContaining(detail) });
  },
);

test('ignores empty cells, and columns of XLSX files without a heading', async () => {
  for (const file of [
    `Template ID,Content\n${id},Hi,, \n`,
    `Template ID,Content,,Remarks\n${id},Hi,x,y\n`,
    xlsxOf([
      ['Template ID', 'Content'],
      [id, 'Hi', 'a remark'],
    ]),
  ]) {
    const content = await read(file);
    expect(only(content)).toMatchObject({ body: 'Hi' });
    expect(content.rows[0]?.warnings).toEqual([]);
  }
});

test('reads UTF-16 and UTF-8 with a byte order mark, and reads other bytes as Windows-1252 with a note', async () => {
  const text = `Template ID,Template Content\n${id},It’s “yours” – €5`;
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  const plain = Buffer.from(`\ufeff${text}`, 'utf8');
  const codes: Record<string, number> = { '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96, '€': 0x80 };
  const ansi = Buffer.from([...text].map((one) => codes[one] ?? one.charCodeAt(0)));
  for (const bytes of [utf16, plain, ansi]) {
    const content = await read(bytes);
    expect(only(content)).toMatchObject({ body: 'It’s “yours” – €5' });
    expect(content.notes).toHaveLength(bytes === ansi ? 1 : 0);
  }
});

test.each([
  ['one', '\x1a'],
  ['a block', '\x1a'.repeat(100)],
  ['two, and a newline', '\x1a\x1a\r\n'],
])('the Ctrl-Z at the end of MS-DOS files is not read as a row: %s', async (_what, end) => {
  const content = await read(`Template ID,Template Content\r\n${id},Hi\r\n${end}`);
  expect(only(content)).toMatchObject({ body: 'Hi' });
});

test('keeps newlines and spaces of a body, and warns of newlines and spaces that the export may have added', async () => {
  const file = `Template ID,Template Content\n${id},"Hi {#numeric#}\r\nand bye \n"`;
  const content = await read(file);
  expect(only(content)).toMatchObject({ body: 'Hi {#numeric#}\r\nand bye \n' });
  expect(content.rows[0]?.warnings).toEqual([
    expect.stringContaining('Windows'),
    expect.stringContaining('ends with a space or newline'),
  ]);
  const stripped = await read(file, { strip_trailing: true });
  expect(only(stripped)).toMatchObject({ body: 'Hi {#numeric#}\r\nand bye' });
});

test('refuses an id that a spreadsheet has rounded, in CSV and in XLSX files', async () => {
  const rounded = {
    outcome: 'invalid',
    detail: expect.stringContaining('spreadsheet has rounded'),
  };
  expect(only(await read('Template ID,Template Content\n1.10716E+18,Hi'))).toEqual(rounded);
  const number = Number(id);
  expect(
    only(
      await read(
        xlsxOf([
          ['Template ID', 'Template Content'],
          [number, 'Hi'],
        ]),
      ),
    ),
  ).toEqual(rounded);
  const short = await read(
    xlsxOf([
      ['Template ID', 'Template Content'],
      [110200001000, 'Hi'],
    ]),
  );
  expect(only(short)).toMatchObject({ template_id: '110200001000' });
  const zeros = await read('Template ID,Template Content\n1107161951486740000,Hi');
  expect(zeros.rows[0]?.warnings).toEqual([expect.stringContaining('ends with 0000')]);
});

test('recognises the field of an ambiguous heading from the values of its column', async () => {
  const file = (type: string) =>
    `Template ID,Template Type,Content Type,Content\n${id},${type},SMS,Hi`;
  expect(only(await read(file('Service Implicit')))).toMatchObject({
    category: 'service_implicit',
    kind: undefined,
  });
  expect(only(await read(file('UNICODE')))).toMatchObject({
    category: undefined,
    kind: 'unicode',
  });
});

test('an unknown category makes the row unclear', async () => {
  const file = `Template ID,Content,Category\n${id},Hi,Promotional\n${id}0,Hi,Voice`;
  expect((await read(file)).rows[1]).toMatchObject({
    outcome: 'unclear',
    detail: 'The category “Voice” is not known. Correct it, or say which category to take.',
  });
});

test('lists unrecognised columns with samples, and lets the caller map them', async () => {
  const file = `Kennung;Wortlaut\n${id};Hi`;
  const content = await read(file);
  expect(content).toMatchObject({ missingFields: ['template_id', 'body'], rows: [] });
  expect(content.columns[1]).toEqual({
    number: 2,
    heading: 'Wortlaut',
    field: null,
    samples: ['Hi'],
  });
  const mapped = { template_id: id, body: 'Hi' };
  const byName = { template_id: 'Kennung', body: 'Wortlaut' };
  expect(only(await read(file, { mapping: byName }))).toMatchObject(mapped);
  expect(only(await read(file, { mapping: { template_id: 1, body: 2 } }))).toMatchObject(mapped);
  const bare = await read(`${id};Hi`, { mapping: { template_id: 1, body: 2 } });
  expect(only(bare)).toMatchObject(mapped);
  await expect(read(file, { mapping: { body: 'Text' } })).rejects.toThrow('no column Text');
});

test('merges the rows of one template and the headers of these rows', async () => {
  const row = (header: string, body = 'Hi') => `\n${id},${body},${header}`;
  const file = `Template ID,Content,Header${row('ACMEIN|ACMEMO')}${row('ACMETR')}${row('ACMEIN', 'Bye')}`;
  const { rows } = await read(file);
  expect(rows[0]?.template?.headers).toEqual(['ACMEIN', 'ACMEMO', 'ACMETR']);
  expect(rows.slice(1)).toMatchObject([
    { row: 3, outcome: 'repeated' },
    { row: 4, outcome: 'invalid', detail: expect.stringContaining('Row 2 has the same id') },
  ]);
});

test.each([
  ['Status,Active', { status: 'approved' }],
  ['Status,REGISTERED VIA AIRTEL', { status: 'approved' }],
  ['Status,Suspended', { status: 'inactive' }],
  ['Status,Blacklisted', { status: 'blacklisted' }],
  ['Status,Hm', { outcome: 'unclear', detail: expect.stringContaining('“Hm” is not known.') }],
  ['Category,Service - Explicit', { category: 'service_explicit' }],
  ['Header,VM-ACMEIN', { outcome: 'invalid', detail: expect.stringContaining('Header: ') }],
])('understands the heading and value %s', async (column, expected) => {
  const [heading, value] = column.split(',');
  expect(only(await read(`Template ID,Content,${heading}\n${id},Hi,${value}`))).toMatchObject(
    expected,
  );
});

test.each([
  ['no bytes', '', 'empty'],
  ['empty rows alone', '\n\n ,\n', 'no rows'],
  ['a PDF', '%PDF-1.7', 'a PDF'],
  ['an old .xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'old Excel'],
  ['a zip file of something else', zipOf({ 'word/document.xml': '<a/>' }), 'not an XLSX file'],
  ['a sheet that does not exist', xlsxOf([['a']]), 'It has “Templates”'],
])('the error for %s names the problem', async (name, file, message) => {
  const options = name.startsWith('a sheet') ? { sheet: 'Other' } : {};
  await expect(read(file, options)).rejects.toThrow(message);
});

test('reads rich texts, escapes and prefixes of an XLSX file, and evaluates no formulas', async () => {
  const cell = (place: string, inner: string, type = 's') =>
    `<c r="${place}" t="${type}">${inner}</c>`;
  const parts = partsOf(
    `<row r="1">${cell('A1', '<v>0</v>')}${cell('C1', '<v>1</v>')}</row>
     <row r="2">${cell('A2', `<f>1+1</f><v>${id}</v>`, 'str')}${cell('C2', '<v>2</v>')}</row>`,
    ['Template ID', 'Content'],
  );
  parts['xl/sharedStrings.xml'] = `<x:sst xmlns:x="http://x">
    <x:si><x:t>Template ID</x:t></x:si><x:si><x:t>Content</x:t></x:si>
    <x:si><x:r><x:t>Hi </x:t></x:r><x:rPh><x:t>no</x:t></x:rPh><x:r><x:t>&amp; _x000A_bye</x:t></x:r></x:si>
    </x:sst>`;
  expect(only(await read(zipOf(parts)))).toMatchObject({ template_id: id, body: 'Hi & \nbye' });
});

test.each([
  ['NUL', '_x0000_'],
  ['half of a Unicode character', '_xD800_'],
])('a row with %s in any cell is invalid', async (_, text) => {
  const headings = ['Template ID', 'Content', 'Template Name', 'Entity Name', 'Header'];
  const good = [id, 'Hi', 'Greeting', 'Acme', 'ACMEIN'];
  const rows = good.map((_, at) => good.map((cell, one) => (one === at ? `${cell}${text}` : cell)));
  const { rows: found } = await read(xlsxOf([headings, ...rows]), { strip_trailing: true });
  expect(found.map((row) => row.template === null && row.outcome)).toEqual(
    good.map(() => 'invalid'),
  );
  expect(JSON.stringify(found)).not.toMatch(/\\u0000|\\ud800/);
});

test('does not treat a column of header ids as header names', async () => {
  const rows = `Template ID,Content,Header ID\n${id},Hi,1105158201175046725`;
  const content = await read(rows);
  expect(only(content)).toMatchObject({ headers: undefined });
  expect(fieldsOf(content)).toEqual(['template_id', 'body', null]);
  const names = `Template ID,Content,Header ID\n${id},Hi,ACMEIN`;
  expect(only(await read(names))).toMatchObject({ headers: ['ACMEIN'] });
});

test('the caller can ignore a recognised column, or set the category', async () => {
  const rows = `${id},Hi,On the list,Service\n1107161700000010232,Hi,Active,Promotional`;
  const file = `Template ID,Content,Status,Category\n${rows}`;
  const [unclear] = (await read(file, { category: 'service_implicit' })).rows;
  expect(unclear).toMatchObject({ outcome: 'unclear', detail: expect.stringContaining('status') });
  const mapping = { status: null };
  const [half] = (await read(file, { mapping })).rows;
  expect(half).toMatchObject({
    outcome: 'unclear',
    detail: 'The category “Service” is not known. Correct it, or say which category to take.',
  });
  const overruled = await read(file, { mapping, category: 'service_implicit' });
  expect(fieldsOf(overruled)).toEqual(['template_id', 'body', null, 'category']);
  expect(overruled.rows).toMatchObject([
    {
      template: { status: undefined, category: undefined },
      warnings: ['The category “Service” is not known. The one you gave was used.'],
    },
    { template: { category: 'promotional' }, warnings: [] },
  ]);
  expect((await read(file, { mapping: { body: null } })).missingFields).toEqual(['body']);
});

test.each(['1e999', '0', '-4', '1048577', 'x'])(
  'a row with the number %s is numbered as the row after the previous row',
  async (row) => {
    const cells = (one: string, other: string) =>
      `<c t="str"><v>${one}</v></c><c t="str"><v>${other}</v></c>`;
    const xml = `<row r="4">${cells('Template ID', 'Content')}</row><row r="${row}">${cells(id, 'Hi')}</row>`;
    const { rows } = await read(zipOf(partsOf(xml)));
    expect(rows.map((found) => found.row)).toEqual([5]);
  },
);
