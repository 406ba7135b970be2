/** Characters and pairs that are read as one another, each with what stands for all of them. */
const readAs: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[1il]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
  [/8/g, 'b'],
  [/2/g, 'z'],
  [/6/g, 'g'],
];

/**
 * What a header looks like: the same text for headers that a recipient may take for one another, such as `HDFCBK`,
 * `hdfcbk` and `HDFC8K`. Headers of digits alone are numbers, and look like themselves.
 */
export const likenessOf = (header: string): string =>
  /^\d+$/.test(header)
    ? header
    : readAs.reduce((text, [same, one]) => text.replace(same, one), header.toLowerCase());
