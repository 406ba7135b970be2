import { diffSchema } from './engine.ts';
import { readMigrations } from './history.ts';
import { lintMigrations } from './lint/lint-migrations.ts';

/** What is wrong with the migrations: they break a rule, or do not lead to schema.prisma. */
export async function findMigrationProblems(): Promise<string[]> {
  const problems = await lintMigrations(await readMigrations());
  const { summary } = await diffSchema();
  if (summary) problems.push(`schema.prisma and the migrations differ:\n${summary}`);
  return problems;
}
