import type { Node } from 'libpg-query';
import { namesOf, parseSql, type Statement } from './parse-sql.ts';

/**
 * A part of a migration that is applied as a whole. After an interruption, `npm run migrate` continues with the first
 * missing step.
 */
export type Step = {
  /**
   * - `transaction`: statements that hold their locks until the last statement is done, so they must be quick.
   * - `validate`: checks an existing constraint for each row. It reads the whole table but blocks neither reads nor writes,
   *   so it runs in its own transaction without a time limit.
   * - `build` and `drop`: builds or drops an index `CONCURRENTLY`, which cannot run in a transaction.
   */
  kind: 'transaction' | 'validate' | 'build' | 'drop';
  /** The line of the file on which the step begins. */
  line: number;
  sql: string;
  /** For a `build`: the name of the index in SQL. */
  index?: string;
};

/** Splits a migration into steps. Consecutive statements of the kind `transaction` form one step. */
export async function splitIntoSteps(sql: string): Promise<Step[]> {
  const steps: Step[] = [];
  for (const { kind, line, sql: text, ...rest } of (await parseSql(sql)).map(toStep)) {
    const last = steps.at(-1);
    if (kind === 'transaction' && last?.kind === kind) {
      // Adds as many line breaks as the file has before this statement, so that the position of a PostgreSQL error
      // gives the line of the file.
      last.sql += `;${'\n'.repeat(line - last.line - countLines(last.sql))} ${text}`;
    } else steps.push({ kind, line, sql: text, ...rest });
  }
  return steps;
}

const countLines = (text: string) => text.split('\n').length - 1;

function toStep({ node, text, line }: Statement): Step {
  if ('IndexStmt' in node && node.IndexStmt.concurrent) {
    const { idxname, relation } = node.IndexStmt;
    // Without a name, a later run could not find the index of a failed attempt.
    if (!idxname) throw new Error(`line ${line}: an index that is built CONCURRENTLY needs a name`);
    const index = [relation?.schemaname, idxname].filter(Boolean).map(quote).join('.');
    return { kind: 'build', line, sql: text, index };
  }
  if ('DropStmt' in node && node.DropStmt.concurrent) {
    const several = namesOf(node.DropStmt.objects).length > 1;
    if (several) throw new Error(`line ${line}: DROP INDEX CONCURRENTLY drops one index at a time`);
    return { kind: 'drop', line, sql: text };
  }
  return { kind: validatesOnly(node) ? 'validate' : 'transaction', line, sql: text };
}

const quote = (name = '') => `"${name.replaceAll('"', '""')}"`;

function validatesOnly(node: Node): boolean {
  const commands = 'AlterTableStmt' in node ? (node.AlterTableStmt.cmds ?? []) : [];
  return (
    commands.length > 0 &&
    commands.every(
      (command) =>
        'AlterTableCmd' in command && command.AlterTableCmd.subtype === 'AT_ValidateConstraint',
    )
  );
}
