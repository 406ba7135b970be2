import type { ImportOptions } from './contract.browser.ts';

const lineBreakTag = /(?:<|&lt;)br ?\/?(?:>|&gt;)(?:\r\n|\n|\r)?/gi;

const characterNames: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** In one pass, so that `&amp;lt;` becomes `&lt;`. What names no character stays. */
const decodeHtml = (text: string): string =>
  text.replace(
    /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (all, name, number, hex) => {
      if (name !== undefined) return characterNames[(name as string).toLowerCase()] as string;
      const point = number === undefined ? Number.parseInt(hex, 16) : Number(number);
      if (point === 0xa0) return ' ';
      const isCharacter = point > 0x1f && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
      return isCharacter ? String.fromCodePoint(point) : all;
    },
  );

/**
 * Reads the text of a template from a cell. Some exports write HTML: as no text of DLT can have a `<`, `<br>` certainly is a
 * line break, and names of characters beside one are certainly HTML too.
 *
 * @returns the body, and what a person should compare with the portal
 */
export function readBody(
  cell: string,
  { strip_trailing, strip_leading, plain_newlines, decode_html }: ImportOptions,
): { body: string; notes: string[] } {
  const withBreaks = cell.replace(lineBreakTag, '\n');
  const isHtml = withBreaks !== cell;
  let body = isHtml || decode_html ? decodeHtml(withBreaks) : withBreaks;
  if (plain_newlines) body = body.replace(/\r\n?/g, '\n');
  if (strip_leading) body = body.replace(/^[ \t\u00a0]+/gm, '');
  if (strip_trailing) body = body.trimEnd();
  const notes = [
    ...(isHtml ? ['Its <br> were read as line breaks: compare it with your portal.'] : []),
    ...(body.includes('\r')
      ? [
          'Its line breaks are those of Windows. Messages may have either kind, and are sent with those of the template; `plain_newlines` reads them as plain ones, if they are of the export.',
        ]
      : []),
  ];
  return { body, notes };
}
