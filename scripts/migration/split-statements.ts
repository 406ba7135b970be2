/**
 * The statements of a migration, without its `--` comments. A semicolon ends a statement, except in the body
 * of a function, between `$$`.
 */
export function splitStatements(script: string): string[] {
  const statements = [''];
  for (const [i, part] of script.replaceAll(/--.*$/gm, '').split('$$').entries()) {
    const [first = '', ...others] = i % 2 === 1 ? [`$$${part}$$`] : part.split(';');
    statements.push(`${statements.pop()}${first}`, ...others);
  }
  return statements.filter((statement) => statement.trim() !== '');
}
