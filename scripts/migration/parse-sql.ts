import { type Node, parse } from 'libpg-query';

export type Statement = {
  /** The text of the statement, without the preceding comments and without the semicolon. */
  text: string;
  /** The line of the file on which the statement begins, from 1. */
  line: number;
  /** The lines of the `--` comments between the previous statement and this statement, without the dashes. */
  comments: string[];
  /** The parse tree of the statement, by PostgreSQL's own grammar. */
  node: Node;
};

/**
 * Parses SQL with PostgreSQL's grammar, so that semicolons in strings, comments and function bodies do not end a statement.
 *
 * @throws Error with PostgreSQL's message if the text is not valid SQL
 */
export async function parseSql(sql: string): Promise<Statement[]> {
  // The parser rejects an empty text.
  if (sql.trim() === '') return [];
  // The parser's positions are in bytes, and point to the first word of a statement.
  const bytes = Buffer.from(sql);
  let end = 0;
  return ((await parse(sql)).stmts ?? []).map(
    ({ stmt, stmt_location: start = 0, stmt_len: length }) => {
      if (!stmt) throw new Error('a statement without content');
      const before = bytes.subarray(end, start).toString();
      end = length ? start + length : bytes.length;
      return {
        text: bytes.subarray(start, end).toString(),
        line: bytes.subarray(0, start).toString().split('\n').length,
        comments: [...before.matchAll(/--[ \t]*(.*)$/gm)].map(([, text = '']) => text.trim()),
        node: stmt,
      };
    },
  );
}

/** Returns the last part of each name in a list in the parse tree, such as the list of names in a `DROP`. */
export function namesOf(nodes: Node[] | undefined): string[] {
  return (nodes ?? []).flatMap((node) => {
    if ('String' in node) return [node.String.sval ?? ''];
    if ('List' in node) return namesOf(node.List.items).slice(-1);
    if ('TypeName' in node) return namesOf(node.TypeName.names).slice(-1);
    return [];
  });
}
