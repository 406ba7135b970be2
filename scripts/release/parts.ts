import { fontFiles } from '#domain/billing/invoices/fonts.ts';

/** The fonts of invoices, with the files by which Node finds them. */
const invoiceFonts = new Set(
  Object.values(fontFiles)
    .flatMap((pieces) => Object.values(pieces))
    .flatMap((file) => [file, file.replace(/\/files\/.*/, '/package.json')])
    .map((file) => `node_modules/${file}`),
);

/** Something that is deployed by itself. */
export type Part = {
  /** Where it is laid out, below the checkout. */
  folder: string;
  /** Programs that run there; the packages that they need come along. */
  programs: string[];
  /** Files and folders that no program imports, but reads or hands out. */
  more: string[];
  /** The line by which its one program is ready, if it runs without others and without settings. */
  ready?: RegExp;
};

/** What `npm run release` lays out. */
export const parts: Part[] = [
  {
    folder: 'build/release/dakiya',
    programs: [
      'build/server.js',
      'build/worker.js',
      'build/migrate.js',
      'build/seed.js',
      'build/refund.js',
      'build/rotate-keys.js',
    ],
    more: [
      'build/client',
      // By which the stack of an error names lines of the sources.
      'build/server.js.map',
      'build/worker.js.map',
      'package.json',
      'prisma/migrations',
      // The schema engine's code, which scripts/migration/engine.ts loads by hand.
      'node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm',
      ...invoiceFonts,
    ],
  },
  {
    folder: 'build/release/sandbox',
    programs: ['build/sandbox.js'],
    more: [
      'package.json',
      // The fonts of its pages (sandbox/web/fonts.ts), which it hands out as they lie there.
      'node_modules/@fontsource-variable/inter',
      'node_modules/@fontsource-variable/jetbrains-mono',
      'node_modules/@fontsource-variable/noto-sans-devanagari',
    ],
    ready: /sandbox is ready/,
  },
];
