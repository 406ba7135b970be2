import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ImportFileError,
  type ImportOptions,
  importOptions,
  maxFileBytes,
} from './contract.browser.ts';
import { readFile } from './read-file.ts';
import { partsOf, zipOf } from './xlsx.test-support.ts';

const options = importOptions.parse({});
const ofHeaders = importOptions.parse({ list: 'headers' });

const samples = (['csv', 'xlsx'] as const).map((type) =>
  readFileSync(new URL(`../../../sandbox/dlt/sample-registry.${type}`, import.meta.url)),
);

/** Reads any bytes as a list of headers and as a list of templates. @throws any error except an `ImportFileError` */
async function attempt(bytes: Uint8Array): Promise<string> {
  await attemptAs(bytes, ofHeaders);
  return attemptAs(bytes, options);
}

async function attemptAs(bytes: Uint8Array, as: ImportOptions): Promise<string> {
  try {
    const { rows, entries } = await readFile(bytes, as);
    // PostgreSQL must be able to store the result.
    const stored = [
      ...rows.map(({ templateId }) => templateId),
      ...entries.map((one) => one.header),
    ];
    expect(JSON.stringify(stored)).not.toContain('\\u0000');
    return 'read';
  } catch (error) {
    if (error instanceof ImportFileError) return error.message;
    throw error;
  }
}

const id = '1107161700000010231';

test('reading random bytes throws only an ImportFileError', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
      await attempt(bytes);
      await attempt(Buffer.concat([Buffer.from('PK\x03\x04'), bytes]));
      await attempt(Buffer.concat([Buffer.from(`Template ID,Content\n${id},`), bytes]));
    }),
    { numRuns: 60 },
  );
});

test('reading a file that was cut or changed at random positions throws only an ImportFileError', async () => {
  const change = fc.record({ at: fc.nat(4_000), byte: fc.integer({ min: 0, max: 255 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      fc.nat(4_000),
      fc.array(change, { maxLength: 12 }),
      async (sample, length, changes) => {
        const bytes = Buffer.from(sample);
        for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
        await attempt(bytes);
        await attempt(bytes.subarray(0, length));
      },
    ),
    { numRuns: 60 },
  );
});

test('reading random XML within a well-formed XLSX file throws only an ImportFileError', async () => {
  const piece = fc.constantFrom(
    ...[
      '<c r="A1" t="s">',
      '</c>',
      '<v>',
      '</v>',
      '0',
      '-1',
      '1e9',
      '<row r="x">',
      '</row>',
      '<t>',
    ],
    ...[
      '</t>',
      '&amp;',
      '&nbsp;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?x',
      '?>',
      '_x0000_',
      '\ud800',
    ],
    ...[
      '<c t="inlineStr"><is><t>a</t></is></c>',
      '<c r="ZZZ9"><v>1</v></c>',
      '<c r="1"><v>1</v></c>',
    ],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      await attempt(zipOf(partsOf(pieces.join(''), ['Template ID', id])));
    }),
    { numRuns: 80 },
  );
});

const megabyte = 1024 * 1024;
const row = (inner: string) => `<row r="1">${inner}</row>`;
const bomb = (bytes: number) => ' '.repeat(bytes);

/** Cells that all refer to the first shared text. The different styles keep the compression ratio below the limit. */
const sharedCells = Array.from({ length: 190 }, (_, at) => {
  const style = (at * 7_919_317) % 1e6;
  return `<c s="${style}" t="s"><v>0</v></c>`;
}).join('');

/** Text that does not exceed the allowed compression ratio. */
function manyOf(count: number, make: (letter: string) => string): string {
  let text = '';
  for (let at = 0; at < count; at += 1) {
    text += make('abcdefghijklmnop'.charAt((Math.imul(at, 2_654_435_761) >>> (at % 13)) & 15));
  }
  return text;
}

const doctype = `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(1_000)}"><!ENTITY d "&b;&b;&b;">]>`;
const withSheet = (xml: string) => ({ ...partsOf(''), 'xl/worksheets/sheet1.xml': xml });

