import { describe, expect, test } from 'vitest';
import { toCsv } from '#platform/csv.ts';
import { maxInvalidRows, maxSuppressionRows } from './contract.browser.ts';
import { readNumbers } from './suppress-file.ts';

const three = ['+919876500011', '+919876500012', '+919876500013'];

describe('finds the three numbers in', () => {
  test.each([
    ['an export of ours', "Number\n'+919876500011\n'+919876500012\n'+919876500013\n"],
    [
      'numbers that pandas wrote as floats',
      'phone,name\n919876500011.0,Asha\n9876500012.0,Ravi\n919876500013.0,Meena\n',
    ],
    [
      'floats with a decimal comma',
      'Sr. No.;Mobile\n1;9876500011,0\n2;919876500012,00\n3;9876500013,0\n',
    ],
    ['columns separated by |', 'Mobile|Name\n9876500011|Asha\n9876500012|Ravi\n9876500013|Meena\n'],
    [
      'columns separated by ;',
      'Name;Mobile\r\nAsha;98765 00011\r\nRavi;98765 00012\r\nMeena;98765 00013',
    ],
    [
      'columns separated by tabs',
      'Name\tMobile\nAsha\t98765 00011\nRavi\t98765 00012\nMeena\t98765 00013',
    ],
    [
      'columns behind a serial number',
      'Sr. No.,Mobile No.,Name\n1,9876500011,Asha\n2,9876500012,Ravi\n3,9876500013,Meena\n',
    ],
    ['columns without a heading', '1,Asha,9876500011\n2,Ravi,9876500012\n3,Meena,9876500013\n'],
    ['a heading with digits', 'Mobile (10 digits)\n9876500011\n9876500012\n9876500013\n'],
    ['a heading in Hindi', 'क्रमांक,मोबाइल नंबर\n१,९८७६५०००११\n२,९८७६५०००१२\n३,९८७६५०००१३\n'],
    [
      'Excel’s line about the separator',
      'sep=;\nMobile;Name\n9876500011;Asha\n9876500012;Ravi\n9876500013;Meena\n',
    ],
    [
      'cells with invisible characters',
      '\u202a+91\u00a098765\u00a000011\u202c\n98765\u201100012\n\ufeff9876500013',
    ],
    [
      'quoted cells',
      '"Name","Mobile"\n"Asha, Delhi","+91 98765 00011"\n"Ravi","98765-00012"\n"Meena","9876500013"',
    ],
    ['spreadsheet formulas', 'Mobile\n="+919876500011"\n="9876500012"\n"=""9876500013"""'],
    ['one row of several numbers', '9876500011, 9876500012, 9876500013'],
    ['a JSON array', '["9876500011", "+91 98765 00012",\n 9876500013]'],
    ['a list of a program', "['9876500011','9876500012','9876500013']"],
    ['a JSON array that is cut off', '["9876500011","9876500012","9876500013",'],
    ['a table below a title', 'Contacts\n1,Asha,9876500011\n2,Ravi,9876500012\n3,,9876500013\n'],
    [
      'a table below a title that names numbers',
      'Mobile numbers of customers,,\nCustomer,Name,Mobile\n9000000101,Asha,9876500011\n9000000102,Ravi,9876500012\n9000000103,Meena,9876500013\n',
    ],
    [
      'a column with an unknown heading beside ids',
      'Order No,Reach at\n9000000101,9876500011\n9000000102,9876500012\n9000000103,9876500013\n',
    ],
    [
      'a column beside the phone of another person',
      'Alternate Mobile,Mobile\n9000000101,9876500011\n9000000102,9876500012\n9000000103,9876500013\n',
    ],
    ['rows of one or several numbers below a title', 'Mobile\n9876500011\n9876500012;9876500013'],
    ['rows between empty ones', '\n\nMobile\n\n9876500011\n \n9876500012\n,,\n9876500013\n\n'],
  ])('reads %s', async (_what, text) => {
    expect(await readNumbers(text)).toMatchObject({ numbers: three, invalid: 0, invalidRows: [] });
  });
});

test('reads the numbers of a CSV file that our export has written', async () => {
  const rows = three.map((number) => ['msg_1', number, 'Your code, please: -1']);
  const read = await readNumbers(toCsv([['Message ID', 'Number', 'Text'], ...rows]));
  expect(read).toMatchObject({ numbers: three, rows: 3, invalid: 0 });
});

test('if several columns contain numbers, reads the column “mobile”', async () => {
  const text = 'Agent line,Customer mobile\n9000000001,9876500011\n9000000001,9876500012\n';
  expect((await readNumbers(text)).numbers).toEqual(three.slice(0, 2));
});

