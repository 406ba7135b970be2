/** Something that is deployed by itself. */
export type Part = {
  /** Where it is laid out, below the checkout. */
  folder: string;
  /** Programs that run there; the packages that they need come along. */
  programs: string[];
  /** Files and folders that no program imports, but reads or hands out. */
  more: string[];
};

/** What `npm run release` lays out. */
export const parts: Part[] = [
  {
    folder: 'build/release/dakiya',
    programs: [
      'build/server.js',
      'build/server/index.js',
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
    ],
  },
  {
    folder: 'build/release/sandbox',
    programs: ['build/sandbox.js'],
    more: ['package.json'],
  },
];
