import { diffSchema } from './engine.ts';
import { readMigrations } from './history.ts';
import { lintMigrations } from './lint/lint-migrations.ts';

/** Finds the problems of the migrations: broken rules, and differences from schema.prisma. */
export async function findMigrationProblems(): Promise<string[]> {
  const problems = await lintMigrations(await readMigrations());
  const { summary } = await diffSchema();
  if (summary) problems.push(`schema.prisma and the migrations differ:\n${summary}`);
  return problems;
}