describe('the column that has a heading for numbers', () => {
  const numbers = ['+919876500701', '+919876500703'];

  test.each([
    ['a blank', 'Customer ID,Mobile\n9000000101,9876500701\n9000000102,\n9000000103,9876500703\n'],
    [
      'a landline',
      'Ref;Phone\n9000000101;9876500701\n9000000102;02226543210\n9000000103;9876500703\n',
    ],
    [
      'an account number',
      'Account number,Ph. no\n9000000101,9876500701\n9000000102,-\n9000000103,9876500703\n',
    ],
    [
      'an id of contacts',
      'contact_id|msisdn\n9000000101|9876500701\n9000000102|\n9000000103|9876500703\n',
    ],
    ['Hindi', 'ग्राहक,फ़ोन\n9000000101,9876500701\n9000000102,\n9000000103,9876500703\n'],
    [
      'Hindi with a composed letter',
      'ग्राहक,\u095eोन\n9000000101,9876500701\n9000000102,\n9000000103,9876500703\n',
    ],
    ['two named columns', 'Phone,Mobile\n9000000101,9876500701\n,12345\n,9876500703\n'],
    [
      'a number that a spreadsheet has shortened',
      'Customer,Mobile\n9000000101,9876500701\n9000000102,9.8765E+09\n9000000103,9876500703\n',
    ],
  ])('is read from a file with %s', async (_what, text) => {
    const read = await readNumbers(text);
    expect(read).toMatchObject({ numbers, rows: 3, invalid: 1 });
    expect(read.invalidRows[0]?.row).toBe(3);
  });

  test('is read if the headings are below titles', async () => {
    const text =
      'Opted out\n\nCustomer,Mobile\n9000000101,9876500701\n9000000102,\n9000000103,9876500703\n';
    expect(await readNumbers(text)).toMatchObject({ numbers, rows: 3, invalidRows: [{ row: 5 }] });
  });

  test('is read if most of its cells are blank', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => `9000000${at + 100},`);
    const text = `Customer,Mobile\n${rows.join('\n')}\n${'9000000103,9876500703\n'.repeat(3)}`;
    expect(await readNumbers(text)).toMatchObject({ numbers: numbers.slice(1), invalid: 300 });
  });

  test('is not read if it contains names', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `Asha ${at},98765007${at + 10}`);
    const text = `Contact,Reach at\n9876500701,9876500702\n${rows.join('\n')}`;
    expect(await readNumbers(text)).toMatchObject({ rows: 21, invalid: 0 });
  });

  test.each([
    ['landlines', ['02222341000', '022-22341001'], /landline number with the code of Mumbai/],
    ['blanks', ['', ' '], /no number in this row/],
    ['remarks', ['NA', 'not given'], /contains letters/],
    ['dashes', ['-', '--'], /no digits/],
    ['foreign numbers', ['+14155550100', '+442079460958'], /number of United /],
    ['two numbers', ['9876500011/9876500012', '"9876500012, 9876500013"'], /several numbers/],
  ])('is read if it contains only %s', async (_what, cells, reason) => {
    const rows = cells.map((cell, at) => `70140000${at + 10},${cell}\n`);
    for (const [headings, more, added] of [
      ['Order No,Mobile', '', 0],
      ['Customer,Mobile', '', 0],
      ['Customer,Mobile', '7014000009,9876500011\n', 1],
    ] as const) {
      const read = await readNumbers(`${headings}\n${rows.join('').repeat(20)}${more}`);
      expect(read).toMatchObject({ rows: 40 + added, invalid: 40 });
      expect(read.numbers).toEqual(three.slice(0, added));
      for (const { detail } of read.invalidRows) expect(detail).toMatch(reason);
    }
  });

  test.each(
    [
      ...[
        'M.No.',
        'M No',
        'Mo. No.',
        'WA No',
        'Mob.No',
        'MOBILENO',
        'mobileNo',
        'Mo\u00adbile',
        'Ph#',
      ],
      ...[
        'Receiver',
        'Destination',
        'DestAddr',
        'To',
        'Nos',
        'RMN',
        'Cell No',
        'Customer phone no',
      ],
      ...[
        '"Mobile\n(10 digits)"',
        // Forms show the digits of a number as XXXX.
        'Mobile (91XXXXXXXXXX)',
        'Mobile No. with country code',
        '*Mobile',
      ],
      ...['भ्रमणध्वनी', 'मो. नं.', 'મોબાઇલ', 'ફોન નંબર', 'સંપર્ક', 'মোবাইল', 'ফোন নম্বর', "ম'বাইল"],
      ...['மொபைல் எண்', 'கைபேசி எண்', 'தொலைபேசி', 'మొబైల్', 'ఫోన్ నంబర్', 'ಮೊಬೈಲ್ ಸಂಖ್ಯೆ', 'ಫೋನ್'],
      ...['മൊബൈൽ', 'മൊബൈല്\u200d നമ്പര്\u200d', 'ഫോൺ നമ്പർ', 'ਮੋਬਾਈਲ', 'ਫ਼ੋਨ ਨੰਬਰ', 'ମୋବାଇଲ୍', 'ଫୋନ ନମ୍ବର'],
      ...['موبائل', 'فون نمبر', 'رابطہ نمبر'],
    ].map((heading) => [heading]),
  )('is recognised by the heading “%s”', async (heading) => {
    const text = `Customer,${heading}\n9000000101,9876500701\n9000000102,9876500703\n9000000103,NA\n`;
    expect(await readNumbers(text)).toMatchObject({ numbers, rows: 3, invalid: 1 });
  });

  test('is read even if a title contains a helpline’s number', async () => {
    const text =
      'Opted out,Helpline,9000000001\nName,Order,Mobile\nAsha,9000000101,9876500701\nRavi,9000000103,9876500703\n';
    expect(await readNumbers(text)).toMatchObject({
      numbers,
      rows: 3,
      invalidRows: [{ row: 1, detail: expect.stringContaining('above the row with the headings') }],
    });
  });

  test('is not found by a remark about a phone', async () => {
    const text = 'Asha,9876500701\nRavi,No phone\nMeena,9876500703\nAnil,Phone off\n';
    expect(await readNumbers(text)).toMatchObject({ numbers, rows: 4, invalid: 2 });
  });
});

