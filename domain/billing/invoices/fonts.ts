/** Text styles of the invoice. */
export type Weight = 'plain' | 'strong' | 'title';

/** A font file that covers one range of characters. */
export type FontSubset = 'latin' | 'latin-ext' | 'devanagari';

/**
 * The font files, as package paths. They are read by name at run time, so no bundler finds them;
 * scripts/release/parts.ts copies them into a release from this list.
 */
export const fontFiles: Record<Weight, Record<FontSubset, string>> = {
  plain: inter(400),
  strong: inter(600),
  title: {
    ...inter(400),
    latin: '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff',
  },
};

function inter(weight: 400 | 600): Record<FontSubset, string> {
  return {
    latin: `@fontsource/inter/files/inter-latin-${weight}-normal.woff`,
    'latin-ext': `@fontsource/inter/files/inter-latin-ext-${weight}-normal.woff`,
    devanagari:
      '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff',
  };
}
