import type { AlterTableStmt, Constraint, Node, RenameStmt } from 'libpg-query';
import { namesOf, parseSql } from './parse-sql.ts';

/**
 * Lists the constraints, indexes and triggers that a database has after these migrations but that schema.prisma cannot express:
 * CHECK and EXCLUDE constraints, indexes with a condition or on an expression, and triggers.
 *
 * @param scripts the SQL of all migrations, oldest first
 * @returns the names of the constraints, indexes and triggers, in alphabetical order
 */
export async function listHandWrittenConstraints(scripts: string[]): Promise<string[]> {
  const names = new Set<string>();
  for (const script of scripts) {
    for (const { node } of await parseSql(script)) follow(node, names);
  }
  return [...names].sort();
}

/** Applies the effect of a statement to the set of names. */
function follow(node: Node, names: Set<string>): void {
  if ('CreateStmt' in node) addConstraints(node.CreateStmt.tableElts, names);
  if ('AlterTableStmt' in node) followAlterTable(node.AlterTableStmt, names);
  if ('CreateTrigStmt' in node) names.add(node.CreateTrigStmt.trigname ?? '');
  if ('RenameStmt' in node) followRename(node.RenameStmt, names);
  if ('IndexStmt' in node) {
    const { idxname = '', whereClause, indexParams = [] } = node.IndexStmt;
    const isOnExpression = indexParams.some(
      (param) => 'IndexElem' in param && param.IndexElem.expr,
    );
    if (whereClause || isOnExpression) names.add(idxname);
  }
  if ('DropStmt' in node && /INDEX|TRIGGER/.test(node.DropStmt.removeType ?? '')) {
    for (const name of namesOf(node.DropStmt.objects)) names.delete(name);
  }
}

/** @param elements columns and constraints of a table */
function addConstraints(elements: Node[] | undefined, names: Set<string>): void {
  for (const element of elements ?? []) {
    if ('ColumnDef' in element) addConstraints(element.ColumnDef.constraints, names);
    if ('Constraint' in element && isByHand(element.Constraint)) {
      names.add(element.Constraint.conname ?? '');
    }
  }
}

const isByHand = ({ contype }: Constraint) =>
  contype === 'CONSTR_CHECK' || contype === 'CONSTR_EXCLUSION';

function followAlterTable({ cmds = [] }: AlterTableStmt, names: Set<string>): void {
  for (const command of cmds) {
    if (!('AlterTableCmd' in command)) continue;
    const { subtype, def, name = '' } = command.AlterTableCmd;
    if (subtype === 'AT_DropConstraint') names.delete(name);
    else if (def) addConstraints([def], names);
  }
}

/** Follows a rename. The old name of a constraint or trigger is in `subname`, and that of an index in `relation`. */
function followRename(statement: RenameStmt, names: Set<string>): void {
  const { relation, subname = relation?.relname ?? '', newname = '' } = statement;
  if (names.delete(subname)) names.add(newname);
}
