import {
  findGraphemeClass,
  type GraphemeClass,
  graphemeClass as of,
} from './grapheme-classes.browser.ts';

/**
 * Finds the last place where a text may be cut without parting what a reader sees as one character,
 * by the rules of Unicode Standard Annex #29 (3.1.1). CR and LF are two characters, as on the air.
 *
 * Looks back only as far as the last letter that begins a character for certain, so that the time
 * depends on the distance between `from` and `to`, not on the text.
 *
 * @param from where a character begins
 * @param to the furthest place, between `from` and the text's end
 * @returns a place after `from`, or `from` if there is none up to `to`
 */
export function lastGraphemeBreak(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && !isCertainBreak(text, at)) at -= 1;

  let last = at;
  let cluster = clusterOf(classAt(text, at));
  for (at += widthAt(text, at); at <= to; at += widthAt(text, at)) {
    const next = classAt(text, at);
    if (joins(cluster, next)) {
      cluster = grown(cluster, next);
    } else {
      last = at;
      cluster = clusterOf(next);
    }
  }
  return last;
}

const classAt = (text: string, at: number) => findGraphemeClass(text.codePointAt(at) ?? 0);

const widthAt = (text: string, at: number) => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** Whether a character begins here whatever comes before: a letter or a control character does. */
function isCertainBreak(text: string, at: number): boolean {
  const isInsidePair = widthAt(text, at - 1) === 2;
  const own = isInsidePair ? of.extend : classAt(text, at);
  if (own === of.control) return true;
  if (own !== of.other) return false;
  const isAfterPair = at > 1 && widthAt(text, at - 2) === 2;
  return classAt(text, at - (isAfterPair ? 2 : 1)) !== of.prepend;
}

/** What the rules ask of a cluster so far: its last two code points, its second, and its length. */
type Cluster = {
  length: number;
  second: GraphemeClass | null;
  lastButOne: GraphemeClass | null;
  last: GraphemeClass;
  isExtended: boolean;
};

const clusterOf = (first: GraphemeClass): Cluster => ({
  length: 1,
  second: null,
  lastButOne: null,
  last: first,
  isExtended: first === of.extend,
});

const grown = ({ length, second, last, isExtended }: Cluster, next: GraphemeClass): Cluster => ({
  length: length + 1,
  second: second ?? next,
  lastButOne: last,
  last: next,
  isExtended: isExtended || next === of.extend,
});

const isEmojiBase = (one: GraphemeClass | null) => one === of.emojiBase || one === of.emojiBaseGlue;

/**
 * Whether a code point belongs to the cluster before it: rules GB4 to GB13. In two places
 * sms-segments-calculator reads them more narrowly, and so do we, to count as it does: a flag takes
 * one mark only, and a skin tone follows an emoji with at most one mark in between.
 */
function joins(cluster: Cluster, next: GraphemeClass): boolean {
  const { last, length } = cluster;
  if (cluster.second === of.regional && last !== of.regional) return false;
  if (last === of.control || next === of.control) return false;
  if (joinsSyllable(last, next)) return true;
  if (next === of.extend || next === of.zwj || next === of.spacingMark) return true;
  if (last === of.prepend) return true;
  if (next === of.emojiModifier) {
    return cluster.isExtended
      ? last === of.extend && isEmojiBase(cluster.lastButOne)
      : isEmojiBase(last);
  }
  if (next === of.glueAfterZwj || next === of.emojiBaseGlue) return last === of.zwj;
  return next === of.regional && last === of.regional && length === 1;
}

/** Hangul: rules GB6 to GB8. */
function joinsSyllable(last: GraphemeClass, next: GraphemeClass): boolean {
  if (last === of.l) return [of.l, of.v, of.lv, of.lvt].includes(next);
  if (last === of.lv || last === of.v) return next === of.v || next === of.t;
  return (last === of.lvt || last === of.t) && next === of.t;
}
