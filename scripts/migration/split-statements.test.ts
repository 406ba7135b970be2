import { expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

test('cuts a migration into statements, and leaves the body of a function whole', () => {
  const body = 'CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN a; b; END $$';
  const script = `ALTER TABLE x;\n${body};\nCREATE TRIGGER t;\n`;
  expect(splitStatements(script).map((statement) => statement.trim())).toEqual([
    'ALTER TABLE x',
    body,
    'CREATE TRIGGER t',
  ]);
});

test('does not end a statement at a semicolon in a comment', () => {
  const script = '-- One thing; and another.\nALTER TABLE x -- why; so\n  ADD y int;';
  expect(splitStatements(script).map((statement) => statement.trim())).toEqual([
    'ALTER TABLE x \n  ADD y int',
  ]);
});
