import type { AlterTableCmd, AlterTableStmt, ColumnDef, Constraint } from 'libpg-query';
import { namesOf } from '../parse-sql.ts';
import type { Knowledge } from './knowledge.ts';
import { blocks, drops, type Problem } from './problem.ts';

/** Changes of the catalogue alone, which take milliseconds once they have their lock. */
const quick = new Set([
  'AT_AddIdentity',
  'AT_AlterConstraint',
  'AT_ChangeOwner',
  'AT_ColumnDefault',
  'AT_DisableTrig',
  'AT_DropExpression',
  'AT_DropIdentity',
  'AT_DropNotNull',
  'AT_EnableTrig',
  'AT_ReplicaIdentity',
  'AT_ResetOptions',
  'AT_ResetRelOptions',
  'AT_SetCompression',
  'AT_SetIdentity',
  'AT_SetOptions',
  'AT_SetRelOptions',
  'AT_SetStatistics',
  'AT_SetStorage',
]);

/** What is wrong with an `ALTER TABLE`, given the statements before it. */
export function findAlterTableProblems(
  { relation, cmds = [], objtype }: AlterTableStmt,
  knowledge: Knowledge,
): Problem[] {
  // ALTER INDEX, VIEW, SEQUENCE and TYPE change the catalogue only.
  if (objtype !== 'OBJECT_TABLE') return [];
  const table = relation?.relname ?? '';
  const commands = cmds.flatMap((node) => ('AlterTableCmd' in node ? [node.AlterTableCmd] : []));
  return commands.flatMap((command) => {
    // The partition may have rows where the table is new.
    if (command.subtype === 'AT_AttachPartition') return findAttachProblems(command, knowledge);
    if (knowledge.isNew(table)) return [];
    if (command.subtype === 'AT_ValidateConstraint') {
      if (commands.length === 1) return [];
      return [
        blocks(
          'VALIDATE CONSTRAINT keeps the locks of the changes beside it. Write it as a statement of its own.',
        ),
      ];
    }
    return findProblemsOfOld(table, command, knowledge);
  });
}

function findProblemsOfOld(table: string, command: AlterTableCmd, knowledge: Knowledge): Problem[] {
  const { subtype = '', name = '', def } = command;
  if (quick.has(subtype)) return [];
  if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) {
    return findColumnProblems(def.ColumnDef);
  }
  if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def) {
    return findConstraintProblems(def.Constraint);
  }
  if (subtype === 'AT_DropColumn' || subtype === 'AT_DetachPartition') {
    return [
      drops('The release that is running may use what is dropped here. Drop it a release later.'),
    ];
  }
  if (subtype === 'AT_DropConstraint') {
    if (knowledge.hasAdded(table, name)) return [];
    return [drops(`The release that is running may rely on "${name}". Drop it a release later.`)];
  }
  if (subtype === 'AT_SetNotNull') {
    if (knowledge.isNotNull(table, name)) return [];
    return [
      blocks(
        `SET NOT NULL reads all of "${table}" while nobody else can. Before it, add CHECK ("${name}" IS NOT NULL) NOT VALID ` +
          'and VALIDATE it; after it, drop that constraint.',
      ),
    ];
  }
  if (subtype === 'AT_AlterColumnType') {
    return [
      blocks(
        `A new type of "${name}" may write all of "${table}" again while nobody else can use it. Add another column, fill it in ` +
          'by a background migration, and drop this one a release later.',
      ),
    ];
  }
  return [
    blocks(
      `No rule knows ${subtype.slice(3)}, so it may block writes or run for long. Add a rule in scripts/migration/lint.`,
    ),
  ];
}

function findColumnProblems({ colname, typeName, constraints = [] }: ColumnDef): Problem[] {
  const own = constraints.flatMap((node) => ('Constraint' in node ? [node.Constraint] : []));
  const has = (type: Constraint['contype']) => own.find(({ contype }) => contype === type);
  const [type = ''] = namesOf(typeName?.names).slice(-1);
  const given = has('CONSTR_DEFAULT')?.raw_expr;
  const problems: Problem[] = [];
  if (
    /serial/.test(type) ||
    has('CONSTR_IDENTITY') ||
    has('CONSTR_GENERATED')?.generated_kind === 's'
  ) {
    problems.push(
      blocks(`"${colname}" gets a value in each row, so the table is written again. ${fillLater}`),
    );
  } else if (given && isVolatile(given)) {
    problems.push(
      blocks(
        `The default of "${colname}" differs from row to row, so the table is written again. ${fillLater}`,
      ),
    );
  } else if (has('CONSTR_NOTNULL') && !given) {
    problems.push(
      blocks(
        `NOT NULL fails where there are rows, and for the release that is running. Give "${colname}" a constant default.`,
      ),
    );
  }
  const types = ['CONSTR_PRIMARY', 'CONSTR_UNIQUE', 'CONSTR_CHECK', 'CONSTR_FOREIGN'] as const;
  for (const found of types.map(has)) if (found) problems.push(...findConstraintProblems(found));
  return problems;
}

const fillLater =
  'Add it without a value, set the default by ALTER COLUMN, and fill in the rest by a background migration.';

/** Functions whose value is the same for the whole statement, so that PostgreSQL stores it once. */
const stable = new Set(['now', 'statement_timestamp', 'transaction_timestamp']);

/** Whether an expression calls any other function, which may be a volatile one. */
function isVolatile(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return Object.entries(part).some(([key, value]) => {
    if (key === 'FuncCall' && !stable.has(namesOf(value.funcname).at(-1) ?? '')) return true;
    return isVolatile(value);
  });
}

function findConstraintProblems({
  contype,
  conname,
  skip_validation,
  indexname,
}: Constraint): Problem[] {
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN') {
    if (skip_validation) return [];
    return [
      blocks(
        `The constraint "${conname ?? ''}" is checked for each row while nobody can write. Write ADD CONSTRAINT … NOT VALID, then ` +
          'ALTER TABLE … VALIDATE CONSTRAINT.',
      ),
    ];
  }
  if (contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_UNIQUE') {
    if (indexname) return [];
    return [
      blocks(
        'Its index is built while nobody can use the table. Write CREATE UNIQUE INDEX CONCURRENTLY, then ADD CONSTRAINT … ' +
          'USING INDEX.',
      ),
    ];
  }
  return [blocks('This constraint is checked for each row while nobody can use the table.')];
}

/** PostgreSQL reads a partition that is attached, unless a constraint of it says that all rows fit. */
function findAttachProblems({ def }: AlterTableCmd, knowledge: Knowledge): Problem[] {
  const partition = def && 'PartitionCmd' in def ? def.PartitionCmd.name?.relname : undefined;
  if (knowledge.isNew(partition) || knowledge.hasValidated(partition)) return [];
  return [
    blocks(
      `ATTACH PARTITION reads all of "${partition}" while nobody else can. Before it, add a CHECK with the partition's bounds to ` +
        'it, NOT VALID, and VALIDATE that.',
    ),
  ];
}