/** Files that are expensive to read, and the error that each causes. */
const hostile: Record<string, () => { bytes: Uint8Array; says: RegExp }> = {
  'one text of 1,950 characters in 9,990 rows': () => ({
    bytes: zipOf(
      partsOf(
        `<row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>${Array.from(
          { length: 9_990 },
          (_, at) =>
            `<row><c t="str"><v>${BigInt(id) + BigInt(at)}</v></c><c t="s"><v>2</v></c></row>`,
        ).join('')}`,
        ['Template ID', 'Content', 'x'.repeat(1_950)],
      ),
    ),
    says: /more than 20,00,000 characters together/,
  }),
  'a zip that inflates to 100 MiB': () => ({
    bytes: zipOf(partsOf(row(bomb(100 * megabyte)))),
    says: /too large once it is unpacked/,
  }),
  'a zip that declares less than it inflates to': () => ({
    bytes: zipOf(partsOf(row(bomb(30 * megabyte))), {
      'xl/worksheets/sheet1.xml': { declaredSize: 1_000 },
    }),
    says: /damaged/,
  }),
  'many parts that are each within the limit': () => ({
    bytes: zipOf({
      ...partsOf(''),
      'xl/workbook.xml': `<a>${bomb(15 * megabyte)}</a>`,
      'xl/sharedStrings.xml': `<a>${Array.from({ length: 3e6 }, (_, at) => at).join('')}</a>`,
    }),
    says: /too large|no sheet/,
  }),
  'two parts of one name': () => ({
    bytes: zipOf({ ...partsOf(''), other: '<a/>' }, { other: { name: 'xl/workbook.xml' } }),
    says: /damaged/,
  }),
  'a part with a password': () => ({
    bytes: zipOf(partsOf(''), { 'xl/workbook.xml': { flags: 1 } }),
    says: /password|damaged/,
  }),
  'a thousand parts and more': () => ({
    bytes: zipOf(Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`${at}`, '']))),
    says: /too many parts/,
  }),
  'a document type with entities': () => ({
    bytes: zipOf(withSheet(`${doctype}<worksheet><sheetData>&d;</sheetData></worksheet>`)),
    says: /document type/,
  }),
  'an entity from elsewhere': () => ({
    bytes: zipOf(withSheet('<!DOCTYPE a SYSTEM "file:///etc/passwd"><worksheet>&a;</worksheet>')),
    says: /document type/,
  }),
  'one long text in 190,000 cells': () => ({
    bytes: zipOf(
      partsOf(
        Array.from({ length: 1_000 }, (_, at) => `<row r="${at}">${sharedCells}</row>`).join(''),
        ['x'.repeat(32_000)],
      ),
    ),
    says: /too much text/,
  }),
  'a cell of 5 MiB in XLSX': () => ({
    bytes: zipOf(
      partsOf(row(`<c t="str"><v>${Array.from({ length: 7e5 }, (_, at) => at)}</v></c>`)),
    ),
    says: /more than 32,767 characters|of a megabyte/,
  }),
  'a cell far to the right': () => ({
    bytes: zipOf(partsOf(row('<c r="XFD1"><v>1</v></c>'))),
    says: /more than 200 columns/,
  }),
  'a million attributes': () => ({
    bytes: zipOf(
      partsOf(`<row ${Array.from({ length: 4e5 }, (_, at) => `a${at}=""`).join(' ')}/>`),
    ),
    says: /more than 64 attributes/,
  }),
  'elements within elements': () => ({
    bytes: zipOf(partsOf(Array.from({ length: 3e5 }, (_, at) => `<a${at}>`).join(''))),
    says: /more than 64 elements within one another/,
  }),
  'three million elements': () => ({
    bytes: zipOf(partsOf(manyOf(3_100_000, (letter) => `<${letter}/>`))),
    says: /millions of elements/,
  }),
  'an attribute of three million characters': () => ({
    bytes: zipOf(partsOf(`<row a="${manyOf(3e6, (letter) => letter)}"/>`)),
    says: /of a megabyte/,
  }),
  'a comment of three million characters': () => ({
    bytes: zipOf(partsOf(`<!--${manyOf(3e6, (letter) => letter)}-->`)),
    says: /of a megabyte/,
  }),
  'a name of three million characters': () => ({
    bytes: zipOf(partsOf(`<${manyOf(3e6, (letter) => letter)}/>`)),
    says: /of a megabyte/,
  }),
  'a cell in the last row and column that a sheet may have': () => ({
    bytes: zipOf(partsOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
    says: /more than 200 columns/,
  }),
  'a million columns in CSV': () => ({
    bytes: Buffer.alloc(1_000_000, ','),
    says: /more than 100,000 characters|more than 200 columns|no rows/,
  }),
  'a thousand columns in CSV': () => ({
    bytes: Buffer.from(`Template ID${',a'.repeat(1_000)}\n`),
    says: /more than 200 columns/,
  }),
  'a cell of 5 MiB in CSV': () => ({
    bytes: Buffer.from(`Template ID,Content\n${id},${'x'.repeat(maxFileBytes - 100)}`),
    says: /more than 1,00,000 characters/,
  }),
  'a quote that is never closed': () => ({
    bytes: Buffer.from(`Template ID,Content\n${id},"Hi`),
    says: /A quote is opened/,
  }),
  'a quote that is never closed in 5 MiB': () => ({
    bytes: Buffer.from(`Template ID,Content\n${id},"${'a\n'.repeat(2_500_000)}`),
    says: /more than 1,00,000 characters/,
  }),
  'quotes alone': () => ({ bytes: Buffer.alloc(maxFileBytes, '"'), says: /characters|quote|CSV/ }),
  'NUL alone': () => ({ bytes: Buffer.alloc(maxFileBytes), says: /NUL/ }),
  'empty rows alone': () => ({ bytes: Buffer.alloc(maxFileBytes, '\n'), says: /10,000 rows/ }),
  'spaces within a cell': () => ({
    bytes: Buffer.from(`Template ID,Content\n${`${id}${' '.repeat(90_000)}x,Hi\n`.repeat(50)}`),
    says: /^read$/,
  }),
  '10,001 rows': () => ({
    bytes: Buffer.from(`Template ID,Content\n${`${id},Hi\n`.repeat(10_001)}`),
    says: /10,000 rows/,
  }),
};

test.each(Object.keys(hostile))(
  'a file with %s is read or rejected within seconds',
  async (name) => {
    const { bytes, says } = hostile[name]?.() ?? { bytes: new Uint8Array(), says: /^$/ };
    expect(bytes.byteLength).toBeLessThanOrEqual(2 * maxFileBytes);
    const began = process.cpuUsage();
    expect(await attemptAs(bytes, options)).toMatch(says);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1e6).toBeLessThan(10);
  },
  60_000,
);
