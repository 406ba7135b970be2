import type { Token, Tokens } from 'marked';
import { errorCatalogue } from '#domain/shared/errors.browser.ts';
import { plainText, slugify } from '../plain-text.ts';
import type { Passage } from './contract.ts';

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
