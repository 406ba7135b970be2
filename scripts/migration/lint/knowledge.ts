import type { AlterTableCmd, Node } from 'libpg-query';
import { namesOf } from '../parse-sql.ts';

/** What the statements up to a place have made, as far as rules depend on it. */
export type Knowledge = ReturnType<typeof createKnowledge>;

/** Follows the statements of all migrations, in their order. */
export function createKnowledge() {
  const partitioned = new Set<string>();
  /** Tables of the migrations before this one. */
  const old = new Set<string>();
  /** Of this migration: tables, `table.constraint`, and `table.constraint` of those that were validated. */
  const tables = new Set<string>();
  const constraints = new Set<string>();
  const validated = new Set<string>();
  /** `table.column` by the `table.constraint` that checks that it is not null. */
  const notNull = new Map<string, string>();

  function learnCommand(table: string, { subtype, name = '', def }: AlterTableCmd): void {
    if (subtype === 'AT_ValidateConstraint') validated.add(`${table}.${name}`);
    if (subtype !== 'AT_AddConstraint' || !def || !('Constraint' in def)) return;
    const { conname = '', raw_expr: expression } = def.Constraint;
    constraints.add(`${table}.${conname}`);
    if (!expression || !('NullTest' in expression)) return;
    const { nulltesttype, arg } = expression.NullTest;
    const [column] = arg && 'ColumnRef' in arg ? namesOf(arg.ColumnRef.fields).slice(-1) : [];
    if (nulltesttype === 'IS_NOT_NULL') notNull.set(`${table}.${column}`, `${table}.${conname}`);
  }

  return {
    /** Forgets what only the migration before has made: it is in use when the next one is applied. */
    beginMigration(): void {
      for (const table of tables) old.add(table);
      for (const made of [tables, constraints, validated]) made.clear();
      notNull.clear();
    },

    learn(node: Node): void {
      if ('CreateStmt' in node) {
        const table = node.CreateStmt.relation?.relname ?? '';
        // Otherwise `IF NOT EXISTS` leaves the table that is in use.
        if (!old.has(table)) tables.add(table);
        if (node.CreateStmt.partspec) partitioned.add(table);
      }
      if ('RenameStmt' in node && node.RenameStmt.renameType === 'OBJECT_TABLE') {
        const { relation, newname = '' } = node.RenameStmt;
        for (const set of [tables, old, partitioned]) {
          if (set.delete(relation?.relname ?? '')) set.add(newname);
        }
      }
      if ('DropStmt' in node && node.DropStmt.removeType === 'OBJECT_TABLE') {
        for (const table of namesOf(node.DropStmt.objects)) {
          for (const set of [tables, old, partitioned]) set.delete(table);
        }
      }
      for (const command of ('AlterTableStmt' in node && node.AlterTableStmt.cmds) || []) {
        const table = ('AlterTableStmt' in node && node.AlterTableStmt.relation?.relname) || '';
        if ('AlterTableCmd' in command) learnCommand(table, command.AlterTableCmd);
      }
    },

    /** Whether a table is of this migration, so that nobody uses it. */
    isNew: (table = '') => tables.has(table),

    isPartitioned: (table = '') => partitioned.has(table),

    /** Whether this migration has added the constraint. */
    hasAdded: (table: string, constraint = '') => constraints.has(`${table}.${constraint}`),

    /** Whether this migration has validated a constraint of the table. */
    hasValidated: (table = '') => [...validated].some((name) => name.startsWith(`${table}.`)),

    /** Whether a constraint that this migration has validated says that the column is not null. */
    isNotNull: (table: string, column = '') =>
      validated.has(notNull.get(`${table}.${column}`) ?? ''),
  };
}
