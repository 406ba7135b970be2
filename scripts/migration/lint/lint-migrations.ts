import type { Migration } from '../history.ts';
import { parseSql } from '../parse-sql.ts';
import { requiredBackground } from '../table.ts';
import { createKnowledge, findProblems } from './rules.ts';

/**
 * Finds statements in migrations that may block the product's writes, or break the release that runs during the migration
 * (docs/decisions/006).
 *
 * A statement is allowed if the comment directly before it gives a reason: `-- Blocks on purpose: …`. A drop or a rename is
 * allowed after the comment `-- Drops on purpose: …` in the same file.
 *
 * @param migrations all migrations, oldest first
 * @returns a line for each problem, with file, line, reason and what to write instead
 */
export async function lintMigrations(migrations: Migration[]): Promise<string[]> {
  const lines: string[] = [];
  const knowledge = createKnowledge();
  let earlier = '';
  for (const migration of migrations) {
    const { name, sql } = migration;
    for (const id of requiredBackground(migration)) {
      if (earlier.includes(`'${id}'`)) continue;
      lines.push(`${fileOf(name)}: no migration before it begins the background migration ${id}.`);
    }
    earlier += sql;
    knowledge.beginMigration();
    let drops = false;
    for (const { node, line, comments } of await parseSql(sql)) {
      drops ||= hasReason(comments, 'Drops');
      const blocks = hasReason(comments, 'Blocks');
      for (const { effect, message } of findProblems(node, knowledge)) {
        if (effect === 'Drops' ? drops : blocks) continue;
        lines.push(
          `${fileOf(name)}:${line}: ${message} Otherwise say why: -- ${effect} on purpose: …`,
        );
      }
      knowledge.learn(node);
    }
  }
  return lines;
}

const fileOf = (name: string) => `prisma/migrations/${name}/migration.sql`;

const hasReason = (comments: string[], effect: string) =>
  comments.some((comment) => new RegExp(`^${effect} on purpose: \\S`).test(comment));
