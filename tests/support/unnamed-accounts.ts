import type { Node, SelectStmt, WithClause } from 'libpg-query';
import { namesOf, parseSql } from '#scripts/migration/parse-sql.ts';

/** For each table, the columns that name a row's owner. */
export type OwnerColumns = ReadonlyMap<string, readonly string[]>;

/** A table in a statement, with its alias. */
type Used = { table: string; alias: string };

/** The tables of one SELECT, UPDATE or DELETE, and its conditions in WHERE, ON and USING. */
type Scope = { used: Used[]; conditions: Node[]; using: string[] };

/**
 * Finds the tables of accounts that a statement reads or changes without naming the account or the message. Naming means
 * comparing an owner column for equality with a given value or with a column of another table. Conditions within an OR do
 * not count.
 *
 * @returns the names of the tables, each once
 */
export async function findUnnamedAccounts(sql: string, owners: OwnerColumns): Promise<string[]> {
  const found = new Set<string>();
  for (const { node } of await parseSql(sql)) {
    const own = new Set<string>();
    visit(node, (one) => {
      if ('CommonTableExpr' in one) own.add(one.CommonTableExpr.ctename ?? '');
    });
    visit(node, (one) => {
      const scope = toScope(one);
      if (!scope) return;
      for (const { table, alias } of scope.used) {
        const columns = own.has(table) ? undefined : owners.get(table);
        if (!columns) continue;
        const isAlone = scope.used.length === 1;
        if (columns.some((column) => scope.using.includes(column))) continue;
        const names = (column: Node | undefined) => isColumn(column, alias, columns, isAlone);
        if (!scope.conditions.some((condition) => isAbout(condition, names))) found.add(table);
      }
      if ('InsertStmt' in one) {
        const { relation, cols } = one.InsertStmt;
        const columns = owners.get(relation?.relname ?? '') ?? [];
        const given = (cols ?? []).map((col) => ('ResTarget' in col ? col.ResTarget.name : ''));
        if (columns.length > 0 && !columns.some((column) => given.includes(column)))
          found.add(relation?.relname ?? '');
      }
    });
  }
  return [...found];
}

/** Calls `see` with each typed node of the tree. */
function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, see);
  else if (typeof value === 'object' && value !== null) {
    const [kind, ...others] = Object.keys(value);
    if (kind && others.length === 0 && /^[A-Z]/.test(kind)) see(value as Node);
    for (const one of Object.values(value)) visit(one, see);
  }
}

function toScope(node: Node): Scope | null {
  if ('SelectStmt' in node) return scopeOf(node.SelectStmt.fromClause, node.SelectStmt);
  if ('InsertStmt' in node) return { used: [], conditions: [], using: [] };
  if ('UpdateStmt' in node) {
    const { relation, fromClause = [] } = node.UpdateStmt;
    return scopeOf([...(relation ? [{ RangeVar: relation }] : []), ...fromClause], node.UpdateStmt);
  }
  if ('DeleteStmt' in node) {
    const { relation, usingClause = [] } = node.DeleteStmt;
    return scopeOf(
      [...(relation ? [{ RangeVar: relation }] : []), ...usingClause],
      node.DeleteStmt,
    );
  }
  return null;
}

type Conditional = Pick<SelectStmt, 'whereClause'> & { withClause?: WithClause };

function scopeOf(from: Node[] | undefined, { whereClause }: Conditional): Scope {
  const scope: Scope = { used: [], conditions: andsOf(whereClause), using: [] };
  const add = (node: Node | undefined) => {
    if (!node) return;
    if ('RangeVar' in node) {
      const { relname: table = '', alias } = node.RangeVar;
      scope.used.push({ table, alias: alias?.aliasname ?? table });
    } else if ('JoinExpr' in node) {
      add(node.JoinExpr.larg);
      add(node.JoinExpr.rarg);
      scope.conditions.push(...andsOf(node.JoinExpr.quals));
      scope.using.push(...namesOf(node.JoinExpr.usingClause));
    }
  };
  for (const node of from ?? []) add(node);
  return scope;
}

function andsOf(condition: Node | undefined): Node[] {
  if (!condition) return [];
  if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR')
    return (condition.BoolExpr.args ?? []).flatMap(andsOf);
  return [condition];
}

/**
 * Whether a condition requires that an owner column, or a row value that begins with an owner column, equals a value.
 */
function isAbout(condition: Node, isColumn: (node: Node | undefined) => boolean): boolean {
  if (!('A_Expr' in condition)) return false;
  const { kind, name, lexpr, rexpr } = condition.A_Expr;
  const [operator] = namesOf(name);
  if (kind === 'AEXPR_IN' || (kind === 'AEXPR_OP_ANY' && operator === '=')) return isColumn(lexpr);
  if (lexpr && 'RowExpr' in lexpr) return isColumn(lexpr.RowExpr.args?.[0]);
  return kind === 'AEXPR_OP' && operator === '=' && (isColumn(lexpr) || isColumn(rexpr));
}

function isColumn(
  node: Node | undefined,
  alias: string,
  columns: readonly string[],
  isAlone: boolean,
): boolean {
  if (!node || !('ColumnRef' in node)) return false;
  const names = namesOf(node.ColumnRef.fields);
  const column = names.at(-1) ?? '';
  const of = names.at(-2);
  return columns.includes(column) && (of === undefined ? isAlone : of === alias);
}