test('every line-ending character ends a row', async () => {
  for (const newline of ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])
    expect((await readNumbers(three.join(newline))).numbers).toEqual(three);
});

test.each([
  ['unknown headings', 'Customer,Reach at', '1 (“Customer”), column 2 (“Reach at”)'],
  ['no headings', '', 'column 1, column 2'],
  ['two headings of phones', 'Mobile,WhatsApp', '1 (“Mobile”), column 2 (“WhatsApp”)'],
])(
  'a file in which two columns may have the numbers is refused with a question: %s',
  async (_what, headings, columns) => {
    const text = `${headings}\n9000000101,9876500701\n9000000103,9876500703\n`;
    await expect(readNumbers(text)).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining(columns),
    });
  },
);

test.each([
  ['has serial numbers', 'Number,Reach at\n1,9876500701\n2,9876500703\n', 'column 1 (“Number”)'],
  ['is empty', 'Customer,Contact\n9000000101,\n9000000103,\n', 'column 2 (“Contact”)'],
  [
    'is one of ids',
    'Order No,City\n9000000101,Pune\n9000000103,Pune\n',
    'Only column 1 (“Order No”)',
  ],
  ['is missing: JSON of objects', '[{"mobile":"9876500701"}]', 'not an array of numbers'],
  [
    'is missing: a JSON object in each row',
    '{"mobile":"9876500701"}\n{"mobile":"9876500703"}\n',
    'not an array of numbers',
  ],
  [
    'is missing: contacts of a phone',
    'BEGIN:VCARD\r\nVERSION:3.0\r\nTEL;TYPE=CELL:+919876500701\r\nEND:VCARD\r\n',
    'contacts (vCard)',
  ],
  ['is missing: RTF', '{\\rtf1 9876500701\\par 9876500703}', 'not a text file'],
  ['is missing: a PDF without NUL', '%PDF-1.4\n1 0 obj\n(9876500701) Tj\n', 'not a text file'],
])('rejects a file whose column of numbers %s', async (_what, text, message) => {
  await expect(readNumbers(text)).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringContaining(message),
  });
});

test.each([
  ['one column', 'Mobile\n'],
  ['several columns', 'Sr. No.,Name,Mobile\n'],
])('a list that has only the headings of %s has no rows', async (_what, text) => {
  expect(await readNumbers(text)).toMatchObject({ numbers: [], rows: 0, invalid: 0 });
});

test('rows with brackets around their number are not taken for JSON, and are all read', async () => {
  const text = '[9876500011]\n[9876500013]\n';
  expect((await readNumbers(text)).numbers).toEqual([three[0], three[2]]);
});

test('if the cell of the chosen column is invalid, no other cell of the row is read', async () => {
  const text = '1,Asha,9876500011,Office\n2,Ravi,,9000000001\n3,Meena,9876500013,Home\n';
  expect(await readNumbers(text)).toMatchObject({
    numbers: [three[0], three[2]],
    invalidRows: [{ row: 2, detail: 'There is no number in this row.' }],
  });
});

