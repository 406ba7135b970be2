import { connected } from './apply.ts';
import { readMigrations } from './history.ts';
import { describeBackground, listApplied, listBackground } from './table.ts';

/**
 * Returns readable lines about the applied and pending migrations of a database, and about the progress of its background
 * migrations.
 */
export async function readStatus(url: string): Promise<string[]> {
  return await connected(url, async (client) => {
    const applied = await listApplied(client);
    const finished = new Set(applied.flatMap((row) => (row.finishedAt ? [row.name] : [])));
    const pending = (await readMigrations()).filter(({ name }) => !finished.has(name));
    const begun = applied.filter(({ finishedAt }) => !finishedAt);
    return [
      `${finished.size} ${finished.size === 1 ? 'migration' : 'migrations'} applied, ${pending.length} not applied.`,
      ...pending.map(({ name }) => `  ${name}`),
      ...begun.map(
        ({ name, steps, error }) =>
          `${name} has begun; ${steps} steps are done. ${error ? `It failed, ${error}` : 'It is being applied, or was interrupted.'}`,
      ),
      ...(await listBackground(client)).map(
        (one) => `Background migration ${describeBackground(one)}`,
      ),
    ];
  });
}
