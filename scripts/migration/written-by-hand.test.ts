import { expect, test } from 'vitest';
import { listHandWrittenConstraints } from './written-by-hand.ts';

test('finds definitions that schema.prisma cannot express', async () => {
  const script = `
    CREATE TABLE "a" ("id" TEXT NOT NULL, CONSTRAINT "a_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "a_id_length" CHECK (length(id) < 9));
    CREATE UNIQUE INDEX "a_id_key" ON "a"("id", "b");
    -- CREATE INDEX a_commented ON a (id) WHERE true;
    CREATE INDEX a_partial ON a (id) WHERE state = 'x';
    CREATE UNIQUE INDEX "a_lower" ON "a" (lower("id"));
    ALTER TABLE a ADD CONSTRAINT a_one CHECK (b > 0), ADD CONSTRAINT a_two CHECK (b < 9);
    ALTER TABLE "a" ADD CONSTRAINT "a_b_fkey" FOREIGN KEY ("b") REFERENCES "b"("id");
    ALTER TABLE a ADD CONSTRAINT a_apart EXCLUDE USING gist (span WITH &&);
    CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    CREATE TRIGGER "a_kept" AFTER INSERT ON a FOR EACH ROW EXECUTE FUNCTION f();`;
  const names = ['a_apart', 'a_id_length', 'a_kept', 'a_lower', 'a_one', 'a_partial', 'a_two'];
  expect(await listHandWrittenConstraints([script])).toEqual(names);
});

test('follows drops and renames of later migrations', async () => {
  const first = `
    CREATE INDEX "one" ON "a"("id") WHERE "x"; CREATE INDEX "two" ON "a"("id") WHERE "x";
    ALTER TABLE "a" ADD CONSTRAINT "three" CHECK (b > 0), ADD CONSTRAINT "four" CHECK (b > 0);
    CREATE TRIGGER "five" AFTER INSERT ON "a" FOR EACH ROW EXECUTE FUNCTION f();`;
  const second = `
    DROP INDEX "one"; ALTER INDEX "two" RENAME TO "second";
    ALTER TABLE "a" DROP CONSTRAINT IF EXISTS "three";
    ALTER TABLE "a" RENAME CONSTRAINT "four" TO "fourth";
    ALTER TRIGGER "five" ON "a" RENAME TO "fifth";
    ALTER TABLE "a" RENAME TO "b";`;
  expect(await listHandWrittenConstraints([first, second])).toEqual(['fifth', 'fourth', 'second']);
});