describe('line breaks within quotes', () => {
  const exported =
    'Message ID,State,Number,Text,Sender\r\nmsg_1,delivered,91 98765 00011,"Your team:\nRavi,Pune,9876543219,Call\nBye",ACMEIN\r\n';

  test('belong to a cell in our own export of messages', async () => {
    expect(await readNumbers(exported)).toMatchObject({ numbers: [three[0]], rows: 1, invalid: 0 });
  });

  test('do not change that an invalid row is named by the line on which it begins', async () => {
    const text = `${exported}msg_2,failed,"12\r\n34","\r\n",ACMEIN\r\nmsg_3,failed,,"""Hi"", Asha",\r\n`;
    const { rows, invalidRows } = await readNumbers(text);
    expect([rows, invalidRows.map(({ row }) => row)]).toEqual([3, [5, 8]]);
  });

  test('do not divide a row: a row of many lines is counted once', async () => {
    const text = `Mobile,Text\n${`9876500011,"a\n\n\n\nb"\n`.repeat(50_000)}`;
    expect(await readNumbers(text)).toMatchObject({ numbers: [three[0]], rows: 50_000 });
  });

  test.each([
    ['is never closed', '"Asha'],
    ['is closed within a cell', '"Asha" Rao'],
    ['is an inch', '5" pipe'],
  ])('end a row if a quote in the row %s', async (_what, name) => {
    const text = `Mobile,Name\n9876500011,${name}\n9876500012,"Ravi"\n9876500013,"Meena, Pune"\n`;
    expect(await readNumbers(text)).toMatchObject({ numbers: three, rows: 3, invalid: 0 });
  });

  test('are read in a time proportional to the size of the file, regardless of its quotes', async () => {
    // Measures processor time, because other programs on the machine do not affect it.
    const began = process.cpuUsage();
    for (const line of ['"\n', '"a\n', ',"""\n', '"""",\n', '"" "x\n']) {
      await readNumbers(`9876500011\n${line.repeat(90_000)}`);
    }
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(10_000);
  });
});

test('explains that a number was erased if a row contains the number’s pseudonym from our export', async () => {
  const text = 'Message ID,Number\r\nmsg_1,erased_4kQ2x9Zb\r\nmsg_2,91 98765 00011\r\n';
  const { numbers, invalidRows } = await readNumbers(text);
  expect(numbers).toEqual(three.slice(0, 1));
  expect(invalidRows).toEqual([{ row: 2, detail: expect.stringContaining('was erased') }]);
});

test('returns a repeated number only once, and counts the rows that repeat the number', async () => {
  const text = 'Mobile;Name\r\n98765 00011;Asha\r\n\r\n"+919876500012","x"\r\n09876500011;Asha\r\n';
  expect(await readNumbers(text)).toMatchObject({
    numbers: three.slice(0, 2),
    rows: 3,
    repeated: 1,
  });
});

test('a first row that contains a number is read as a number, not as headings', async () => {
  expect((await readNumbers('9876500011')).numbers).toEqual(['+919876500011']);
});

test('rows without a number are reported by their position, and are not quoted', async () => {
  const { numbers, invalidRows } = await readNumbers(
    '9876500011\n9.87654E+09\n+14155550100\nsecret\n98765000111',
  );
  expect(numbers).toHaveLength(1);
  expect(invalidRows.map(({ row }) => row)).toEqual([2, 3, 4, 5]);
  expect(invalidRows[0]?.detail).toContain('Format the column as text');
  expect(invalidRows[1]?.detail).toContain('United States (+1)');
  expect(invalidRows[3]?.detail).toContain('has 11 digits');
  expect(JSON.stringify(invalidRows)).not.toMatch(/secret|1415/);
});

test('a table without numbers is refused with one error', async () => {
  await expect(readNumbers('Name,City\nAsha,Delhi\nRavi,Pune\n')).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringContaining('No column of this file'),
  });
});

test('only the first rows without a number are listed, but all of them are counted', async () => {
  const { invalid, invalidRows } = await readNumbers('x\n'.repeat(1_000));
  expect([invalid, invalidRows.length]).toEqual([999, maxInvalidRows]);
});

test('too many rows are refused before they are read', async () => {
  await expect(readNumbers('\n'.repeat(5 * 1024 * 1024))).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
  const most = Array.from({ length: maxSuppressionRows }, (_, at) => 9_000_000_000 + at).join(
    '\r\n',
  );
  expect((await readNumbers(`${most}\r\n`)).rows).toBe(maxSuppressionRows);
});
