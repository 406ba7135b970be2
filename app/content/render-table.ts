import type { Tokens } from 'marked';

type Cell = Tokens.TableCell;

/**
 * Renders a table. On a phone its rows become blocks, so with more than two columns each cell has its
 * column's name as a label. In a table without column headers the first cell of each row is its header.
 *
 * @param render a cell's content as HTML
 */
export function renderTable(
  { header, rows }: Tokens.Table,
  render: (cell: Cell) => string,
): string {
  const named = header.some(({ text }) => text !== '');
  // An empty `<th>` fails accessibility checks.
  const head = header.map((cell) =>
    cell.text === '' ? '<td></td>' : `<th scope="col">${render(cell)}</th>`,
  );
  const body = rows.map((row) => {
    const cells = row.map((cell, i) => {
      if (!named && i === 0) return `<th scope="row">${render(cell)}</th>`;
      const label = i > 0 && header.length > 2 ? header[i]?.text.replaceAll('`', '') : '';
      return `<td${label ? ` data-label="${label}"` : ''}>${render(cell)}</td>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  const thead = named ? `<thead><tr>${head.join('')}</tr></thead>\n` : '';
  return `<table>\n${thead}<tbody>\n${body.join('\n')}\n</tbody>\n</table>\n`;
}
