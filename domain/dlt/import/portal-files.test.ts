import { expect, test } from 'vitest';
import { importOptions } from './contract.browser.ts';
import { readFile } from './read-file.ts';
import { partsOf, xlsxOf, zipOf } from './xlsx.test-support.ts';

const read = (file: string | Uint8Array, options: Record<string, unknown> = {}) =>
  readFile(typeof file === 'string' ? Buffer.from(file) : file, importOptions.parse(options));

const id = (last: number) => `11771780000000010${last}`;

test('reads all rows of an export of Vi, including the short tags', async () => {
  const { rows } = await read(
    `Template ID,Template Name,Template Type,Category,Header,Template Content,Status\r\n${[
      `${id(10)},LOGIN,TEXT,Service Implicit,ACMEIN,Your OTP for Acme is {#num#}. Valid for {#num#} minutes. -Acme,Active`,
      `${id(11)},VISIT,TEXT,Service Implicit,ACMEIN,"Dear {#alp#}, see {#alp#} at {#alp#}. Details: {#uro#} -Acme",Active`,
      `${id(12)},CARE,TEXT,Service Implicit,ACMEIN,"Dear {#alp#}, call {#cbn#} or write to {#email#}. -Acme",Active`,
      `${id(13)},FEE,UNICODE,Service Implicit,ACMEIN,आपल्या अर्जाचा क्रमांक {#num#} आहे: {#urg#} {#uro#} Acme,Active`,
    ].join('\r\n')}\r\n`,
  );
  expect(rows.map((row) => row.template?.category)).toEqual(Array(4).fill('service_implicit'));
  expect(rows.map((row) => row.template?.kind)).toEqual(['text', 'text', 'text', 'unicode']);
});

test('keeps the line ends of an Airtel export with a warning, and converts the line ends to newlines on request', async () => {
  const body = 'Thank you for visiting Acme!\r\nYou earned {#num#} points.\r\nReceipt: {#urg#}';
  const file = `Template ID,Content Type,Header,Template Message,Status\r\n${id(10)},Service Implicit,ACMEIN,"${body}",Registered`;
  const [row] = (await read(file)).rows;
  expect(row?.template?.body).toBe(body);
  expect(row?.warnings).toEqual([expect.stringContaining('`plain_newlines`')]);
  const [plain] = (await read(file, { plain_newlines: true })).rows;
  expect(plain?.template?.body).toBe(body.replaceAll('\r', ''));
  expect(plain?.warnings).toEqual([]);
});

const jio = (content: string, header = 'ACMEIN') =>
  xlsxOf([
    ['HEADER', 'TEMPLATE_ID', 'TEMPLATE_NAME', 'TEMPLATE_CONTENT', 'VARIABLE_COUNT'],
    [header, id(10), 'Sale', content, '3'],
  ]);

test.each([
  ['<br/>', 'Hi {#var#},<br/>We&#x27;re live.<br />- Acme', "Hi {#var#},\nWe're live.\n- Acme"],
  ['<br> before a newline', 'Hi {#alp#}<br>\r\nbye<BR/>\nAcme', 'Hi {#alp#}\nbye\nAcme'],
  ['</br>', 'Hi {#var#},</br>bye</BR >\r\nAcme', 'Hi {#var#},\nbye\nAcme'],
  ['<br></br>', 'Hi {#var#},<br></br>bye<br ></br>\nAcme', 'Hi {#var#},\nbye\nAcme'],
  ['<br> with attributes', 'Hi {#var#},<br clear="all">a<BR style=\'x\' />b', 'Hi {#var#},\na\nb'],
  [
    'an escaped <br> with attributes',
    'Hi {#var#},&lt;br clear=&quot;all&quot;/&gt;a',
    'Hi {#var#},\na',
  ],
  ['an escaped &lt;br/&gt;', 'Hi {#alp#}&lt;br/&gt;A &amp;amp; B', 'Hi {#alp#}\nA &amp; B'],
])('reads %s in a text as a line break, with a warning', async (_, content, body) => {
  const [row] = (await read(jio(content))).rows;
  expect(row?.template?.body).toBe(body);
  expect(row?.warnings[0]).toContain('<br>');
});

test('keeps HTML entities with a warning, and decodes the entities on request', async () => {
  const file = jio('Tea &amp; coffee for {#alp#}&nbsp;at Acme &#8377;5 &#0; &#xd800;');
  const [row] = (await read(file)).rows;
  expect(row?.warnings[0]).toContain('“&amp;” at character 5');
  const [decoded] = (await read(file, { decode_html: true })).rows;
  expect(decoded?.template?.body).toBe('Tea & coffee for {#alp#} at Acme ₹5 &#0; &#xd800;');
});

test('keeps spaces at the beginning of lines with a warning, and removes the spaces on request', async () => {
  const file = jio(' Plot for sale: {#alp#}\n Call: {#alp#}\n- ACME DATA');
  const [row] = (await read(file)).rows;
  expect(row?.template?.body).toMatch(/^ Plot/);
  expect(row?.warnings).toContainEqual(expect.stringContaining('begins with a space'));
  const [stripped] = (await read(file, { strip_leading: true })).rows;
  expect(stripped?.template?.body).toBe('Plot for sale: {#alp#}\nCall: {#alp#}\n- ACME DATA');
});

test('treats templates with numeric headers as promotional if the file has no category', async () => {
  const [row] = (await read(jio('Flat sale at Acme {#alp#}', '202603'))).rows;
  expect(row?.template?.category).toBe('promotional');
});

test('refuses a row whose text has a slot in the syntax of another system, and names the slot', async () => {
  const rows = ['##OTP##', '{{name}}', '{ #var# }', '%s'].map(
    (slot, at) => `${id(10 + at)},Your Acme code is ${slot}.`,
  );
  const { rows: found } = await read(`Template ID,Content\n${rows.join('\n')}`);
  expect(found.map((row) => row.template)).toEqual([null, null, null, null]);
  expect(found.map((row) => (row.template ? '' : row.detail))).toEqual([
    expect.stringContaining('Text: “##OTP##” at character 19'),
    expect.stringContaining('“{{name}}”'),
    expect.stringContaining('“{ #var# }”'),
    expect.stringContaining('“%s”'),
  ]);
});

/** @param empty the indexes of sheets without rows */
const sheets = (states: string[], empty: number[] = []) => {
  const list = states
    .map((state, at) => `<sheet name="S${at}" ${state && `state="${state}"`} r:id="rId${at}"/>`)
    .join('');
  const targets = states
    .map(
      (_, at) =>
        `<Relationship Id="rId${at}" Type="http://x/worksheet" Target="worksheets/s${at}.xml"/>`,
    )
    .join('');
  const row = (...cells: string[]) =>
    `<row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`;
  const parts = Object.fromEntries(
    states.map((_, at) => [
      `xl/worksheets/s${at}.xml`,
      `<worksheet><sheetData>${empty.includes(at) ? row(' ') : row('Template ID', 'Content') + row(id(10), `Hi from ${at}`)}</sheetData></worksheet>`,
    ]),
  );
  return zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="http://r"><sheets>${list}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets}</Relationships>`,
    ...parts,
  });
};

