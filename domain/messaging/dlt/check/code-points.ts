/** The code points of a text. Lone surrogates stay as they are. */
export function toCodePoints(text: string): Uint32Array {
  const points = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const point = (unit & 0xfc00) === 0xd800 ? (text.codePointAt(at) as number) : unit;
    points[count] = point;
    count += 1;
    if (point > 0xffff) at += 1;
  }
  return count === points.length ? points : points.subarray(0, count);
}

/** The text of some code points. */
export function fromCodePoints(points: Uint32Array): string {
  let text = '';
  for (const point of points) text += String.fromCodePoint(point);
  return text;
}

export function isAt(points: Uint32Array, at: number, wanted: Uint32Array): boolean {
  if (at < 0 || at + wanted.length > points.length) return false;
  for (let i = 0; i < wanted.length; i += 1) if (points[at + i] !== wanted[i]) return false;
  return true;
}

/**
 * The failure function of Knuth, Morris and Pratt: for each length of a beginning of `wanted`, the longest shorter
 * beginning that it ends with. With it a search looks at each code point once, whatever the texts are.
 */
export function failuresOf(wanted: Uint32Array): Uint16Array {
  const failures = new Uint16Array(wanted.length + 1);
  let length = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    length = nextLength(wanted, failures, length, wanted[at] as number);
    failures[at + 1] = length;
  }
  return failures;
}

/**
 * How much of `wanted` ends at a code point.
 *
 * @param length how much of it ended before that code point
 */
export function nextLength(
  wanted: Uint32Array,
  failures: Uint16Array,
  length: number,
  point: number,
): number {
  let now = length === wanted.length ? (failures[length] as number) : length;
  while (now > 0 && wanted[now] !== point) now = failures[now] as number;
  return wanted[now] === point ? now + 1 : now;
}
