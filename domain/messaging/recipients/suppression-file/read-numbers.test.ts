import { expect, test } from 'vitest';
import { maxInvalidRows, maxSuppressionRows } from './contract.ts';
import { readNumbers } from './read-numbers.ts';

test('reads one number a row in any notation, below a heading, and each once', async () => {
  const text = 'Mobile;Name\r\n98765 43210;Asha\r\n\r\n"+919876543211","x"\r\n09876543210\r\n';
  expect(await readNumbers(text)).toEqual({
    ...{ numbers: ['+919876543210', '+919876543211'], rows: 3, repeated: 1 },
    ...{ invalid: 0, invalidRows: [] },
  });
});

test('a first row with a number is no heading', async () => {
  expect((await readNumbers('9876543210')).numbers).toEqual(['+919876543210']);
});

test('rows without a number are named by their place, and not repeated', async () => {
  const { numbers, invalidRows } = await readNumbers(
    '9876543210\n9.87654E+09\n+14155550100\nsecret',
  );
  expect(numbers).toHaveLength(1);
  expect(invalidRows.map(({ row }) => row)).toEqual([2, 3, 4]);
  expect(invalidRows[0]?.detail).toContain('format its column as text');
  expect(JSON.stringify(invalidRows)).not.toMatch(/secret|1415/);
});

test('lists some of very many rows without a number, and counts them all', async () => {
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
