import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../root.ts';
import { keepOwnLines } from './own-lines.ts';

const entries = {
  server: 'build/server/start.js',
  worker: 'worker/index.ts',
  sandbox: 'sandbox/index.ts',
  seed: 'prisma/seed.ts',
  migrate: 'scripts/migrate.ts',
  refund: 'scripts/refund.ts',
  'rotate-keys': 'scripts/rotate-keys.ts',
};

/**
 * Bundles each program into a file of its own, build/*.js, with the packages that it needs: finding and reading a
 * thousand files took most of a start. The web's is made of what the site's build left in build/server.
 *
 * @throws Error that names what does not build
 */
export async function buildPrograms(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: 'build',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: loadedAsFiles,
    // Else React would be there twice, and its slow half run in tests. `platform/settings.ts` reads the real setting.
    define: { 'process.env.NODE_ENV': '"production"' },
    minify: true,
    // Where a program is run without source maps, an error that ends it shows the line that threw.
    lineLimit: 160,
    // Errors are logged by their names.
    keepNames: true,
    banner: { js: commonJsNames },
    sourcemap: true,
    sourcesContent: false,
    // A package without side effects is dropped where the site's build imports nothing of it by name.
    logOverride: { 'ignored-bare-import': 'silent' },
    logLevel: 'silent',
  });
  for (const name of Object.keys(entries)) await keepOwnLines(join(root, `build/${name}.js.map`));
  await unlinkMap('server');
}

/** Packages that are native, or read files that lie beside their own. */
const loadedAsFiles = [
  '@node-rs/argon2',
  '@prisma/client/runtime/query_compiler*',
  '@prisma/schema-engine-wasm',
  'fontkit',
  'pdfkit',
  'pg-native',
  'sharp',
];

/** What packages in CommonJS find in every module, and a module of ECMAScript lacks. */
const commonJsNames = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  'const require = createRequireOfBundle(import.meta.url);',
  'const __filename = import.meta.filename;',
  'const __dirname = import.meta.dirname;',
].join('\n');

/**
 * Leaves a program's map beside it, for people. Node would read it at the first error, and every request would wait for
 * that: in a crash of PostgreSQL a web with a map answered 200 ms later.
 */
async function unlinkMap(name: keyof typeof entries): Promise<void> {
  const path = join(root, `build/${name}.js`);
  const program = await readFile(path, 'utf8');
  await writeFile(path, program.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'));
}
