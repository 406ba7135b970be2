import { expect, test } from 'vitest';
import { parseSql } from './parse-sql.ts';

const textsOf = async (sql: string) => (await parseSql(sql)).map(({ text }) => text);

test('splits a migration into statements, but not at semicolons within strings and function bodies', async () => {
  const body = 'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $x$ BEGIN a; b; END $x$';
  const insert = "INSERT INTO a VALUES ('₹; -- no comment')";
  expect(await textsOf(`DROP TABLE x;\n${body};\n${insert};\nDROP TABLE y`)).toEqual([
    'DROP TABLE x',
    body,
    insert,
    'DROP TABLE y',
  ]);
});

test('gives each statement its preceding comments and its line', async () => {
  const sql =
    '-- One thing; and another.\n--\n-- More.\nDROP TABLE x; -- About y.\n\nDROP TABLE y;\n-- End.\n';
  expect(await parseSql(sql)).toMatchObject([
    { comments: ['One thing; and another.', '', 'More.'], line: 4, text: 'DROP TABLE x' },
    { comments: ['About y.'], line: 6, text: 'DROP TABLE y' },
  ]);
});

test('finds no statement in a file of comments and spaces', async () => {
  expect(await parseSql('')).toEqual([]);
  expect(await parseSql('\n-- Nothing yet.\n')).toEqual([]);
});

test('the error for invalid SQL quotes the SQL', async () => {
  await expect(parseSql('CREATE TABEL x ();')).rejects.toThrow('syntax error at or near "TABEL"');
});
