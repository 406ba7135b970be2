import type {
  AlterTableCmd,
  AlterTableStmt,
  ColumnDef,
  Constraint,
  DeleteStmt,
  DropStmt,
  IndexStmt,
  Node,
  ObjectType,
  UpdateStmt,
} from 'libpg-query';
import { namesOf } from '../parse-sql.ts';

/** The objects that earlier statements have created, if a rule depends on them. */
type Knowledge = ReturnType<typeof createKnowledge>;

/** Creates an empty record of objects, which the statements of all migrations update in order. */
export function createKnowledge() {
  const partitioned = new Set<string>();
  /** Tables that earlier migrations have created. */
  const old = new Set<string>();
  /** The tables, constraints and validated constraints of this migration. Constraints are written as `table.constraint`. */
  const tables = new Set<string>();
  const constraints = new Set<string>();
  const validated = new Set<string>();
  /** For a constraint (`table.constraint`), the column that it proves to be not null (`table.column`). */
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
    /** Marks the objects of the previous migration as in use, because they exist when this migration is applied. */
    beginMigration(): void {
      for (const table of tables) old.add(table);
      for (const made of [tables, constraints, validated]) made.clear();
      notNull.clear();
    },

    learn(node: Node): void {
      if ('CreateStmt' in node) {
        const table = node.CreateStmt.relation?.relname ?? '';
        // `IF NOT EXISTS` keeps an existing table, which may be in use.
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

    /** Whether this migration has created the table, so that no program uses the table yet. */
    isNew: (table = '') => tables.has(table),

    isPartitioned: (table = '') => partitioned.has(table),

    /** Whether this migration has added the constraint. */
    hasAdded: (table: string, constraint = '') => constraints.has(`${table}.${constraint}`),

    /** Whether this migration has validated a constraint of the table. */
    hasValidated: (table = '') => [...validated].some((name) => name.startsWith(`${table}.`)),

    /** Whether a constraint that this migration has validated proves the column not null. */
    isNotNull: (table: string, column = '') =>
      validated.has(notNull.get(`${table}.${column}`) ?? ''),
  };
}

/**
 * The effect of a statement that the check rejects, and a message that gives the reason and says what to write instead.
 */
type Problem = { effect: 'Blocks' | 'Drops'; message: string };

const blocks = (message: string): Problem => ({ effect: 'Blocks', message });

const drops = (message: string): Problem => ({ effect: 'Drops', message });

/** Statements that change only the catalogue, and lock the product's tables only while they do so. */
const harmless = new Set([
  'AlterEnumStmt',
  'AlterSeqStmt',
  'CommentStmt',
  'CompositeTypeStmt',
  'CreateDomainStmt',
  'CreateEnumStmt',
  'CreateFunctionStmt',
  'CreateSchemaStmt',
  'CreateSeqStmt',
  'CreateStatsStmt',
  'CreateStmt',
  'CreateTrigStmt',
  'DropStmt',
  'GrantStmt',
  'InsertStmt',
  'RenameStmt',
  'ViewStmt',
]);

const inBackground =
  'It holds every row that it has changed until the last one is done. Let a background migration do it (CONTRIBUTING.md).';

/** Finds a statement's problems, given the earlier statements. */
export function findProblems(node: Node, knowledge: Knowledge): Problem[] {
  if ('AlterTableStmt' in node) return findAlterTableProblems(node.AlterTableStmt, knowledge);
  if ('IndexStmt' in node) return findIndexProblems(node.IndexStmt, knowledge);
  if ('DropStmt' in node) return findDropProblems(node.DropStmt, knowledge);
  if ('UpdateStmt' in node) return changesRows('UPDATE', node.UpdateStmt);
  if ('DeleteStmt' in node) return changesRows('DELETE', node.DeleteStmt);
  if ('InsertStmt' in node) {
    const { selectStmt: select, withClause } = node.InsertStmt;
    const reads = select && 'SelectStmt' in select && select.SelectStmt.fromClause;
    return reads || withClause ? [blocks(`INSERT of what it reads. ${inBackground}`)] : [];
  }
  if ('CreateStmt' in node) {
    const { partbound, inhRelations: [parent] = [] } = node.CreateStmt;
    const name = parent && 'RangeVar' in parent ? parent.RangeVar.relname : undefined;
    if (!partbound || knowledge.isNew(name)) return [];
    return [
      blocks(
        `CREATE TABLE … PARTITION OF locks "${name}" against reads and writes. Write CREATE TABLE … (LIKE "${name}" ` +
          'INCLUDING ALL), then ALTER TABLE … ATTACH PARTITION.',
      ),
    ];
  }
  if ('RenameStmt' in node) {
    const { renameType, relation } = node.RenameStmt;
    const isUsed =
      usedByName.has(renameType ?? 'OBJECT_TABLE') && !knowledge.isNew(relation?.relname);
    return isUsed ? [drops(renames)] : [];
  }
  if ('AlterEnumStmt' in node) return node.AlterEnumStmt.oldVal ? [drops(renames)] : [];
  const [kind = ''] = Object.keys(node);
  return harmless.has(kind) ? [] : [blocks(reasons[kind] ?? unknown(kind))];

  function changesRows(what: string, { relation, withClause }: UpdateStmt | DeleteStmt): Problem[] {
    // A statement with WITH may also change another table.
    if (knowledge.isNew(relation?.relname) && !withClause) return [];
    return [blocks(`${what} of "${relation?.relname}". ${inBackground}`)];
  }
}

const usedByName = new Set<ObjectType>([
  'OBJECT_ATTRIBUTE',
  'OBJECT_COLUMN',
  'OBJECT_DOMAIN',
  'OBJECT_FUNCTION',
  'OBJECT_TABLE',
  'OBJECT_TYPE',
  'OBJECT_VIEW',
]);

const renames =
  'The release that is running uses the old name. Add the new one, fill it in by a background migration, and drop ' +
  'the old one a release later.';

const unknown = (kind: string) =>
  `No rule knows a ${kind}, so it may block writes or run for long. Add a rule in scripts/migration/lint.`;

/** Why some statements are always refused: the product never needs them, or they cannot be checked. */
const reasons: Record<string, string> = {
  CreateTableAsStmt: `CREATE TABLE AS copies rows. ${inBackground}`,
  DoStmt:
    'A DO block cannot be checked. Write its statements, or let a background migration do it.',
  LockStmt:
    'LOCK TABLE keeps everybody out. Leave it out: each statement takes the locks that it needs.',
  MergeStmt: `MERGE. ${inBackground}`,
  ReindexStmt: 'Build the new index under another name, CONCURRENTLY.',
  SelectStmt: 'SELECT changes nothing, or calls what cannot be checked.',
  TransactionStmt: 'npm run migrate begins and commits transactions: leave this out.',
  TruncateStmt: 'TRUNCATE locks the table against reads and writes, and deletes what is in it.',
  VacuumStmt: 'Vacuum is left to autovacuum: leave this out.',
  VariableSetStmt:
    'SET would also hold for later migrations. npm run migrate sets timeouts: leave this out.',
};

function findIndexProblems(index: IndexStmt, knowledge: Knowledge): Problem[] {
  const table = index.relation?.relname;
  if (knowledge.isNew(table)) return [];
  // With `ON ONLY`, the statement changes only the catalogue of a partitioned table; ATTACH PARTITION completes the index.
  if (knowledge.isPartitioned(table)) {
    if (!index.relation?.inh) return [];
    return [
      blocks(
        `CREATE INDEX on the partitioned table "${table}" blocks writes. Write CREATE INDEX … ON ONLY, then CREATE INDEX ` +
          'CONCURRENTLY on each partition and ALTER INDEX … ATTACH PARTITION.',
      ),
    ];
  }
  if (!index.concurrent) {
    return [blocks(`CREATE INDEX blocks writes to "${table}". Write CREATE INDEX CONCURRENTLY.`)];
  }
  return index.idxname ? [] : [blocks('An index that is built CONCURRENTLY needs a name.')];
}

function findDropProblems(drop: DropStmt, knowledge: Knowledge): Problem[] {
  const { removeType, objects, concurrent } = drop;
  if (removeType === 'OBJECT_TABLE' && namesOf(objects).every((name) => knowledge.isNew(name))) {
    return [];
  }
  const problems = [
    drops('The release that is running may use what is dropped here. Drop it a release later.'),
  ];
  if (removeType === 'OBJECT_INDEX' && !concurrent) {
    problems.push(blocks('DROP INDEX locks its table. Write DROP INDEX CONCURRENTLY.'));
  }
  return problems;
}

/** Changes that affect only the catalogue, and take milliseconds after they got their lock. */
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

/** Finds the problems of an `ALTER TABLE`, given the earlier statements. */
function findAlterTableProblems(
  { relation, cmds = [], objtype }: AlterTableStmt,
  knowledge: Knowledge,
): Problem[] {
  // ALTER INDEX, VIEW, SEQUENCE and TYPE change the catalogue only.
  if (objtype !== 'OBJECT_TABLE') return [];
  const table = relation?.relname ?? '';
  const commands = cmds.flatMap((node) => ('AlterTableCmd' in node ? [node.AlterTableCmd] : []));
  return commands.flatMap((command) => {
    // Attaching a partition is checked even for a new table, because the partition may have rows.
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

/**
 * Functions that return the same value for the whole statement. If such a function is the default of a new column,
 * PostgreSQL stores the value only once.
 */
const stable = new Set(['now', 'statement_timestamp', 'transaction_timestamp']);

/** Whether an expression calls another function, which may be volatile. */
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

/**
 * Finds the problems of attaching a partition. PostgreSQL reads all its rows, unless a constraint proves that they belong
 * there.
 */
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
