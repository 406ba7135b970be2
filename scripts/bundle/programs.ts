import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { build, type Plugin } from 'esbuild';
import { root } from '../root.ts';

/** The commands of operators. Each is an npm command, and in the image an argument of `dakiya`. */
export const operatorCommands = [
  ...(['account', 'archive', 'audit', 'backup', 'carrier', 'dlt', 'operator'] as const),
  ...(['refund', 'restore', 'rotate-keys', 'status'] as const),
] as const;

const entries = {
  server: 'build/server/start.js',
  worker: 'worker/index.ts',
  sandbox: 'sandbox/index.ts',
  seed: 'prisma/seed.ts',
  migrate: 'scripts/migrate.ts',
  'read-file-program': 'domain/dlt/import/read-file-program.ts',
  ...Object.fromEntries(operatorCommands.map((name) => [name, `scripts/${name}.ts`])),
};

/**
 * Bundles each program with its packages into one file, build/*.js, because finding and reading a thousand files took most
 * of the startup time. The web server is bundled from the site's build in build/server.
 *
 * @throws Error with the errors of the build
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
    plugins: [queryCompilerAsFile],
    // Without this value, the bundle would include React twice, and tests would run React's slow build.
    // `platform/settings.ts` still reads the real setting.
    define: { 'process.env.NODE_ENV': '"production"' },
    // Names are not shortened, because errors are logged with their class names. Shortening names and restoring them at
    // run time (`keepNames`) took a tenth of a page's processor time.
    minifySyntax: true,
    minifyWhitespace: true,
    // Lines are short, because without source maps an error that ends the program prints the whole line that threw the
    // error.
    lineLimit: 160,
    banner: { js: [commonJsNames, navigatorOfNode].join('\n') },
    sourcemap: true,
    sourcesContent: false,
    // The site's build imports some packages without using them. esbuild drops such packages if they have no side
    // effects. This setting turns off esbuild's warning about such imports.
    logOverride: { 'ignored-bare-import': 'silent' },
    logLevel: 'silent',
  });
  for (const name of Object.keys(entries)) {
    await escapeBeyondAscii(join(root, `build/${name}.js`));
    await keepOwnLines(join(root, `build/${name}.js.map`));
  }
  await unlinkMap('server');
  await unlinkMap('worker');
}

/** Packages that are native, or that read files in their own folder. They are not bundled. */
const loadedAsFiles = [
  '@node-rs/argon2',
  '@prisma/schema-engine-wasm',
  'fontkit',
  'libpg-query',
  'pdfkit',
  'pg-native',
  'sharp',
];

/** The file with Prisma's query compiler, beside the programs. */
export const queryCompilerFile = 'build/query-compiler.wasm';

/**
 * Writes Prisma's query compiler to a file that the programs read. Prisma has it as base64 text in a module, and a process
 * would keep that text twice, in the module and as its constant: 9 MiB.
 */
const queryCompilerAsFile: Plugin = {
  name: 'query-compiler-as-file',
  setup: ({ onLoad }) =>
    onLoad({ filter: /query_compiler_\w+\.postgresql\.wasm-base64\.mjs$/ }, async ({ path }) => {
      const { wasm } = (await import(path)) as { wasm: string };
      await writeFile(join(root, queryCompilerFile), Buffer.from(wasm, 'base64'));
      // Prisma passes `wasm` to `Buffer.from`, which takes what `valueOf` returns. So the bytes are read when they are
      // needed, and are not kept.
      const contents = `
        import { readFileSync } from 'node:fs';
        const url = new URL('${basename(queryCompilerFile)}', import.meta.url);
        export const wasm = { valueOf: () => readFileSync(url) };`;
      return { contents };
    }),
};

/** The variables that CommonJS packages expect in every module, but that ECMAScript modules do not have. */
const commonJsNames = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  'const require = createRequireOfBundle(import.meta.url);',
  'const __filename = import.meta.filename;',
  'const __dirname = import.meta.dirname;',
].join('\n');

/**
 * Defines a property that Node has from version 21. Without it, pg detects its environment by creating a `Response`, for
 * which Node 20 loads its HTTP client. That takes 5% of a worker's startup time.
 */
const navigatorOfNode =
  "globalThis.navigator ??= { userAgent: 'Node.js/' + process.versions.node };";

/**
 * Removes the link from a program to its source map. The map stays next to the program for developers. With the link, Node
 * would read the map at the first error while every request waits: after a crash of PostgreSQL, a web server responded 200 ms
 * later. On Node 24, the worker's logger alone makes Node read it, and the decoded map takes 15 MiB.
 */
async function unlinkMap(name: keyof typeof entries): Promise<void> {
  const path = join(root, `build/${name}.js`);
  const program = await readFile(path, 'utf8');
  await writeFile(path, program.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'));
}

/**
 * Escapes the characters outside of ASCII. V8 keeps the text of a program in memory, and Node 24 gives every character of it
 * two bytes if one character is not ASCII: this was 11 MiB in a web server, and 6 MiB in a worker. esbuild has already
 * escaped such characters everywhere but in comments and in regular expressions, in which an escape has the same meaning.
 *
 * @param path the path of the program
 */
async function escapeBeyondAscii(path: string): Promise<void> {
  const program = await readFile(path, 'utf8');
  const escaped = program.replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  await writeFile(path, escaped);
}

type SourceMap = { sources: string[]; names: string[]; mappings: string };

/**
 * Reduces a program's source map to the beginnings of the lines of our code, and omits packages. Node decodes the whole map
 * when it first reads an error's stack, while every request waits. A full map is 20 times as long. The disadvantage: lines
 * of packages appear in stacks as lines of the bundle.
 *
 * @param path the path of the map
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
      // In a source map, each segment ends the previous segment. So after a segment of our code, the next segment is
      // kept even if it belongs to a package or has no source, but then it is written without a source.
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