test.each([
  [['hidden', ''], 'Hi from 1'],
  [['veryHidden', ''], 'Hi from 1'],
  [['hidden', 'veryHidden', 'visible'], 'Hi from 2'],
  [['', 'hidden'], 'Hi from 0'],
  [['hidden', 'hidden'], 'Hi from 0'],
])('from sheets with the states %j, reads the first visible sheet', async (states, body) => {
  expect((await read(sheets(states))).rows).toMatchObject([{ template: { body } }]);
});

test.each([
  [['', ''], [0], 'S1'],
  [['', 'hidden', ''], [0], 'S2'],
  [['hidden', 'hidden'], [0], 'S1'],
])(
  'from sheets with the states %j, of which %j are empty, reads %s and says so',
  async (states, empty, name) => {
    const { rows, notes } = await read(sheets(states, empty));
    expect(rows).toMatchObject([{ template: { body: `Hi from ${name.slice(1)}` } }]);
    expect(notes).toEqual([`The sheet “${name}” was read, of ${states.length}.`]);
  },
);

test.each([
  [[''], [0], {}, 'The sheet “S0” has no rows.'],
  [['', ''], [1], { sheet: 'S1' }, 'The sheet “S1” has no rows.'],
  [['', ''], [0, 1], {}, 'The sheets “S0”, “S1” have no rows.'],
  [
    ['', 'hidden'],
    [0],
    {},
    'The sheet “S0” has no rows. Hidden sheets are read only by name: “S1”.',
  ],
])('the error for %j names the sheets without rows', async (states, empty, options, message) => {
  await expect(read(sheets(states, empty), options)).rejects.toThrow(message);
});

const cells = (...texts: number[]) =>
  `<row>${texts.map((text) => `<c t="s"><v>${text}</v></c>`).join('')}</row>`;
