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
