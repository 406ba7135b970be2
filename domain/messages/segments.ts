import { SegmentedMessage } from 'sms-segments-calculator';

export type MessageEncoding = 'gsm7' | 'ucs2';

/** Longest message that is accepted, in segments. */
export const maxSegments = 10;

/** Septets of one text alone, and of each part of a long one (3GPP TS 23.040, 9.2.3.24). */
const gsmAlone = 160;
const gsmPart = 153;

/** The same in UTF-16 code units. */
const ucs2Alone = 70;
const ucs2Part = 67;

/** More characters than fit into `maxSegments` in any encoding. */
const tooLong = maxSegments * gsmPart;

/**
 * The GSM 03.38 basic alphabet without `\r`: every character is one septet and stands alone, so
 * that counting is dividing. Everything else goes to the calculator, which is 300 times slower.
 */
const plainGsm = /^[@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;

/**
 * Counts the segments that a text takes, which is what is billed and what is sent.
 *
 * @returns the encoding and the number of segments; Infinity for text far beyond the limit
 */
export function countSegments(text: string): { encoding: MessageEncoding; segments: number } {
  if (text.length > tooLong) return { encoding: 'gsm7', segments: Number.POSITIVE_INFINITY };
  if (plainGsm.test(text)) {
    const segments = text.length <= gsmAlone ? 1 : Math.ceil(text.length / gsmPart);
    return { encoding: 'gsm7', segments };
  }
  const { encoding, parts } = calculate(text);
  return { encoding, segments: parts.length };
}

/** Splits a text into its segments, in order, by the same rules as `countSegments`. */
export function splitIntoSegments(text: string): { encoding: MessageEncoding; parts: string[] } {
  if (!plainGsm.test(text)) return calculate(text);
  if (text.length <= gsmAlone) return { encoding: 'gsm7', parts: [text] };
  const count = Math.ceil(text.length / gsmPart);
  const parts = Array.from({ length: count }, (_, i) => text.slice(i * gsmPart, (i + 1) * gsmPart));
  return { encoding: 'gsm7', parts };
}

/** By sms-segments-calculator, with its replacing of characters off: approved text stays as it is. */
function calculate(text: string): { encoding: MessageEncoding; parts: string[] } {
  const message = new SegmentedMessage(text, 'auto', false);
  if (message.encodingName === 'GSM-7') return { encoding: 'gsm7', parts: partsOf(message) };
  const parts = partsOf(message);
  // It keeps whole what a reader sees as one character, even one too long for any segment.
  const fits = parts.every((part) => part.length > 0 && part.length <= ucs2Alone);
  return { encoding: 'ucs2', parts: fits ? parts : splitByCodePoint(text) };
}

function partsOf(message: SegmentedMessage): string[] {
  return message.segments.map((segment) =>
    Array.from(segment)
      .filter((element) => !element.isUserDataHeader)
      .map((element) => element.raw)
      .join(''),
  );
}

/** Fills each part with as many whole code points as fit. */
function splitByCodePoint(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of text) {
    if (part.length + character.length > ucs2Part) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}
