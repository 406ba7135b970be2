import type { Token } from 'marked';

/** The text of Markdown tokens, without markup. */
export const plainText = (tokens: Token[]): string => tokens.map(textOf).join('');

function textOf(token: Token): string {
  if ('tokens' in token && token.tokens) return plainText(token.tokens);
  if (token.type === 'br') return ' ';
  return 'text' in token ? token.text : '';
}

/** Converts a heading to the id by which links refer to it. */
export const slugify = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
