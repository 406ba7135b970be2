import {
  describeWideCharacter,
  findWideCharacters,
} from '#domain/messaging/messages/explain-encoding.browser.ts';
import { type Finding, finding } from './verdicts.ts';

/** Warns of characters for which a text in Latin letters is sent as UCS-2, and so in more segments. */
export function findWideText(text: string): Finding[] {
  const found = findWideCharacters(text);
  const [first] = found;
  if (!first) return [];
  const detail = `The text is sent as UCS-2, with 70 characters a segment instead of 160: ${found
    .map(describeWideCharacter)
    .join(' ')}`;
  return [
    finding('dlt_text_in_ucs2', 'message', {
      position: first.position,
      detail,
      character: first.codePoint,
    }),
  ];
}
