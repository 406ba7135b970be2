/**
 * Finds the last position at which a text may be cut without splitting a grapheme cluster, by the rules of Unicode Standard
 * Annex #29 (3.1.1). CR and LF count as two clusters, because they are two characters in SMS.
 *
 * Searches back only to the last character that certainly begins a cluster, so the time depends on the distance between
 * `from` and `to` and not on the length of the text.
 *
 * @param from the start of a cluster
 * @param to the last possible position, between `from` and the end of the text
 * @returns a position after `from`; `from` itself if the text cannot be cut before or at `to`
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

/**
 * The grapheme break property of code points (Unicode Standard Annex #29, 3.1), from GraphemeBreakProperty.txt of Unicode
 * 10, which sms-segments-calculator uses. The version is fixed, so that a text has the same number of segments under every
 * version of Node. A newer character has the class `other`. At worst, a segment then ends between a letter and its accent.
 *
 * The classes `lv` and `lvt` of Hangul syllables are computed below. Code points that are not listed have the class
 * `other`.
 */
const ranges = {
  control: `
    0000-001F 007F-009F 00AD 061C 180E 200B 200E-200F 2028-202E 2060-206F D800-DFFF FEFF FFF0-FFFB
    1BCA0-1BCA3 1D173-1D17A E0000-E001F E0080-E00FF E01F0-E0FFF`,
  extend: `
    0300-036F 0483-0489 0591-05BD 05BF 05C1-05C2 05C4-05C5 05C7 0610-061A 064B-065F 0670 06D6-06DC
    06DF-06E4 06E7-06E8 06EA-06ED 0711 0730-074A 07A6-07B0 07EB-07F3 0816-0819 081B-0823 0825-0827
    0829-082D 0859-085B 08D4-08E1 08E3-0902 093A 093C 0941-0948 094D 0951-0957 0962-0963 0981 09BC
    09BE 09C1-09C4 09CD 09D7 09E2-09E3 0A01-0A02 0A3C 0A41-0A42 0A47-0A48 0A4B-0A4D 0A51 0A70-0A71
    0A75 0A81-0A82 0ABC 0AC1-0AC5 0AC7-0AC8 0ACD 0AE2-0AE3 0AFA-0AFF 0B01 0B3C 0B3E-0B3F 0B41-0B44
    0B4D 0B56-0B57 0B62-0B63 0B82 0BBE 0BC0 0BCD 0BD7 0C00 0C3E-0C40 0C46-0C48 0C4A-0C4D 0C55-0C56
    0C62-0C63 0C81 0CBC 0CBF 0CC2 0CC6 0CCC-0CCD 0CD5-0CD6 0CE2-0CE3 0D00-0D01 0D3B-0D3C 0D3E
    0D41-0D44 0D4D 0D57 0D62-0D63 0DCA 0DCF 0DD2-0DD4 0DD6 0DDF 0E31 0E34-0E3A 0E47-0E4E 0EB1
    0EB4-0EB9 0EBB-0EBC 0EC8-0ECD 0F18-0F19 0F35 0F37 0F39 0F71-0F7E 0F80-0F84 0F86-0F87 0F8D-0F97
    0F99-0FBC 0FC6 102D-1030 1032-1037 1039-103A 103D-103E 1058-1059 105E-1060 1071-1074 1082
    1085-1086 108D 109D 135D-135F 1712-1714 1732-1734 1752-1753 1772-1773 17B4-17B5 17B7-17BD 17C6
    17C9-17D3 17DD 180B-180D 1885-1886 18A9 1920-1922 1927-1928 1932 1939-193B 1A17-1A18 1A1B 1A56
    1A58-1A5E 1A60 1A62 1A65-1A6C 1A73-1A7C 1A7F 1AB0-1ABE 1B00-1B03 1B34 1B36-1B3A 1B3C 1B42
    1B6B-1B73 1B80-1B81 1BA2-1BA5 1BA8-1BA9 1BAB-1BAD 1BE6 1BE8-1BE9 1BED 1BEF-1BF1 1C2C-1C33
    1C36-1C37 1CD0-1CD2 1CD4-1CE0 1CE2-1CE8 1CED 1CF4 1CF8-1CF9 1DC0-1DF9 1DFB-1DFF 200C 20D0-20F0
    2CEF-2CF1 2D7F 2DE0-2DFF 302A-302F 3099-309A A66F-A672 A674-A67D A69E-A69F A6F0-A6F1 A802 A806
    A80B A825-A826 A8C4-A8C5 A8E0-A8F1 A926-A92D A947-A951 A980-A982 A9B3 A9B6-A9B9 A9BC A9E5
    AA29-AA2E AA31-AA32 AA35-AA36 AA43 AA4C AA7C AAB0 AAB2-AAB4 AAB7-AAB8 AABE-AABF AAC1 AAEC-AAED
    AAF6 ABE5 ABE8 ABED FB1E FE00-FE0F FE20-FE2F FF9E-FF9F 101FD 102E0 10376-1037A 10A01-10A03
    10A05-10A06 10A0C-10A0F 10A38-10A3A 10A3F 10AE5-10AE6 11001 11038-11046 1107F-11081
    110B3-110B6 110B9-110BA 11100-11102 11127-1112B 1112D-11134 11173 11180-11181 111B6-111BE
    111CA-111CC 1122F-11231 11234 11236-11237 1123E 112DF 112E3-112EA 11300-11301 1133C 1133E
    11340 11357 11366-1136C 11370-11374 11438-1143F 11442-11444 11446 114B0 114B3-114B8 114BA
    114BD 114BF-114C0 114C2-114C3 115AF 115B2-115B5 115BC-115BD 115BF-115C0 115DC-115DD
    11633-1163A 1163D 1163F-11640 116AB 116AD 116B0-116B5 116B7 1171D-1171F 11722-11725
    11727-1172B 11A01-11A06 11A09-11A0A 11A33-11A38 11A3B-11A3E 11A47 11A51-11A56 11A59-11A5B
    11A8A-11A96 11A98-11A99 11C30-11C36 11C38-11C3D 11C3F 11C92-11CA7 11CAA-11CB0 11CB2-11CB3
    11CB5-11CB6 11D31-11D36 11D3A 11D3C-11D3D 11D3F-11D45 11D47 16AF0-16AF4 16B30-16B36
    16F8F-16F92 1BC9D-1BC9E 1D165 1D167-1D169 1D16E-1D172 1D17B-1D182 1D185-1D18B 1D1AA-1D1AD
    1D242-1D244 1DA00-1DA36 1DA3B-1DA6C 1DA75 1DA84 1DA9B-1DA9F 1DAA1-1DAAF 1E000-1E006
    1E008-1E018 1E01B-1E021 1E023-1E024 1E026-1E02A 1E8D0-1E8D6 1E944-1E94A E0020-E007F
    E0100-E01EF`,
  spacingMark: `
    0903 093B 093E-0940 0949-094C 094E-094F 0982-0983 09BF-09C0 09C7-09C8 09CB-09CC 0A03 0A3E-0A40
    0A83 0ABE-0AC0 0AC9 0ACB-0ACC 0B02-0B03 0B40 0B47-0B48 0B4B-0B4C 0BBF 0BC1-0BC2 0BC6-0BC8
    0BCA-0BCC 0C01-0C03 0C41-0C44 0C82-0C83 0CBE 0CC0-0CC1 0CC3-0CC4 0CC7-0CC8 0CCA-0CCB 0D02-0D03
    0D3F-0D40 0D46-0D48 0D4A-0D4C 0D82-0D83 0DD0-0DD1 0DD8-0DDE 0DF2-0DF3 0E33 0EB3 0F3E-0F3F 0F7F
    1031 103B-103C 1056-1057 1084 17B6 17BE-17C5 17C7-17C8 1923-1926 1929-192B 1930-1931 1933-1938
    1A19-1A1A 1A55 1A57 1A6D-1A72 1B04 1B35 1B3B 1B3D-1B41 1B43-1B44 1B82 1BA1 1BA6-1BA7 1BAA 1BE7
    1BEA-1BEC 1BEE 1BF2-1BF3 1C24-1C2B 1C34-1C35 1CE1 1CF2-1CF3 1CF7 A823-A824 A827 A880-A881
    A8B4-A8C3 A952-A953 A983 A9B4-A9B5 A9BA-A9BB A9BD-A9C0 AA2F-AA30 AA33-AA34 AA4D AAEB AAEE-AAEF
    AAF5 ABE3-ABE4 ABE6-ABE7 ABE9-ABEA ABEC 11000 11002 11082 110B0-110B2 110B7-110B8 1112C 11182
    111B3-111B5 111BF-111C0 1122C-1122E 11232-11233 11235 112E0-112E2 11302-11303 1133F
    11341-11344 11347-11348 1134B-1134D 11362-11363 11435-11437 11440-11441 11445 114B1-114B2
    114B9 114BB-114BC 114BE 114C1 115B0-115B1 115B8-115BB 115BE 11630-11632 1163B-1163C 1163E
    116AC 116AE-116AF 116B6 11720-11721 11726 11A07-11A08 11A39 11A57-11A58 11A97 11C2F 11C3E
    11CA9 11CB1 11CB4 16F51-16F7E 1D166 1D16D`,
  prepend: '0600-0605 06DD 070F 08E2 0D4E 110BD 111C2-111C3 11A3A 11A86-11A89 11D46',
  zwj: '200D',
  regional: '1F1E6-1F1FF',
  emojiBase: `
    261D 26F9 270A-270D 1F385 1F3C2-1F3C4 1F3C7 1F3CA-1F3CC 1F442-1F443 1F446-1F450 1F46E
    1F470-1F478 1F47C 1F481-1F483 1F485-1F487 1F4AA 1F574-1F575 1F57A 1F590 1F595-1F596
    1F645-1F647 1F64B-1F64F 1F6A3 1F6B4-1F6B6 1F6C0 1F6CC 1F918-1F91C 1F91E-1F91F 1F926
    1F930-1F939 1F93D-1F93E 1F9D1-1F9DD`,
  emojiModifier: '1F3FB-1F3FF',
  glueAfterZwj: `
    2640 2642 2695-2696 2708 2764 1F308 1F33E 1F373 1F393 1F3A4 1F3A8 1F3EB 1F3ED 1F48B
    1F4BB-1F4BC 1F527 1F52C 1F5E8 1F680 1F692`,
  emojiBaseGlue: '1F466-1F469',
  l: '1100-115F A960-A97C',
  v: '1160-11A7 D7B0-D7C6',
  t: '11A8-11FF D7CB-D7FB',
};

