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
