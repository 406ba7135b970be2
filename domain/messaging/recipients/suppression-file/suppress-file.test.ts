import { describe, expect, test } from 'vitest';
import { toCsv } from '#platform/csv.ts';
import { maxInvalidRows, maxSuppressionRows } from './contract.browser.ts';
import { readNumbers } from './suppress-file.ts';

const three = ['+919876500011', '+919876500012', '+919876500013'];

describe('finds the three numbers of', () => {
  test.each([
    ['an export of ours', "Number\n'+919876500011\n'+919876500012\n'+919876500013\n"],
    [
      'numbers that pandas wrote as floats',
      'phone,name\n919876500011.0,Asha\n9876500012.0,Ravi\n919876500013.0,Meena\n',
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
    ['rows between empty ones', '\n\nMobile\n\n9876500011\n \n9876500012\n,,\n9876500013\n\n'],
  ])('%s', async (_what, text) => {
    expect(await readNumbers(text)).toMatchObject({ numbers: three, invalid: 0, invalidRows: [] });
  });
});

test('reads the numbers of a CSV file that we wrote', async () => {
  const rows = three.map((number) => ['msg_1', number, 'Your code, please: -1']);
  const read = await readNumbers(toCsv([['Message ID', 'Number', 'Text'], ...rows]));
  expect(read).toMatchObject({ numbers: three, rows: 3, invalid: 0 });
});

test('reads the column “mobile” if several columns hold numbers', async () => {
  const text = 'Agent line,Customer mobile\n9000000001,9876500011\n9000000001,9876500012\n';
  expect((await readNumbers(text)).numbers).toEqual(three.slice(0, 2));
});

describe('reads the column that the heading names', () => {
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
  ])('with %s', async (_what, text) => {
    const read = await readNumbers(text);
    expect(read).toMatchObject({ numbers, rows: 3, invalid: 1 });
    expect(read.invalidRows[0]?.row).toBe(3);
  });

  test('below titles', async () => {
    const text =
      'Opted out\n\nCustomer,Mobile\n9000000101,9876500701\n9000000102,\n9000000103,9876500703\n';
    expect(await readNumbers(text)).toMatchObject({ numbers, rows: 3, invalidRows: [{ row: 5 }] });
  });

  test('of which most cells are blank', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => `9000000${at + 100},`);
    const text = `Customer,Mobile\n${rows.join('\n')}\n${'9000000103,9876500703\n'.repeat(3)}`;
    expect(await readNumbers(text)).toMatchObject({ numbers: numbers.slice(1), invalid: 300 });
  });

  test('unless hardly any of its cells is a number', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `Asha ${at},98765007${at + 10}`);
    const text = `Contact,Reach at\n9876500701,9876500702\n${rows.join('\n')}`;
    expect(await readNumbers(text)).toMatchObject({ rows: 21, invalid: 0 });
  });
});

test('never takes another cell of a row for an invalid one', async () => {
  const text = '1,Asha,9876500011,Office\n2,Ravi,,9000000001\n3,Meena,9876500013,Home\n';
  expect(await readNumbers(text)).toMatchObject({
    numbers: [three[0], three[2]],
    invalidRows: [{ row: 2, detail: 'There is no number in this row.' }],
  });
});

describe('reads line breaks within quotes as part of a cell', () => {
  const exported =
    'Message ID,State,Number,Text,Sender\r\nmsg_1,delivered,91 98765 00011,"Your team:\nRavi,Pune,9876543219,Call\nBye",ACMEIN\r\n';

  test('of our export of messages', async () => {
    expect(await readNumbers(exported)).toMatchObject({ numbers: [three[0]], rows: 1, invalid: 0 });
  });

  test('and names an invalid row by the line on which it begins', async () => {
    const text = `${exported}msg_2,failed,"12\r\n34","\r\n",ACMEIN\r\nmsg_3,failed,,"""Hi"", Asha",\r\n`;
    const { rows, invalidRows } = await readNumbers(text);
    expect([rows, invalidRows.map(({ row }) => row)]).toEqual([3, [5, 8]]);
  });

  test('counts one row for many lines', async () => {
    const text = `Mobile,Text\n${`9876500011,"a\n\n\n\nb"\n`.repeat(50_000)}`;
    expect(await readNumbers(text)).toMatchObject({ numbers: [three[0]], rows: 50_000 });
  });

  test.each([
    ['is never closed', '"Asha'],
    ['is closed within a cell', '"Asha" Rao'],
    ['is an inch', '5" pipe'],
  ])('but not if a quote %s', async (_what, name) => {
    const text = `Mobile,Name\n9876500011,${name}\n9876500012,"Ravi"\n9876500013,"Meena, Pune"\n`;
    expect(await readNumbers(text)).toMatchObject({ numbers: three, rows: 3, invalid: 0 });
  });

  test('in time that grows with the file, regardless of its quotes', async () => {
    const began = performance.now();
    for (const line of ['"\n', '"a\n', ',"""\n', '"""",\n', '"" "x\n']) {
      await readNumbers(`9876500011\n${line.repeat(90_000)}`);
    }
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

test('explains numbers that were erased from our export', async () => {
  const text = 'Message ID,Number\r\nmsg_1,erased_4kQ2x9Zb\r\nmsg_2,91 98765 00011\r\n';
  const { numbers, invalidRows } = await readNumbers(text);
  expect(numbers).toEqual(three.slice(0, 1));
  expect(invalidRows).toEqual([{ row: 2, detail: expect.stringContaining('was erased') }]);
});

test('counts a number once, and the rows that repeat it', async () => {
  const text = 'Mobile;Name\r\n98765 00011;Asha\r\n\r\n"+919876500012","x"\r\n09876500011;Asha\r\n';
  expect(await readNumbers(text)).toMatchObject({
    numbers: three.slice(0, 2),
    rows: 3,
    repeated: 1,
  });
});

test('reads a first row with a number as a number', async () => {
  expect((await readNumbers('9876500011')).numbers).toEqual(['+919876500011']);
});

test('reports rows without a number by their position, without quoting them', async () => {
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

test('refuses a table without numbers with one error', async () => {
  await expect(readNumbers('Name,City\nAsha,Delhi\nRavi,Pune\n')).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringContaining('No column of this file'),
  });
});

test('lists the first of many rows without a number, and counts all', async () => {
  const { invalid, invalidRows } = await readNumbers('x\n'.repeat(1_000));
  expect([invalid, invalidRows.length]).toEqual([999, maxInvalidRows]);
});

test('refuses too many rows before it reads them', async () => {
  await expect(readNumbers('\n'.repeat(5 * 1024 * 1024))).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
  const most = Array.from({ length: maxSuppressionRows }, (_, at) => 9_000_000_000 + at).join(
    '\r\n',
  );
  expect((await readNumbers(`${most}\r\n`)).rows).toBe(maxSuppressionRows);
});