const names = ['other', 'lv', 'lvt', ...Object.keys(ranges)] as const;

/** The number of a class; see `graphemeClass`. */
type GraphemeClass = number;

type Name = 'other' | 'lv' | 'lvt' | keyof typeof ranges;

/** The number of each class. */
const graphemeClass = Object.fromEntries(names.map((name, number) => [name, number])) as Record<
  Name,
  GraphemeClass
>;

/** The class of each code point of the first two planes, which contain nearly all characters of texts. */
const planes = new Uint8Array(0x20000);

/** The ranges in higher planes. */
const above: { first: number; last: number; number: GraphemeClass }[] = [];

for (const [name, text] of Object.entries(ranges)) {
  const number = graphemeClass[name as Name];
  for (const range of text.trim().split(/\s+/)) {
    const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
    if (first < planes.length) planes.fill(number, first, last + 1);
    else above.push({ first, last, number });
  }
}
// Hangul syllables are encoded in the order of their parts. Each syllable has one of 28 finals, of which the first means
// that there is no final.
for (let code = 0xac00; code <= 0xd7a3; code += 1) {
  planes[code] = (code - 0xac00) % 28 === 0 ? graphemeClass.lv : graphemeClass.lvt;
}

function findGraphemeClass(codePoint: number): GraphemeClass {
  return (
    planes[codePoint] ??
    above.find(({ first, last }) => first <= codePoint && codePoint <= last)?.number ??
    graphemeClass.other
  );
}

