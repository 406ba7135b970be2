/** How strong a text is drawn. */
export type Weight = 'plain' | 'strong' | 'title';

/** A part of a font, for some characters. */
export type FontSubset = 'latin' | 'latin-ext' | 'devanagari';

/**
 * The files of the fonts, in their packages. They are read by name, so no bundler finds them: what lays out a
 * release (scripts/release/parts.ts) takes them from here.
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
