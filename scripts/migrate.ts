import { configure } from '#platform/settings.ts';
import { applyMigrations } from './migration/apply.ts';
import { newMigration, redraftMigration } from './migration/engine.ts';
import { findMigrationProblems } from './migration/find-problems.ts';
import { readStatus } from './migration/status.ts';
import { supervise } from './stack/supervise.ts';
import { printLine } from './stack/terminal.ts';

const usage = `
npm run migrate                  applies the migrations to the database that DATABASE_URL names
npm run migrate -- status        what is applied, and how far background migrations are
npm run migrate -- new <name>    writes a migration from the last one to schema.prisma
npm run migrate -- redraft       writes the newest one again, before anybody has applied it
npm run migrate -- check         fails if schema.prisma and the migrations differ, or a migration would block writes
`.trim();

supervise(async () => {
  const [command = 'apply', name = ''] = process.argv.slice(2);
  if (command === 'apply') return await apply();
  if (command === 'status') return await status();
  if (command === 'check') return await check();
  if (command === 'redraft')
    return printResult(await redraftMigration(), 'There is no migration yet.');
  if (command === 'new' && /^[a-z0-9_]+$/.test(name)) {
    return printResult(await newMigration(name), 'schema.prisma has no changes.');
  }
  printLine(usage);
  return 2;
});

async function apply(): Promise<number> {
  const { databaseSettings } = await import('#platform/db.ts');
  configure(process.env);
  const names = await applyMigrations(databaseSettings.DATABASE_URL, { log: printLine });
  printLine(names.length > 0 ? `Applied ${names.join(', ')}.` : 'The database is up to date.');
  return 0;
}

async function status(): Promise<number> {
  const { databaseSettings } = await import('#platform/db.ts');
  configure(process.env);
  for (const line of await readStatus(databaseSettings.DATABASE_URL)) printLine(line);
  return 0;
}

async function check(): Promise<number> {
  const problems = await findMigrationProblems();
  for (const problem of problems) printLine(problem);
  return problems.length > 0 ? 1 : 0;
}

function printResult(file: string | null, otherwise: string): number {
  printLine(file ? `Wrote ${file}.` : otherwise);
  return 0;
}
