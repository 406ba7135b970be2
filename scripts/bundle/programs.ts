import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { build } from 'esbuild';
import { root } from '../root.ts';

const entries = {
  server: 'build/server/start.js',
  worker: 'worker/index.ts',
  sandbox: 'sandbox/index.ts',
  seed: 'prisma/seed.ts',
  migrate: 'scripts/migrate.ts',
  refund: 'scripts/refund.ts',
  'rotate-keys': 'scripts/rotate-keys.ts',
  archive: 'scripts/archive.ts',
  carrier: 'scripts/carrier.ts',
  dlt: 'scripts/dlt.ts',
  'read-file-program': 'domain/dlt/import/read-file-program.ts',
};

/**
 * Bundles each program with its packages into one file, build/*.js, because finding and reading a thousand files took most
 * of a start. The web is built from the site's build in build/server.
 *
 * @throws Error naming what does not build
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
    // Otherwise React would be included twice, and its slow build would run in tests. `platform/settings.ts`
    // reads the actual setting.
    define: { 'process.env.NODE_ENV': '"production"' },
    // Names stay: errors are logged with theirs. Shortening them and setting them again at run time
    // (`keepNames`) took a tenth of a page's processor time.
    minifySyntax: true,
    minifyWhitespace: true,
    // Without source maps, an error that ends the program shows the line that threw.
    lineLimit: 160,
    banner: { js: [commonJsNames, navigatorOfNode].join('\n') },
    sourcemap: true,
    sourcesContent: false,
    // A package without side effects is dropped where the site's build imports nothing from it by name.
    logOverride: { 'ignored-bare-import': 'silent' },
    logLevel: 'silent',
  });
  for (const name of Object.keys(entries)) await keepOwnLines(join(root, `build/${name}.js.map`));
  await unlinkMap('server');
}

/** Packages that are native, or that read files next to their own. */
const loadedAsFiles = [
  '@node-rs/argon2',
  '@prisma/client/runtime/query_compiler*',
  '@prisma/schema-engine-wasm',
  'fontkit',
  'libpg-query',
  'pdfkit',
  'pg-native',
  'sharp',
];

/** The variables that CommonJS packages expect in every module and ECMAScript modules lack. */
const commonJsNames = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  'const require = createRequireOfBundle(import.meta.url);',
  'const __filename = import.meta.filename;',
  'const __dirname = import.meta.dirname;',
].join('\n');

/**
 * A property that Node has from version 21. Without it, pg detects its environment by creating a `Response`, for which
 * Node 20 loads its HTTP client: that takes a twentieth of a worker's start.
 */
const navigatorOfNode =
  "globalThis.navigator ??= { userAgent: 'Node.js/' + process.versions.node };";

/**
 * Disconnects a program from its map, which stays next to it for people. Node would read it at the first
 * error, and every request would wait: after a crash of PostgreSQL, a web with a map answered 200 ms later.
 */
async function unlinkMap(name: keyof typeof entries): Promise<void> {
  const path = join(root, `build/${name}.js`);
  const program = await readFile(path, 'utf8');
  await writeFile(path, program.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'));
}

type SourceMap = { sources: string[]; names: string[]; mappings: string };

/**
 * Reduces a program's source map to the beginnings of our lines, without packages. Node decodes the whole map at the first
 * error whose stack is read, while every request waits; with all columns and packages the map is 20 times as long. In
 * stacks, lines of packages refer to the bundle.
 *
 * @param path the map
 */
async function keepOwnLines(path: string): Promise<void> {
  const map = JSON.parse(await readFile(path, 'utf8')) as SourceMap;
  const own = map.sources.filter((source) => !source.includes('node_modules/'));
  const places = new Map(own.map((source, i) => [source, i]));
  const mappings = decode(map.mappings).map((line) => {
    const kept: SourceMapSegment[] = [];
    for (const segment of line) {
      const last = kept.at(-1);
      const place = places.get(map.sources[segment[1] ?? -1] ?? '');
      // A segment without a source ends the preceding segment of ours.
      if (segment.length === 1 || place === undefined) {
        if (last?.length !== 1) kept.push([segment[0]]);
      } else if (last?.[1] !== place || last[2] !== segment[2]) {
        kept.push([segment[0], place, segment[2], 0]);
      }
    }
    return kept;
  });
  await writeFile(
    path,
    JSON.stringify({ ...map, sources: own, names: [], mappings: encode(mappings) }),
  );
}
