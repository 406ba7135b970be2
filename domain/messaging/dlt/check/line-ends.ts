import type { TemplateParts } from '../registry/parse-template.browser.ts';
import type { Span } from './match-template.ts';

/**
 * The text with each line end as a newline. HTML forms send CRLF (HTML standard, multipart/form-data and urlencoded), so
 * portals store it for what was typed, while programs send LF: a difference that no person can see or mend.
 */
export const withPlainLineEnds = (text: string): string =>
  text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;

/** The place in a text of a place in what `withPlainLineEnds` makes of it, both in code points. */
export function placeInOriginal(text: string, position: number): number {
  let place = 0;
  let plain = 0;
  let previous = '';
  for (const character of text) {
    // The LF of a CRLF has no place of its own.
    if (!(character === '\n' && previous === '\r')) {
      if (plain === position) return place;
      plain += 1;
    }
    place += 1;
    previous = character;
  }
  return place;
}

/**
 * A message as its template is registered: its line ends are those of the template, its values those of the message.
 * Operators compare what leaves with the registered text.
 *
 * @param plain the message with plain line ends
 * @param spans of its values, in code points
 */
export function withLineEndsOf(
  { texts }: Pick<TemplateParts, 'texts'>,
  plain: string,
  spans: readonly Span[],
): string {
  const characters = [...plain];
  const values = spans.map(({ from, to }) => characters.slice(from, to).join(''));
  return texts.map((text, at) => text + (values[at] ?? '')).join('');
}
