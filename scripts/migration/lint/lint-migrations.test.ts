import { expect, test } from 'vitest';
import { readMigrations } from '../history.ts';
import { lintMigrations } from './lint-migrations.ts';

const tables = {
  name: '20980101000000_tables',
  sql: `CREATE TABLE old (id int); CREATE TABLE small (id int); CREATE TABLE e (id int) PARTITION BY RANGE (id);
    CREATE TABLE parts (id int) PARTITION BY RANGE (id); -- Drops on purpose: it is new.\n    ALTER TABLE parts RENAME TO partitioned; CREATE INDEX old_id ON old (id)`,
};

/** Returns the problems of a migration that follows the one with the tables. */
const lint = (sql: string) => lintMigrations([tables, { name: '20990101000000_new', sql }]);

const proven = `ALTER TABLE old ADD CONSTRAINT given CHECK (id IS NOT NULL) NOT VALID;
  ALTER TABLE old VALIDATE CONSTRAINT given;`;
const bounded = `ALTER TABLE old ADD CONSTRAINT bounds CHECK (id >= 0 AND id < 9) NOT VALID;
  ALTER TABLE old VALIDATE CONSTRAINT bounds;`;
const dropped = '-- Drops on purpose: nobody reads it since the last release.\n';

/** A rejected statement, part of the message, and what to write instead. */
const rules: [refused: string, reason: string, allowed: string][] = [
  [
    'CREATE INDEX a ON old (id)',
    'CREATE INDEX blocks writes to "old". Write CREATE INDEX CONCURRENTLY.',
    'CREATE INDEX CONCURRENTLY a ON old (id)',
  ],
  [
    'CREATE INDEX CONCURRENTLY ON old (id)',
    'needs a name',
    'CREATE TABLE new (id int); CREATE INDEX ON new (id)',
  ],
  [
    'CREATE INDEX a ON partitioned (id)',
    'partitioned table "partitioned"',
    'CREATE INDEX a ON ONLY partitioned (id)',
  ],
  ['DROP INDEX CONCURRENTLY old_id', 'running', `${dropped}DROP INDEX CONCURRENTLY old_id`],
  [`${dropped}DROP INDEX old_id`, 'locks its table', `${dropped}DROP INDEX CONCURRENTLY old_id`],
  ['DROP TABLE old', 'running', `${dropped}DROP TABLE old`],
  ['DROP TYPE t', 'running', `${dropped}DROP TYPE t`],
  ['ALTER TABLE old DROP COLUMN a', 'running', `${dropped}ALTER TABLE old DROP COLUMN a`],
  ['ALTER TABLE old RENAME COLUMN a TO b', 'old name', 'ALTER INDEX old_id RENAME TO old_ids'],
  ['ALTER TABLE old RENAME TO b', 'old name', `${dropped}ALTER TABLE old RENAME TO b`],
  ["ALTER TYPE t RENAME VALUE 'a' TO 'b'", 'old name', "ALTER TYPE t ADD VALUE 'b'"],
  [
    'ALTER TABLE old ADD COLUMN a int NOT NULL',
    'Give "a" a constant default',
    'ALTER TABLE old ADD COLUMN a int NOT NULL DEFAULT 0',
  ],
  [
    'ALTER TABLE old ADD COLUMN a uuid DEFAULT gen_random_uuid()',
    'The default of "a" differs',
    'ALTER TABLE old ADD COLUMN a timestamptz DEFAULT now(), ADD COLUMN b date DEFAULT CURRENT_DATE',
  ],
  [
    'ALTER TABLE old ADD COLUMN a int DEFAULT (1 + (random() * 2)::int)',
    'The default of "a" differs',
    "ALTER TABLE old ADD COLUMN a text[] DEFAULT ARRAY[]::text[], ADD COLUMN b text DEFAULT 'random()'",
  ],
  [
    'ALTER TABLE old ADD COLUMN a bigserial',
    'written again',
    'ALTER TABLE old ADD COLUMN a bigint',
  ],
  [
    'ALTER TABLE old ADD COLUMN a int GENERATED ALWAYS AS IDENTITY',
    'written again',
    'CREATE TABLE new (a int GENERATED ALWAYS AS IDENTITY)',
  ],
  [
    'ALTER TABLE old ADD COLUMN a int GENERATED ALWAYS AS (id + 1) STORED',
    'written again',
    'ALTER TABLE old ADD COLUMN a int GENERATED ALWAYS AS (id + 1) VIRTUAL',
  ],
  [
    'ALTER TABLE old ADD COLUMN a int UNIQUE',
    'Write CREATE UNIQUE INDEX CONCURRENTLY',
    'ALTER TABLE old ADD COLUMN a int; CREATE UNIQUE INDEX CONCURRENTLY a_key ON old (a)',
  ],
  [
    'ALTER TABLE old ADD CONSTRAINT a CHECK (id > 0)',
    'Write ADD CONSTRAINT … NOT VALID',
    'ALTER TABLE old ADD CONSTRAINT a CHECK (id > 0) NOT VALID; ALTER TABLE old VALIDATE CONSTRAINT a',
  ],
  [
    'ALTER TABLE old ADD CONSTRAINT a FOREIGN KEY (id) REFERENCES small (id)',
    'Write ADD CONSTRAINT … NOT VALID',
    'CREATE TABLE new (id int); ALTER TABLE new ADD CONSTRAINT a FOREIGN KEY (id) REFERENCES small (id)',
  ],
  [
    'ALTER TABLE old ADD CONSTRAINT a CHECK (id > 0) NOT VALID, VALIDATE CONSTRAINT a',
    'keeps the locks',
    'ALTER TABLE old VALIDATE CONSTRAINT a',
  ],
  [
    'ALTER TABLE old ADD PRIMARY KEY (id)',
    'USING INDEX',
    'ALTER TABLE old ADD CONSTRAINT old_pkey PRIMARY KEY USING INDEX old_id',
  ],
  ['ALTER TABLE old ADD EXCLUDE USING gist (id WITH =)', 'each row', proven],
  [
    'ALTER TABLE old ALTER COLUMN id SET NOT NULL',
    'CHECK ("id" IS NOT NULL) NOT VALID',
    `${proven} ALTER TABLE old ALTER COLUMN id SET NOT NULL, DROP CONSTRAINT given`,
  ],
  [`${proven} ALTER TABLE old ALTER COLUMN b SET NOT NULL`, 'SET NOT NULL reads all', proven],
  [
    'ALTER TABLE old DROP CONSTRAINT a',
    'may rely on "a"',
    `${dropped}ALTER TABLE old DROP CONSTRAINT a`,
  ],
  [
    'ALTER TABLE old ALTER COLUMN id TYPE bigint',
    'A new type of "id"',
    'ALTER TABLE old ALTER COLUMN id SET DEFAULT 1',
  ],
  [
    'ALTER TABLE old SET UNLOGGED',
    'No rule knows SetUnLogged',
    'ALTER TABLE old SET (fillfactor = 50)',
  ],
  [
    'CREATE TABLE p PARTITION OF partitioned FOR VALUES FROM (0) TO (9)',
    'ATTACH PARTITION',
    `CREATE TABLE p (LIKE partitioned INCLUDING ALL);
     ALTER TABLE partitioned ATTACH PARTITION p FOR VALUES FROM (0) TO (9)`,
  ],
  [
    'ALTER TABLE partitioned ATTACH PARTITION old FOR VALUES FROM (0) TO (9)',
    'reads all of "old"',
    `${bounded} ALTER TABLE partitioned ATTACH PARTITION old FOR VALUES FROM (0) TO (9)`,
  ],
  [
    'ALTER TABLE partitioned DETACH PARTITION old',
    'running',
    `${dropped}ALTER TABLE partitioned DETACH PARTITION old`,
  ],
  [
    'UPDATE old SET id = 1',
    'background migration',
    'CREATE TABLE new (id int); UPDATE new SET id = 1',
  ],
  [
    'CREATE TABLE new (id int); WITH gone AS (DELETE FROM old) UPDATE new SET id = 1',
    'background migration',
    'CREATE TABLE new (id int); DELETE FROM new',
  ],
  [
    'CREATE TABLE IF NOT EXISTS old (id int); CREATE INDEX a ON old (id)',
    'CREATE INDEX blocks writes',
    `${dropped}DROP TABLE old; CREATE TABLE old (id int); CREATE INDEX a ON old (id)`,
  ],
  ['DELETE FROM old WHERE id = 1', 'background migration', 'INSERT INTO old VALUES (1)'],
  ['INSERT INTO old SELECT * FROM small', 'background migration', 'INSERT INTO old SELECT 1'],
  ['CREATE TABLE b AS SELECT * FROM old', 'copies rows', 'CREATE VIEW b AS SELECT * FROM old'],
  ['TRUNCATE old', 'TRUNCATE locks', 'CREATE TABLE new (id int)'],
  ['LOCK TABLE old', 'keeps everybody out', 'CREATE TABLE new (id int)'],
  ['DO $$ BEGIN END $$', 'cannot be checked', 'CREATE TABLE new (id int)'],
  ['BEGIN', 'begins and commits', 'CREATE TABLE new (id int)'],
  ["SET lock_timeout = '1h'", 'leave this out', 'CREATE TABLE new (id int)'],
  ['CREATE EXTENSION pg_trgm', 'No rule knows a CreateExtensionStmt', 'CREATE TABLE new (id int)'],
];

