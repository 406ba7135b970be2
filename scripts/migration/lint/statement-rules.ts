import type { DeleteStmt, DropStmt, IndexStmt, Node, ObjectType, UpdateStmt } from 'libpg-query';
import { namesOf } from '../parse-sql.ts';
import { findAlterTableProblems } from './alter-table-rules.ts';
import type { Knowledge } from './knowledge.ts';
import { blocks, drops, type Problem } from './problem.ts';

/** Statements that change the catalogue only, and lock nothing that the product writes for longer than that takes. */
const harmless = new Set([
  'AlterEnumStmt',
  'AlterSeqStmt',
  'CommentStmt',
  'CompositeTypeStmt',
  'CreateDomainStmt',
  'CreateEnumStmt',
  'CreateFunctionStmt',
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

/** What is wrong with a statement, given those before it. */
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
    // A WITH may change another table.
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

/** Statements that are never needed here, or cannot be looked into. */
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
  // `ON ONLY` of a partitioned table adds to the catalogue only, and is completed by ATTACH PARTITION.
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