const shared = partsOf(cells(0, 1) + cells(2, 3), ['Template ID', 'Content', id(10), 'Hi']);
const rels = (target: string, texts = 'sharedStrings.xml') => ({
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Target="${target}"/><Relationship Id="rId2" Type="http://x/sharedStrings" Target="${texts}"/></Relationships>`,
});
const { 'xl/sharedStrings.xml': texts = '', ...untexted } = shared;

test.each([
  ['xl/SharedStrings.xml', { ...untexted, 'xl/SharedStrings.xml': texts }],
  ['XL/sharedStrings.xml', { ...untexted, 'XL/sharedStrings.xml': texts }],
  [
    'texts under another name',
    { ...untexted, ...rels('worksheets/sheet1.xml', '/xl/t.xml'), 'xl/t.xml': texts },
  ],
  ['./worksheets/sheet1.xml', { ...shared, ...rels('./worksheets/sheet1.xml') }],
  ['../xl/worksheets/sheet1.xml', { ...shared, ...rels('../xl/worksheets/sheet1.xml') }],
  ['/xl/worksheets/Sheet1.xml', { ...shared, ...rels('/xl/worksheets/Sheet1.xml') }],
  ['worksheets\\sheet1.xml', { ...shared, ...rels('worksheets\\sheet1.xml') }],
])('finds the parts of an XLSX file with %s', async (_, parts) => {
  expect((await read(zipOf(parts))).rows).toMatchObject([{ template: { body: 'Hi' } }]);
});

test('reads a hidden sheet if the caller names it, and does not list charts as sheets', async () => {
  const [row] = (await read(sheets(['hidden', '']), { sheet: 'S0' })).rows;
  expect(row?.template?.body).toBe('Hi from 0');
  const parts = partsOf(
    `<row><c t="str"><v>Template ID</v></c><c t="str"><v>Content</v></c></row><row><c t="str"><v>${id(10)}</v></c><c t="str"><v>Hi</v></c></row>`,
  );
  parts['xl/workbook.xml'] =
    '<workbook xmlns:r="http://r"><sheets><sheet name="Chart" r:id="rId9"/><sheet name="T" r:id="rId1"/></sheets></workbook>';
  parts['xl/_rels/workbook.xml.rels'] =
    '<Relationships><Relationship Id="rId9" Type="http://x/chartsheet" Target="chartsheets/sheet1.xml"/><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>';
  expect((await read(zipOf(parts))).rows).toHaveLength(1);
});

const table = `<table><tr><th>Template ID</th></tr><tr><td>${id(10)}</td></tr></table>`;
const workbook =
  '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>';

test.each([
  [
    'a page of HTML',
    `<html xmlns:x="urn:x"><body>${table}</body></html>`,
    /This is HTML, .*XLSX or CSV/,
  ],
  ['HTML with a document type', `\n <!DOCTYPE html>\n${table}`, /This is HTML/],
  ['HTML behind a mark', `\ufeff${table}`, /This is HTML/],
  ['HTML behind a title', `Templates of Acme\n<TABLE border=1>${table}`, /This is HTML/],
  ['HTML in UTF-16', Buffer.from(`\ufeff<html>${table}`, 'utf16le'), /This is HTML/],
  ['HTML in UTF-16 without a mark', Buffer.from(`<html>${table}`, 'utf16le'), /This is HTML/],
  ['HTML with long styles', `<html><style>${'a{}'.repeat(9_000)}</style>${table}`, /This is HTML/],
  ['SpreadsheetML 2003', workbook, /XML Spreadsheet 2003.*XLSX or CSV/],
  [
    'SpreadsheetML 2003 with a prefix',
    workbook.replace('<Workbook xmlns', '<ss:Workbook xmlns:ss'),
    /XML Spreadsheet 2003/,
  ],
  ['MHTML', `MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n${table}`, /MHTML/],
  ['other XML', '<?xml version="1.0"?><rows/>', /This is XML/],
  ['JSON', '[{"template_id": "1"}]', /This is JSON/],
  ['a text document', '{\\rtf1 hello}', /RTF/],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47]), /a picture/],
  ['a packed file', Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/],
  [
    'an XLSX file with a password',
    Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]),
    /password/,
  ],
])('recognises %s from its content, and says what to do', async (_, file, message) => {
  await expect(read(file as string)).rejects.toThrow(message);
});

test('reads a CSV file whose texts contain tags as CSV', async () => {
  const file = `Template ID,Content\n${id(10)},"Hi <b>you</b>"`;
  expect((await read(file)).rows).toMatchObject([
    { outcome: 'invalid', detail: expect.stringContaining('“<b>”') },
  ]);
});