test.each(rules)('refuses %s: %s', async (refused, reason, allowed) => {
  const problems = await lint(refused);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(reason);
  expect(await lint(allowed)).toEqual([]);
});

test('a problem names the file and the line', async () => {
  const [problem] = await lint('-- First.\n\nCREATE TABLE new (id int);\nUPDATE old SET id = 1;');
  expect(problem).toMatch(
    /^prisma\/migrations\/20990101000000_new\/migration\.sql:4: UPDATE of "old"\. .* Otherwise say why: -- Blocks on purpose: …$/,
  );
});

test('a comment with a reason directly before a statement allows that statement', async () => {
  const reason = '-- Blocks on purpose: it has four rows.\n';
  expect(await lint(`${reason}UPDATE small SET id = 1`)).toEqual([]);
  expect(await lint(`${reason}UPDATE small SET id = 1; UPDATE old SET id = 1`)).toHaveLength(1);
  expect(await lint('-- Blocks on purpose:\nUPDATE small SET id = 1')).toHaveLength(1);
  expect(await lint(`${reason}DROP TABLE small`)).toHaveLength(1);
});

test('a table that an earlier migration created counts as in use', async () => {
  const first = { name: '20990101000000_first', sql: 'CREATE TABLE new (id int)' };
  const second = { name: '20990102000000_second', sql: 'CREATE INDEX a ON new (id)' };
  expect(await lintMigrations([first, second])).toEqual([
    expect.stringContaining('20990102000000_second/migration.sql:1: CREATE INDEX blocks writes'),
  ]);
});

test('a required background migration must be started by an earlier migration', async () => {
  const begins = "INSERT INTO background_migrations (id) VALUES ('fill')";
  const first = { name: '20990101000000_first', sql: begins };
  const requires = {
    name: '20990102000000_second',
    sql: '-- Requires background migration: fill\n',
  };
  expect(await lintMigrations([first, requires])).toEqual([]);
  expect(await lintMigrations([requires])).toEqual([
    expect.stringContaining('no migration before it begins the background migration fill'),
  ]);
});

test('every migration obeys the rules', async () => {
  expect(await lintMigrations(await readMigrations())).toEqual([]);
});
