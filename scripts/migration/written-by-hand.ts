import { splitStatements } from './split-statements.ts';

const creates = [
  /\bCONSTRAINT\s+"?(\w+)"?\s+(?:CHECK|EXCLUDE)\b/gi,
  // With a condition or on an expression, which schema.prisma cannot express.
  /^\s*CREATE\s+(?:UNIQUE\s+)?INDEX\s+"?(\w+)"?\s[\s\S]*(?:\bWHERE\b|\([^()]*\()/gi,
  /^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?TRIGGER\s+"?(\w+)"?/gi,
];
const drops = /\bDROP\s+(?:CONSTRAINT|INDEX|TRIGGER)\s+(?:IF\s+EXISTS\s+)?"?(\w+)"?/gi;
const renames =
  /^\s*ALTER\s[\s\S]*?"?(\w+)"?(?:\s+ON\s+"?\w+"?)?\s+RENAME(?:\s+CONSTRAINT\s+"?(\w+)"?)?\s+TO\s+"?(\w+)"?/gi;

/**
 * The constraints, indexes and triggers that a database has after these migrations and that schema.prisma
 * cannot express: CHECK and EXCLUDE, indexes with a condition or on an expression, triggers.
 *
 * @param scripts the SQL of each migration, oldest first
 * @returns their names in alphabetical order
 */
export function listHandWrittenConstraints(scripts: string[]): string[] {
  const names = new Set<string>();
  for (const statement of scripts.flatMap(splitStatements)) {
    for (const pattern of creates) {
      for (const [, name = ''] of statement.matchAll(pattern)) names.add(name);
    }
    for (const [, name = ''] of statement.matchAll(drops)) names.delete(name);
    for (const [, what = '', constraint = what, renamed = ''] of statement.matchAll(renames)) {
      if (names.delete(constraint)) names.add(renamed);
    }
  }
  return [...names].sort();
}