const classAt = (text: string, at: number) => findGraphemeClass(text.codePointAt(at) ?? 0);

const widthAt = (text: string, at: number) => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/**
 * Whether a cluster begins at this position regardless of the preceding text. Letters and control characters always begin a
 * cluster.
 */
function isCertainBreak(text: string, at: number): boolean {
  const isInsidePair = widthAt(text, at - 1) === 2;
  const own = isInsidePair ? graphemeClass.extend : classAt(text, at);
  if (own === graphemeClass.control) return true;
  if (own !== graphemeClass.other) return false;
  const isAfterPair = at > 1 && widthAt(text, at - 2) === 2;
  return classAt(text, at - (isAfterPair ? 2 : 1)) !== graphemeClass.prepend;
}

/** The state of a cluster that the rules need: its length, and the classes of its second and its last two code points. */
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
  isExtended: first === graphemeClass.extend,
});

const grown = ({ length, second, last, isExtended }: Cluster, next: GraphemeClass): Cluster => ({
  length: length + 1,
  second: second ?? next,
  lastButOne: last,
  last: next,
  isExtended: isExtended || next === graphemeClass.extend,
});

const isEmojiBase = (one: GraphemeClass | null) =>
  one === graphemeClass.emojiBase || one === graphemeClass.emojiBaseGlue;

/**
 * Whether a code point belongs to the cluster before it (rules GB4 to GB13). Two cases follow the stricter rules of
 * sms-segments-calculator, to get the same counts: a flag can have only one mark, and between an emoji and its skin tone
 * there can be at most one mark.
 */
function joins(cluster: Cluster, next: GraphemeClass): boolean {
  const { last, length } = cluster;
  if (cluster.second === graphemeClass.regional && last !== graphemeClass.regional) return false;
  if (last === graphemeClass.control || next === graphemeClass.control) return false;
  if (joinsSyllable(last, next)) return true;
  if (
    next === graphemeClass.extend ||
    next === graphemeClass.zwj ||
    next === graphemeClass.spacingMark
  )
    return true;
  if (last === graphemeClass.prepend) return true;
  if (next === graphemeClass.emojiModifier) {
    return cluster.isExtended
      ? last === graphemeClass.extend && isEmojiBase(cluster.lastButOne)
      : isEmojiBase(last);
  }
  if (next === graphemeClass.glueAfterZwj || next === graphemeClass.emojiBaseGlue)
    return last === graphemeClass.zwj;
  return next === graphemeClass.regional && last === graphemeClass.regional && length === 1;
}

/** Whether a code point continues a Hangul syllable (rules GB6 to GB8). */
function joinsSyllable(last: GraphemeClass, next: GraphemeClass): boolean {
  if (last === graphemeClass.l)
    return [graphemeClass.l, graphemeClass.v, graphemeClass.lv, graphemeClass.lvt].includes(next);
  if (last === graphemeClass.lv || last === graphemeClass.v)
    return next === graphemeClass.v || next === graphemeClass.t;
  return (last === graphemeClass.lvt || last === graphemeClass.t) && next === graphemeClass.t;
}
