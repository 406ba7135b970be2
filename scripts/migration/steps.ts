import type { Node } from 'libpg-query';
import { namesOf, parseSql, type Statement } from './parse-sql.ts';

/** What is applied at once, and what a later run of `npm run migrate` begins with if it was not. */
export type Step = {
  /**
   * - `transaction`: statements that hold their locks until the last one is done, so they must be quick.
   * - `validate`: checks each row for a constraint that is there already. It reads the whole table, but blocks
   *   neither reads nor writes, so it has a transaction and all the time for itself.
   * - `build` and `drop`: of an index `CONCURRENTLY`, which cannot run in a transaction.
   */
  kind: 'transaction' | 'validate' | 'build' | 'drop';
  /** The line of the file on which it begins. */
  line: number;
  sql: string;
  /** Of `build`, the index, as SQL names it. */
  index?: string;
};

/** The steps of a migration: statements of a kind `transaction` that follow each other are one. */
export async function splitIntoSteps(sql: string): Promise<Step[]> {
  const steps: Step[] = [];
  for (const { kind, line, sql: text, ...rest } of (await parseSql(sql)).map(toStep)) {
    const last = steps.at(-1);
    if (kind === 'transaction' && last?.kind === kind) {
      // The lines between stay, so that PostgreSQL's position leads to a line of the file.
      last.sql += `;${'\n'.repeat(line - last.line - countLines(last.sql))} ${text}`;
    } else steps.push({ kind, line, sql: text, ...rest });
  }
  return steps;
}

const countLines = (text: string) => text.split('\n').length - 1;

function toStep({ node, text, line }: Statement): Step {
  if ('IndexStmt' in node && node.IndexStmt.concurrent) {
    const { idxname, relation } = node.IndexStmt;
    // Without one, what a failed try left could not be found.
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
