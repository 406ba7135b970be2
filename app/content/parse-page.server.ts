import { Marked, type Token, type Tokens } from 'marked';
import { errorCatalogue, invariant } from '#domain/shared/errors.browser.ts';
import { type Block, type Page, type Passage, plainText, slugify } from './docs.ts';
import { highlight } from './highlight.server.ts';

type Cell = Tokens.TableCell;

/**
 * Renders a table. On a phone, rows become blocks, and with more than two columns each cell is labelled with its column's
 * name. In a table without column headers, the first cell of each row is the row's header.
 *
 * @param render a cell's content as HTML
 */
function renderTable({ header, rows }: Tokens.Table, render: (cell: Cell) => string): string {
  const named = header.some(({ text }) => text !== '');
  // An empty `<th>` would fail accessibility checks.
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

/** Renders the Markdown files of this repository. The HTML in these files is trusted. */
const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      const id = slugify(text);
      const inner = this.parser.parseInline(tokens);
      return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`;
    },
    table(token) {
      return renderTable(token, (cell) => this.parser.parseInline(cell.tokens));
    },
  },
});

/**
 * Parses a page: a `# title`, a first paragraph that becomes the description, and the rest. A fenced block is highlighted,
 * and the text after the language is its title. A block of language `sample` contains `name: title` and inserts this sample.
 * A block of language `errors` inserts the error catalogue, and `verdicts` inserts the catalogue of DLT errors.
 *
 * @param markdown with placeholders `{{name}}` for `values[name]`
 */
export function parsePage(markdown: string, values: Record<string, string> = {}): Page {
  const [title, lead, ...rest] = tokenizeMarkdown(markdown, values);
  invariant(title?.type === 'heading' && lead?.type === 'paragraph', 'a page has title and lead');
  return {
    title: title.text,
    description: plainText(lead.tokens ?? []),
    blocks: toBlocks([lead, ...rest]),
    headings: listHeadings(rest),
  };
}

export const tokenizeMarkdown = (markdown: string, values: Record<string, string>): Token[] =>
  marked.lexer(fillIn(markdown, values)).filter(({ type }) => type !== 'space');

/** Replaces the placeholders `{{name}}` with `values[name]`. */
export const fillIn = (markdown: string, values: Record<string, string>): string =>
  markdown.replaceAll(/\{\{([\w:-]+)\}\}/g, (_all, name: string) => {
    const value = values[name];
    invariant(value !== undefined, `the page's {{${name}}} has a value`);
    return value;
  });

/** The name and title of a sample in a block of language `sample`. */
export function parseSample(text: string): { name: string; title: string } {
  const [, name = '', title = ''] = text.match(/^([\w-]+):\s*(.+)$/) ?? [];
  invariant(name, `"${text}" names a sample and its title`);
  return { name, title };
}

function listHeadings(tokens: Token[]): Page['headings'] {
  const all = tokens.filter((token): token is Tokens.Heading => token.type === 'heading');
  const ids = all.map(({ text }) => slugify(text));
  for (const id of ids) invariant(ids.indexOf(id) === ids.lastIndexOf(id), `#${id} is there once`);
  return all
    .filter(({ depth }) => depth === 2)
    .map(({ text, tokens }) => ({ id: slugify(text), text: plainText(tokens) }));
}

function toBlocks(tokens: Token[]): Block[] {
  const blocks: Block[] = [];
  for (const token of tokens) {
    if (token.type === 'code') blocks.push(toCodeBlock(token as Tokens.Code));
    else {
      const html = marked.parser([token]);
      const last = blocks.at(-1);
      // Each section is a block, because browsers lay out blocks one at a time.
      const isNew = token.type === 'heading' && token.depth === 2;
      if (last?.kind === 'prose' && !isNew) last.html += html;
      else blocks.push({ kind: 'prose', html });
    }
  }
  return blocks;
}

function toCodeBlock({ lang = '', text }: Tokens.Code): Block {
  if (lang === 'errors' || lang === 'verdicts') return { kind: lang };
  if (lang === 'sample') return { kind: 'sample', ...parseSample(text) };
  const [, language = '', title = ''] = lang.match(/^(\S*)\s*(.*)$/) ?? [];
  return { kind: 'code', language, title: title || null, text, html: highlight(text, language) };
}

/** Splits a page into passages. Each error of the catalogue is a separate passage, because each has an anchor. */
export function toPassages(tokens: Token[], page: { title: string; path: string }): Passage[] {
  const passages: Passage[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { depth, text, tokens: inner } = token as Tokens.Heading;
      // The title has no anchor, because it stands for the whole page.
      const path = depth === 1 ? page.path : `${page.path}#${slugify(text)}`;
      const passage = { path, page: page.title, heading: plainText(inner), text: '' };
      passages.push(isCode(inner) ? { ...passage, isReference: true } : passage);
    } else if (token.type === 'code' && token.lang === 'errors') {
      passages.push(...toErrorPassages(page));
    } else if (token.type === 'code' && token.lang !== 'sample') {
      const passage = passages.at(-1);
      if (passage) passage.code = `${passage.code ?? ''} ${token.text}`.trim();
    } else {
      const passage = passages.at(-1);
      if (passage) passage.text = `${passage.text} ${toText(token)}`.trim();
    }
  }
  return passages;
}

/** Whether a heading is only a name in code: an entry of a catalogue, such as a type of event. */
const isCode = (heading: Token[]) => heading.every(({ type }) => type === 'codespan');

const toErrorPassages = ({ title, path }: { title: string; path: string }): Passage[] =>
  Object.entries(errorCatalogue).map(([code, message]) => ({
    path: `${path}#${code}`,
    page: title,
    heading: code,
    text: message,
    isReference: true,
  }));

/** The text of a block; cells and list items are separated by spaces. */
function toText(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flatMap((row) => row.map(({ tokens }) => plainText(tokens))).join(' ');
  }
  if (token.type === 'list') {
    const { items } = token as Tokens.List;
    return items.map(({ tokens }) => tokens.map(toText).join(' ')).join(' ');
  }
  // The title of a sample, without its name.
  if (token.type === 'code' && token.lang === 'sample')
    return token.text.replace(/^[\w-]+:\s*/, '');
  if ('tokens' in token && token.tokens) return token.tokens.map(toText).join('');
  return plainText([token]);
}
